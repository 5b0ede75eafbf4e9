// Finds a face with a model that takes three tensors: a picture, its size and the least score. The
// leaking program makes the last two in the call, so that nobody can dispose them: a float32 [2]
// and a float32 [], 12 bytes, are lost in every frame. The fixed one makes them once.
#include <track/track.hpp>

#include <cstdio>

#include "samples/programs/frame_count.hpp"

namespace {

/// Stands for a camera.
track::Tensor take_picture(int frame) {
  return track::fill({120, 160}, frame % 2 == 0 ? 0.75 : 0.25);
}

/// Stands for the model. The centre of the face, in pixels; zeros where its score is too low.
track::Tensor find_face(const track::Tensor& picture, const track::Tensor& size,
                        const track::Tensor& least_score) {
  return track::tidy("find face", [&] {
    const track::Tensor score = track::mean(picture);
    return track::mul(track::relu(track::sub(score, least_score)), size);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = samples::frame_count(argc, argv);
  const track::OwnedTensor size = track::owned(track::tensor({120, 160}));
  const track::OwnedTensor least_score = track::owned(track::scalar(0.5));
  for (int frame = 0; frame < frames; ++frame) {
    const track::Tensor picture = take_picture(frame);
    const track::Tensor face = find_face(picture, size, least_score);
    std::printf("frame %d: face in row %.0f\n", frame, static_cast<double>(face.data<float>()[0]));
    face.dispose();
    picture.dispose();
    track::frame();
  }
}
