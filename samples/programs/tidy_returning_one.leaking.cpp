// A layer of a network. Its tidy() makes three tensors, disposes two and returns the third, which
// now belongs to the caller. The leaking program forgets it, a float32 [1,64] of 256 bytes in
// every frame; the fixed one disposes it when it has been read.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

struct Layer {
  track::Tensor weights = track::fill({256, 64}, 0.01);
  track::Tensor bias = track::fill({64}, -0.5);
};

track::Tensor activations_of(const Layer& layer, const track::Tensor& features) {
  return track::tidy("layer", [&] {
    const track::Tensor products = track::matmul(features, layer.weights);
    const track::Tensor shifted = track::add(products, layer.bias);
    return track::relu(shifted);  // leaks
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  const Layer layer;
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor features = track::fill({1, 256}, frame);
    const track::Tensor activations = activations_of(layer, features);
    const float first = activations.data<float>()[0];
    std::printf("frame %d: first activation %.2f\n", frame, static_cast<double>(first));
    features.dispose();
    track::frame();
  }
  track::dispose(layer.weights);
  track::dispose(layer.bias);
}
