// Looks for a face in the pictures of a camera; every third shows none. The leaking program then
// returns early, past the dispose(): a float32 [100] of 400 bytes is lost in every third frame. The
// fixed one disposes the scores as soon as they have been read.
#include <track/track.hpp>

#include <algorithm>
#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a camera: the brightness of 100 places.
track::Tensor take_picture(int frame) {
  return track::fill({100}, frame % 3 == 0 ? 0.2 : 0.9);
}

void find_face(int frame, const track::Tensor& picture) {
  const track::Tensor scores = track::square(picture);
  const float best = std::ranges::max(scores.data<float>());
  scores.dispose();
  if (best < 0.5F) {
    std::printf("frame %d: no face\n", frame);
    return;
  }
  std::printf("frame %d: a face of score %.2f\n", frame, static_cast<double>(best));
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor picture = take_picture(frame);
    find_face(frame, picture);
    picture.dispose();
    track::frame();
  }
}
