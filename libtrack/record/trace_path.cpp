#include "libtrack/record/trace_path.hpp"

#include <algorithm>
#include <charconv>

namespace tensorleak::record {
namespace {

/// Appends to a path, and remembers whether all of it had room.
class PathBuilder {
 public:
  explicit PathBuilder(PathBuffer& path) : path_(path) {}

  void append(std::string_view part) {
    fits_ = fits_ && part.size() < path_.size() - length_;
    if (!fits_) return;
    std::ranges::copy(part, path_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += part.size();
  }

  bool finish() {
    path_[length_] = '\0';
    return fits_;
  }

 private:
  PathBuffer& path_;
  std::size_t length_ = 0;
  bool fits_ = true;
};

}  // namespace

bool trace_path(std::string_view pattern, Whose whose, long pid, PathBuffer& path) noexcept {
  std::array<char, 24> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), pid);
  const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));

  PathBuilder builder(path);
  bool has_pid = false;
  for (std::size_t place; (place = pattern.find("%p")) != std::string_view::npos;) {
    builder.append(pattern.substr(0, place));
    builder.append(number);
    pattern.remove_prefix(place + 2);
    has_pid = true;
  }
  builder.append(pattern);
  if (whose == Whose::kOther && !has_pid) {
    builder.append(".");
    builder.append(number);
  }
  return builder.finish();
}

}  // namespace tensorleak::record
