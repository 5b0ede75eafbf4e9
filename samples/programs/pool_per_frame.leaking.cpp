// Draws a ball that flies by, each frame on a blank canvas. The leaking program keeps its canvases
// for later use but takes a new one each time: a float32 [120,160] of 76,800 bytes more is held
// after every frame. In the fixed one a pool lends the same tensor to every frame.
#include <track/track.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

constexpr int kHeight = 120;
constexpr int kWidth = 160;

std::vector<track::Tensor> canvases;

auto next_canvas() {
  return canvases.emplace_back(track::zeros({kHeight, kWidth}));  // leaks
}

/// Fills the canvas, which may show an earlier picture.
void draw_ball(const track::Tensor& canvas, int frame) {
  const std::span<float> pixels = canvas.mutable_data<float>();
  std::ranges::fill(pixels, 0.0F);
  const int row = std::abs(frame * 7 % (2 * kHeight) - kHeight) * (kHeight - 1) / kHeight;
  const int column = frame * 3 % kWidth;
  const int pixel = row * kWidth + column;
  pixels[static_cast<std::size_t>(pixel)] = 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const auto canvas = next_canvas();
    draw_ball(canvas, frame);
    track::tidy("show", [&] {
      const float light = track::sum(canvas).data<float>()[0];
      std::printf("frame %d: %.0f pixel drawn\n", frame, static_cast<double>(light));
    });
    track::frame();
  }
}
