#include <track/recording.hpp>

namespace track {

void frame() noexcept {
  track_frame();
}

void frame(const std::string& lane) noexcept {
  track_frame_in(lane.c_str(), nullptr);
}

}  // namespace track
