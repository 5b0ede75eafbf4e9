// How much moves in a video: each picture is compared to a running mean of those before it.
#pragma once

#include <track/track.hpp>

#include "samples/video/video_reader.hpp"

namespace samples {

/// What becomes of the small copy of each picture that the comparison is made on.
enum class SmallPicture : bool { kForgotten, kDisposed };

class Motion {
 public:
  explicit Motion(SmallPicture fate) : fate_(fate) {}
  Motion(const Motion&) = delete;
  Motion& operator=(const Motion&) = delete;
  ~Motion() { background_.dispose(); }

  /// The mean difference between a picture and the background, 0 to 255.
  float in(const Picture& picture);

 private:
  void learn(const track::Tensor& small);

  SmallPicture fate_;
  track::Variable background_;  // empty before the first picture
};

}  // namespace samples
