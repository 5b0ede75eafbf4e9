// Watches a sensor: learns for 20 frames what is normal, then says how far each reading is from it.
// Only this second part leaks, so a short test finds nothing: from frame 20 on a float32 [32,32] of
// 4,096 bytes is lost in every frame. The fixed one disposes it.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for the sensor.
track::Tensor read_sensor(int frame) {
  return track::fill({32, 32}, 20 + frame % 4);
}

/// Moves what is normal a tenth of the way to a reading.
void learn(const track::Variable& normal, const track::Tensor& reading) {
  track::tidy("learn", [&] {
    const track::Tensor way = track::sub(reading, normal);
    normal.assign(track::add(normal, track::mul(way, track::scalar(0.1))));
  });
}

float drift_of(const track::Tensor& reading, const track::Variable& normal) {
  const track::Tensor drift = track::sub(reading, normal);
  const track::Tensor mean = track::mean(drift);
  const float value = mean.data<float>()[0];
  mean.dispose();
  drift.dispose();
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  const track::Tensor first = read_sensor(0);
  const track::Variable normal(first, "normal");
  first.dispose();
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor reading = read_sensor(frame);
    if (frame < 20) {
      learn(normal, reading);
    } else {
      const float drift = drift_of(reading, normal);
      std::printf("frame %d: drift %.2f\n", frame, static_cast<double>(drift));
    }
    reading.dispose();
    track::frame();
  }
  normal.dispose();
}
