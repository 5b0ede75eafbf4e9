// Prepares the pictures of a camera for a model: pixels, a smaller size, numbers from 0 to 1. A
// tidy() disposes what is made inside it, and the leaking program makes the pixels before: an int32
// [120,160,3] of 230,400 bytes is lost in every frame. The fixed one makes them inside.
#include <track/track.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

using Pixels = std::vector<std::uint8_t>;

/// Stands for a camera, whose picture grows brighter.
Pixels take_picture(int frame) {
  Pixels pixels(120 * 160 * 3, static_cast<std::uint8_t>(frame % 256));
  return pixels;
}

track::Tensor input_from(const Pixels& pixels) {
  return track::tidy("input", [&] {
    const track::Tensor picture = track::from_pixels(pixels.data(), 120, 160, 3);
    const track::Tensor small = track::resize_bilinear(picture, 64, 64);
    return track::div(small, track::scalar(255));
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor input = input_from(take_picture(frame));
    const float first = input.data<float>()[0];
    std::printf("frame %d: first input %.3f\n", frame, static_cast<double>(first));
    input.dispose();
    track::frame();
  }
}
