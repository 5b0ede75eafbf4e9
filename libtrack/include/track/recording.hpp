// Recording, and the marks that divide a program into frames.
#pragma once

#include <track/api.hpp>

#include <string>

namespace track {

/// Starts to record into a file, which is made or emptied. TRACK_BUSY while something records,
/// TRACK_IO where it cannot be written, TRACK_UNSUPPORTED on platforms that cannot record.
inline track_status start(const std::string& path) noexcept {
  return track_start(path.c_str());
}

/// Ends the recording. A program's end does that, too.
inline track_status stop() noexcept {
  return track_stop();
}

/// Writes out what is buffered.
inline track_status flush() noexcept {
  return track_flush();
}

inline bool is_recording() noexcept {
  return track_is_recording() != 0;
}

/// Ends one turn of the program's loop, such as a video frame, a training step or a request, and
/// begins the next. Reports judge growth by frames.
///
///     while (camera.read(image)) { process(image); track::frame(); }
TRACK_API void frame() noexcept;

/// The same for one lane: a thread or a kind of request whose turns are its own.
TRACK_API void frame(const std::string& lane) noexcept;

}  // namespace track
