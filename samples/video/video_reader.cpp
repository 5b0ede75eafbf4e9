#include "samples/video/video_reader.hpp"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
}

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace samples {

namespace {

template <class T>
T* not_null(T* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

}  // namespace

void VideoReader::Free::operator()(AVFormatContext* format) const {
  avformat_close_input(&format);
}
void VideoReader::Free::operator()(AVCodecContext* decoder) const {
  avcodec_free_context(&decoder);
}
void VideoReader::Free::operator()(AVPacket* packet) const {
  av_packet_free(&packet);
}
void VideoReader::Free::operator()(AVFrame* frame) const {
  av_frame_free(&frame);
}
void VideoReader::Free::operator()(SwsContext* converter) const {
  sws_freeContext(converter);
}

VideoReader::VideoReader(std::string path)
    : path_(std::move(path)),
      packet_(not_null(av_packet_alloc())),
      decoded_(not_null(av_frame_alloc())),
      rgb_(not_null(av_frame_alloc())) {
  av_log_set_level(AV_LOG_QUIET);  // what matters is thrown
  open_file();
  open_decoder();
}

VideoReader::~VideoReader() = default;

void VideoReader::open_file() {
  AVFormatContext* opened = nullptr;
  const int error = avformat_open_input(&opened, path_.c_str(), nullptr, nullptr);
  format_.reset(opened);
  if (error < 0) fail(error, "cannot be opened as a video");
  if (const int found = avformat_find_stream_info(opened, nullptr); found < 0)
    fail(found, "has streams that cannot be understood");
}

void VideoReader::open_decoder() {
  const AVCodec* codec = nullptr;
  stream_ = av_find_best_stream(format_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  if (stream_ < 0) fail(stream_, "has no video that can be decoded");
  decoder_.reset(not_null(avcodec_alloc_context3(codec)));
  const AVStream* stream = format_->streams[stream_];
  int error = avcodec_parameters_to_context(decoder_.get(), stream->codecpar);
  if (error >= 0) error = avcodec_open2(decoder_.get(), codec, nullptr);
  if (error < 0) fail(error, std::string("cannot be decoded as ") + codec->name);
}

bool VideoReader::read(Picture& picture) {
  if (!decode()) return false;
  convert_to_rgb();
  const int size = av_image_get_buffer_size(AV_PIX_FMT_RGB24, rgb_->width, rgb_->height, 1);
  picture.pixels.resize(static_cast<std::size_t>(size));
  av_image_copy_to_buffer(picture.pixels.data(), size, rgb_->data, rgb_->linesize, AV_PIX_FMT_RGB24,
                          rgb_->width, rgb_->height, 1);
  picture.height = rgb_->height;
  picture.width = rgb_->width;
  picture.seconds = seconds();
  return true;
}

bool VideoReader::decode() {
  int error = avcodec_receive_frame(decoder_.get(), decoded_.get());
  while (error == AVERROR(EAGAIN)) {
    feed_decoder();
    error = avcodec_receive_frame(decoder_.get(), decoded_.get());
  }
  if (error < 0 && error != AVERROR_EOF) fail(error, "has a picture that cannot be decoded");
  return error >= 0;
}

/// One packet of the stream, or the end of the file.
void VideoReader::feed_decoder() {
  int error = 0;
  do {
    av_packet_unref(packet_.get());
    error = av_read_frame(format_.get(), packet_.get());
  } while (error >= 0 && packet_->stream_index != stream_);
  if (error < 0 && error != AVERROR_EOF) fail(error, "cannot be read to its end");
  error = avcodec_send_packet(decoder_.get(), error < 0 ? nullptr : packet_.get());
  av_packet_unref(packet_.get());
  if (error < 0) fail(error, "has a picture that cannot be decoded");
}

/// Into an image of the size of the first picture, also where a later one has another.
void VideoReader::convert_to_rgb() {
  if (rgb_->data[0] == nullptr) {
    rgb_->format = AV_PIX_FMT_RGB24;
    rgb_->width = decoded_->width;
    rgb_->height = decoded_->height;
    if (const int error = av_frame_get_buffer(rgb_.get(), 0); error < 0)
      fail(error, "has pictures for which there is no memory");
  }
  const auto format = static_cast<AVPixelFormat>(decoded_->format);
  converter_.reset(sws_getCachedContext(converter_.release(), decoded_->width, decoded_->height,
                                        format, rgb_->width, rgb_->height, AV_PIX_FMT_RGB24,
                                        SWS_BILINEAR, nullptr, nullptr, nullptr));
  if (!converter_) fail(AVERROR(ENOSYS), "has pixels that cannot be converted to RGB");
  sws_scale(converter_.get(), decoded_->data, decoded_->linesize, 0, decoded_->height, rgb_->data,
            rgb_->linesize);
}

/// When the decoded picture is shown; where the file does not say, when the last one was.
double VideoReader::seconds() {
  if (decoded_->best_effort_timestamp == AV_NOPTS_VALUE) return seconds_;
  const AVStream* stream = format_->streams[stream_];
  const std::int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
  const std::int64_t ticks = decoded_->best_effort_timestamp - start;
  seconds_ = static_cast<double>(ticks) * av_q2d(stream->time_base);
  return seconds_;
}

void VideoReader::fail(int error, const std::string& what) const {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> reason = {};
  av_strerror(error, reason.data(), reason.size());
  throw VideoError(path_ + " " + what + ": " + reason.data() +
                   "; give a video that ffmpeg can play, such as samples/video/clip.mp4");
}

}  // namespace samples
