// Classifies the pictures of a camera. The leaking program loads its model in the loop; a model's
// weights live until they are disposed, not until the brace: a float32 [1024,64] and its bias,
// together 262,400 bytes, are lost in every frame. The fixed one loads it once, before the loop.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

struct Model {
  track::Tensor weights;
  track::Tensor bias;
};

/// Stands for reading a file.
Model load_model() {
  const track::Tensor weights = track::fill({1024, 64}, 0.001);  // leaks
  const track::Tensor bias = track::fill({64}, -0.5);            // leaks
  return {weights, bias};
}

/// The score of the first class.
float classify(const Model& model, const track::Tensor& picture) {
  return track::tidy("classify", [&] {
    const track::Tensor products = track::matmul(picture.reshape({1, -1}), model.weights);
    return track::relu(track::add(products, model.bias)).data<float>()[0];
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  for (int frame = 0; frame < frames; ++frame) {
    const Model model = load_model();
    const track::Tensor picture = track::fill({32, 32}, frame);
    std::printf("frame %d: score %.2f\n", frame, static_cast<double>(classify(model, picture)));
    picture.dispose();
    track::frame();
  }
}
