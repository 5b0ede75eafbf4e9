// resize_bilinear.
#include <cmath>
#include <vector>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::Input;

/// The two source pixels that a target pixel lies between along one axis.
struct Between {
  std::int64_t low = 0;
  std::int64_t high = 0;
  float share_of_high = 0;
};

std::vector<Between> places(std::int64_t from, std::int64_t to, PixelCenters centers) {
  const bool aligned = centers == PixelCenters::kAlignCorners && to > 1;
  const std::int64_t steps = aligned ? to - 1 : to;
  const float scale = static_cast<float>(aligned ? from - 1 : from) / static_cast<float>(steps);
  const float shift = centers == PixelCenters::kHalf ? 0.5F : 0.0F;
  std::vector<Between> result(static_cast<std::size_t>(to));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float place = std::max(0.0F, (static_cast<float>(i) + shift) * scale - shift);
    const std::int64_t low = std::min(static_cast<std::int64_t>(place), from - 1);
    result[i] = {.low = low,
                 .high = std::min(low + 1, from - 1),
                 .share_of_high = place - static_cast<float>(low)};
  }
  return result;
}

float mix(float low, float high, float share_of_high) {
  return low + (high - low) * share_of_high;
}

/// One image of [height, width, channels], `width` being that of the source.
float* resize(const float* image, std::int64_t width, std::int64_t channels,
              const std::vector<Between>& rows, const std::vector<Between>& columns, float* out) {
  for (const Between& row : rows) {
    const float* upper = image + row.low * width * channels;
    const float* lower = image + row.high * width * channels;
    for (const Between& column : columns) {
      const std::int64_t left = column.low * channels;
      const std::int64_t right = column.high * channels;
      for (std::int64_t c = 0; c < channels; ++c) {
        const float top = mix(upper[left + c], upper[right + c], column.share_of_high);
        const float bottom = mix(lower[left + c], lower[right + c], column.share_of_high);
        *out++ = mix(top, bottom, row.share_of_high);
      }
    }
  }
  return out;
}

void check(const Input& images, std::int64_t height, std::int64_t width) {
  const char* const op = "resize_bilinear";
  detail::fractional(images.dtype, op);
  const std::size_t rank = images.shape.rank();
  if (rank != 3 && rank != 4) {
    detail::throw_invalid(op, "shape " + images.shape.to_string() + " is no image or batch");
  }
  if (height < 1 || width < 1) detail::throw_invalid(op, "height and width must be positive");
  if (images.shape[-3] < 1 || images.shape[-2] < 1) detail::throw_invalid(op, "no pixels");
}

}  // namespace

Tensor resize_bilinear(const Tensor& images, std::int64_t height, std::int64_t width,
                       PixelCenters centers) {
  const Input read = detail::read(images, "resize_bilinear");
  check(read, height, width);
  const Shape& from = read.shape;
  const std::int64_t batch = from.rank() == 4 ? from[0] : 1;
  const Shape taller = detail::with_size(from, from.rank() - 3, height);
  const Shape shape = detail::with_size(taller, from.rank() - 2, width);
  const std::vector<Between> rows = places(from[-3], height, centers);
  const std::vector<Between> columns = places(from[-2], width, centers);
  const detail::Values<float> values(read);
  return detail::compute<float>("resize_bilinear", shape, DType::kFloat32, [&](float* out) {
    const std::int64_t pixels = from[-3] * from[-2] * from[-1];
    for (std::int64_t i = 0; i < batch; ++i) {
      out = resize(values.data() + i * pixels, from[-2], from[-1], rows, columns, out);
    }
  });
}

}  // namespace track
