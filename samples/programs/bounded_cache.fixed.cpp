// Moves over a map whose tiles are drawn once and kept in a cache; three of them are in view. The
// leaking program never throws one out: a float32 [64,64] of 16,384 bytes more is held after every
// frame. The fixed one keeps twelve, which a profiler must not take for a leak.
#include <track/track.hpp>

#include <cstdio>
#include <map>

#include "samples/programs/frame_count.hpp"

namespace {

/// Those drawn so far, by column.
std::map<int, track::Tensor> tiles;

const track::Tensor& tile(int column) {
  const auto known = tiles.find(column);
  if (known != tiles.end()) return known->second;
  if (tiles.size() == 12) {
    tiles.begin()->second.dispose();
    tiles.erase(tiles.begin());
  }
  return tiles[column] = track::fill({64, 64}, column % 10);
}

/// The light of all tiles in view.
float show(int first_column) {
  float light = 0;
  for (int column = first_column; column < first_column + 3; ++column) {
    const track::Tensor& drawn = tile(column);
    light += track::tidy("light", [&] { return track::mean(drawn).data<float>()[0]; });
  }
  return light;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const float light = show(frame);
    std::printf("frame %d: light %.0f, %zu tiles\n", frame, static_cast<double>(light),
                tiles.size());
    track::frame();
  }
}
