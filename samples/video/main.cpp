// Says for each second of a video how much moves in it. Without --fixed it loses one temporary
// image in every frame: the small copy that each picture is compared on.
#include <track/track.hpp>

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "samples/video/motion.hpp"
#include "samples/video/video_reader.hpp"

namespace {

struct Options {
  std::string file;
  samples::SmallPicture small_picture = samples::SmallPicture::kForgotten;
};

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--fixed") {
      options.small_picture = samples::SmallPicture::kDisposed;
    } else if (argument.starts_with("-") || !options.file.empty()) {
      return std::nullopt;
    } else {
      options.file = argument;
    }
  }
  if (options.file.empty()) return std::nullopt;
  return options;
}

/// The mean over the frames of one second.
class Second {
 public:
  void add(double seconds, float motion) {
    if (static_cast<int>(seconds) != number_) print();
    number_ = static_cast<int>(seconds);
    sum_ += static_cast<double>(motion);
    ++frames_;
  }

  /// Prints what was added since, if anything, and begins anew.
  void print() {
    if (frames_ > 0) std::printf("second %d: motion %.2f\n", number_, sum_ / frames_);
    sum_ = 0;
    frames_ = 0;
  }

 private:
  int number_ = 0;
  int frames_ = 0;
  double sum_ = 0;
};

void watch(const Options& options) {
  samples::VideoReader video(options.file);
  samples::Motion motion(options.small_picture);
  samples::Picture picture;
  Second second;
  while (video.read(picture)) {
    second.add(picture.seconds, motion.in(picture));
    track::frame();
  }
  second.print();
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> options = parse(argc, argv);
  if (!options) {
    std::fprintf(stderr, "usage: %s [--fixed] VIDEO\n", argv[0]);
    return 2;
  }
  try {
    watch(*options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}
