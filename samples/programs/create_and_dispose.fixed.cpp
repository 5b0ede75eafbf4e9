// Says how bright each picture of a camera is. The leaking program disposes the answer and forgets
// the picture: an int32 [224,224,3] of 602,112 bytes is lost in every frame. The fixed one
// disposes both.
#include <track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a camera: a pattern of stripes that grows brighter from picture to picture.
std::vector<std::uint8_t> take_picture(int number) {
  std::vector<std::uint8_t> pixels(224 * 224 * 3);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<std::uint8_t>(i % 32 + static_cast<std::size_t>(number) % 200);
  return pixels;
}

float brightness_of(const std::vector<std::uint8_t>& pixels) {
  const track::Tensor picture = track::from_pixels(pixels.data(), 224, 224, 3);
  const track::Tensor mean = track::mean(picture);
  const float brightness = mean.data<float>()[0];
  mean.dispose();
  picture.dispose();
  return brightness;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const float brightness = brightness_of(take_picture(frame));
    std::printf("picture %d: brightness %.1f\n", frame, static_cast<double>(brightness));
    track::frame();
  }
}
