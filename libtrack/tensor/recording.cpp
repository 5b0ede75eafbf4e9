#include <track/recording.hpp>

#include "libtrack/tensor/program_exit.hpp"

namespace track {

void frame() noexcept {
  detail::watch_for_exit();
  track_frame();
}

void frame(const std::string& lane) noexcept {
  detail::watch_for_exit();
  track_frame_in(lane.c_str(), nullptr);
}

}  // namespace track
