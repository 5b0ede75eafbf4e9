// The pictures of a video file, one after the other, decoded by FFmpeg's libraries.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct AVCodecContext;
struct AVFormatContext;
struct AVFrame;
struct AVPacket;
struct SwsContext;

namespace samples {

/// A file that is no video, or is damaged. The text names the file and says what to do.
class VideoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Picture {
  int height = 0;
  int width = 0;
  double seconds = 0;                ///< since the beginning of the video
  std::vector<std::uint8_t> pixels;  ///< red, green and blue, row by row
};

/// Reads the best video stream of a file. All pictures have the size of the first.
///
///     samples::VideoReader video("street.mp4");
///     samples::Picture picture;
///     while (video.read(picture)) show(picture);
///
/// The constructor and read() throw VideoError. For one thread.
class VideoReader {
 public:
  explicit VideoReader(std::string path);
  VideoReader(const VideoReader&) = delete;
  VideoReader& operator=(const VideoReader&) = delete;
  ~VideoReader();

  /// Puts the next picture into `picture`, whose memory is reused; false at the end of the video.
  bool read(Picture& picture);

 private:
  struct Free {
    void operator()(AVFormatContext* format) const;
    void operator()(AVCodecContext* decoder) const;
    void operator()(AVPacket* packet) const;
    void operator()(AVFrame* frame) const;
    void operator()(SwsContext* converter) const;
  };
  template <class T>
  using Owned = std::unique_ptr<T, Free>;

  void open_file();
  void open_decoder();
  bool decode();
  void feed_decoder();
  void convert_to_rgb();
  double seconds();
  [[noreturn]] void fail(int error, const std::string& what) const;

  std::string path_;
  Owned<AVFormatContext> format_;
  Owned<AVCodecContext> decoder_;
  Owned<SwsContext> converter_;
  Owned<AVPacket> packet_;
  Owned<AVFrame> decoded_;
  Owned<AVFrame> rgb_;
  int stream_ = -1;
  double seconds_ = 0;
};

}  // namespace samples
