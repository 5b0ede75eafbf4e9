// Says how much moves in a video: each picture is compared to the one before it. The leaking
// program disposes the answer and forgets the two images on the way to it: two float32 [90,160] of
// 57,600 bytes each are lost in every frame. The fixed one disposes them as well.
#include <track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a video: a bright bar moves before a dark wall. Float32 [90,160].
track::Tensor read_picture(int frame) {
  std::vector<std::uint8_t> pixels(90 * 160 * 3, 40);
  for (std::size_t row = 0; row < 90; ++row)
    pixels[(row * 160 + static_cast<std::size_t>(frame) % 160) * 3] = 250;
  return track::tidy("read",
                     [&] { return track::mean(track::from_pixels(pixels.data(), 90, 160, 3), 2); });
}

float motion_between(const track::Tensor& before, const track::Tensor& now) {
  const track::Tensor difference = track::sub(now, before);
  const track::Tensor distance = track::abs(difference);
  const track::Tensor mean = track::mean(distance);
  const float motion = mean.data<float>()[0];
  mean.dispose();
  distance.dispose();
  difference.dispose();
  return motion;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  track::Tensor before = read_picture(0);
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor now = read_picture(frame);
    const float motion = motion_between(before, now);
    std::printf("frame %d: motion %.2f\n", frame, static_cast<double>(motion));
    before.dispose();
    before = now;
    track::frame();
  }
  before.dispose();
}
