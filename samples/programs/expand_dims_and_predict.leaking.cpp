// Classifies the pictures of a camera. A model takes batches, so each picture gets an axis in
// front: an alias, a second tensor on the same buffer. The leaking program disposes the picture
// only; the alias holds its 110,592 bytes on. The fixed one disposes both.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a camera.
track::Tensor take_picture(int frame) {
  return track::fill({96, 96, 3}, frame);
}

/// Stands for a model: the scores of each picture of a batch, float32 [batch,4].
track::Tensor predict(const track::Tensor& batch, const track::Tensor& weights) {
  return track::tidy("predict", [&] {
    return track::relu(track::matmul(batch.reshape({batch.shape()[0], -1}), weights));
  });
}

float classify(const track::Tensor& picture, const track::Tensor& weights) {
  const track::Tensor batch = picture.expand_dims(0);  // leaks
  const track::Tensor scores = predict(batch, weights);
  const float first = scores.data<float>()[0];
  scores.dispose();
  return first;
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  const track::Tensor weights = track::fill({96 * 96 * 3, 4}, 0.0001);
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor picture = take_picture(frame);
    std::printf("frame %d: score %.2f\n", frame, static_cast<double>(classify(picture, weights)));
    picture.dispose();
    track::frame();
  }
  weights.dispose();
}
