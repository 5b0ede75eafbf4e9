#include "samples/video/motion.hpp"

#include <algorithm>

namespace samples {

namespace {

/// Half as high and wide, float32 [height,width,3].
track::Tensor shrink(const Picture& picture) {
  return track::tidy("shrink", [&] {
    const track::Tensor pixels =
        track::from_pixels(picture.pixels.data(), picture.height, picture.width, 3);
    const int height = std::max(1, picture.height / 2);
    const int width = std::max(1, picture.width / 2);
    return track::resize_bilinear(pixels, height, width);  // leaks
  });
}

float difference_between(const track::Tensor& left, const track::Tensor& right) {
  return track::tidy("difference", [&] {
    return track::mean(track::abs(track::sub(left, right))).data<float>()[0];
  });
}

}  // namespace

float Motion::in(const Picture& picture) {
  const track::Tensor small = shrink(picture);
  if (!background_.get()) background_ = track::Variable(small, "background");
  const float motion = difference_between(small, background_);
  learn(small);
  if (fate_ == SmallPicture::kDisposed) small.dispose();
  return motion;
}

/// Moves the background a tenth of the way to the picture.
void Motion::learn(const track::Tensor& small) {
  track::tidy("background", [&] {
    const track::Tensor difference = track::sub(small, background_);
    const track::Tensor step = track::mul(difference, track::scalar(0.1));
    background_.assign(track::add(background_, step));
  });
}

}  // namespace samples
