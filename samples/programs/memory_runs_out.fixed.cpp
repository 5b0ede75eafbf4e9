// Records a clip with no more than 16 MiB of memory. The leaking program holds all pictures until
// it saves them at the end: an int32 [224,224,3] of 602,112 bytes more after every frame, and with
// the 28th memory runs out. The fixed one saves them ten at a time.
#include <track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

constexpr std::size_t kMemoryLimit = std::size_t{16} << 20;

std::vector<track::Tensor> clip;

/// Stands for writing the pictures into a file.
void save_clip() {
  std::printf("%zu pictures saved\n", clip.size());
  for (const track::Tensor& picture : clip)
    picture.dispose();
  clip.clear();
}

void record(int frame) {
  const std::vector<std::uint8_t> pixels(224 * 224 * 3, static_cast<std::uint8_t>(frame % 256));
  clip.push_back(track::from_pixels(pixels.data(), 224, 224, 3));
  if (clip.size() == 10) save_clip();
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    record(frame);
    if (track::memory().num_bytes > kMemoryLimit) {
      std::fprintf(stderr, "frame %d: memory runs out, the clip is lost\n", frame);
      return 1;
    }
    track::frame();
  }
  save_clip();
}
