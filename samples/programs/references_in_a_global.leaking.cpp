// Trains a model and says at the end how much it learned. The leaking program keeps the errors of
// every step in a global, to take their mean at the end: they are not lost, but a float32 [256] of
// 1,024 bytes more is held after every frame. The fixed one keeps the mean, a number.
#include <track/track.hpp>

#include <cstdio>
#include <vector>

#include "samples/programs/frame_count.hpp"

namespace {

std::vector<track::Tensor> history;

/// Stands for a model that learns: its predictions approach 1.
track::Tensor predict(int step) {
  return track::fill({256}, 1 - 1.0 / (1 + step));
}

float mean_of(const track::Tensor& errors) {
  return track::tidy("mean", [&] { return track::mean(errors).data<float>()[0]; });
}

void train(int step, const track::Tensor& labels) {
  const track::Tensor predictions = predict(step);
  const track::Tensor errors = track::sub(labels, predictions);  // leaks
  predictions.dispose();
  history.push_back(errors);
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = samples::frame_count(argc, argv);
  const track::Tensor labels = track::ones({256});
  for (int step = 0; step < steps; ++step) {
    train(step, labels);
    track::frame();
  }
  const float last = mean_of(history.back());
  std::printf("mean error after %d steps: %.3f\n", steps, static_cast<double>(last));
  labels.dispose();
}
