// Says how loud a sound was over its last four chunks. The leaking program takes the oldest chunk
// out of its window, and thereby lets go of the handle only: a float32 [1024] of 4,096 bytes is
// lost in every frame. The fixed one disposes it first.
#include <track/track.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

std::vector<track::Tensor> window;

/// Stands for a microphone: a tone that grows louder.
std::vector<float> hear(int frame) {
  std::vector<float> samples;
  samples.reserve(1024);
  for (int i = 0; i < 1024; ++i)
    samples.push_back(static_cast<float>(frame) * std::sin(static_cast<float>(i) * 0.1F));
  return samples;
}

void slide(int frame) {
  window.push_back(track::tensor(hear(frame)));
  if (window.size() > 4) {
    window.front().dispose();
    window.erase(window.begin());
  }
}

float loudness() {
  return track::tidy("loudness", [] {
    return track::mean(track::square(track::concat(window))).data<float>()[0];
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    slide(frame);
    std::printf("frame %d: loudness %.1f\n", frame, static_cast<double>(loudness()));
    track::frame();
  }
}
