// Follows a hand through a video and prints what memory() counts. The leaking program puts each new
// position into the handle of the old one: a float32 [21,2] of 168 bytes is lost in every frame.
// memory() counts one tensor more each time, but not which. The fixed one disposes the old first.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a model that finds the 21 joints of a hand, which moves to the right.
track::Tensor find_hand(int frame) {
  return track::fill({21, 2}, frame);
}

/// Four parts of where the hand was, if that is known, and one part of where it is.
track::Tensor smooth(const track::Tensor& before, const track::Tensor& now) {
  return track::tidy("smooth", [&] {
    const track::Tensor start = track::mul(before ? before : now, track::scalar(0.8));
    return track::add(start, track::mul(now, track::scalar(0.2)));
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  track::Tensor hand;
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor found = find_hand(frame);
    const track::Tensor smoothed = smooth(hand, found);
    found.dispose();
    hand.dispose();
    hand = smoothed;
    const track::Memory memory = track::memory();
    std::printf("frame %d: hand at %.1f; %zu tensors, %zu bytes\n", frame,
                static_cast<double>(hand.data<float>()[0]), memory.num_tensors, memory.num_bytes);
    track::frame();
  }
  hand.dispose();
}
