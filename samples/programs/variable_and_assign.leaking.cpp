// Adds up the gradients of four batches in each step of a training. The leaking program declares
// the sum in the loop, as one does in C++; but a variable lives until dispose(), not until the
// brace: a float32 [256,10] of 10,240 bytes is lost in every frame. The fixed one has one
// variable, and assigns zeros.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for the backward pass of one batch.
track::Tensor gradient_of(int step, int batch) {
  return track::fill({256, 10}, 1.0 / (1 + step + batch));
}

void add_gradient(const track::Variable& sum, int step, int batch) {
  track::tidy("gradient", [&] { sum.assign(track::add(sum, gradient_of(step, batch))); });
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = samples::frame_count(argc, argv);
  const track::Tensor zero = track::zeros({256, 10});
  for (int step = 0; step < steps; ++step) {
    const track::Variable sum(zero, "gradients");  // leaks
    for (int batch = 0; batch < 4; ++batch)
      add_gradient(sum, step, batch);
    const float first = sum->data<float>()[0];
    std::printf("step %d: first gradient %.4f\n", step, static_cast<double>(first));
    track::frame();
  }
  zero.dispose();
}
