#include "cli/workloads/browser/devtools_pipe.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace tensorleak::cli {

using nlohmann::json;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

int milliseconds_until(DevToolsPipe::Clock::time_point until) {
  constexpr std::chrono::milliseconds kMost{60'000};  // poll() takes an int
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - DevToolsPipe::Clock::now());
  return static_cast<int>(std::clamp(left, std::chrono::milliseconds{0}, kMost).count());
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

int DevToolsPipe::send(const std::string& session, std::string_view method,
                       const json& parameters) {
  json message = {{"id", ++last_id_}, {"method", method}, {"params", parameters}};
  if (!session.empty()) message["sessionId"] = session;
  std::string text = message.dump(-1, ' ', false, json::error_handler_t::replace);
  text.push_back('\0');
  write_all(to_browser_.number(), text);
  return last_id_;
}

DevToolsPipe::Wait DevToolsPipe::wait(Clock::time_point until, int interrupt) {
  for (;;) {
    std::array<pollfd, 2> sources = {{{from_browser_.number(), POLLIN, 0}, {interrupt, POLLIN, 0}}};
    // An interrupt is looked for even where messages never stop.
    const int timeout = has_message() ? 0 : milliseconds_until(until);
    const int ready = ::poll(sources.data(), sources.size(), timeout);
    if (ready > 0 && sources[1].revents != 0) return Wait::kInterrupted;
    if (Clock::now() >= until) return Wait::kTimeout;
    if (has_message()) return Wait::kMessage;
    if (ready > 0 && !receive()) return Wait::kClosed;
  }
}

std::optional<json> DevToolsPipe::next() {
  const std::size_t end = received_.find('\0', begin_);
  json message = json::parse(received_.data() + begin_, received_.data() + end, nullptr, false);
  begin_ = end + 1;
  if (!message.is_object()) return std::nullopt;
  return message;
}

bool DevToolsPipe::receive() {
  received_.erase(0, std::exchange(begin_, 0));
  const std::size_t before = received_.size();
  received_.resize(before + kPiece);
  const ssize_t count = ::read(from_browser_.number(), received_.data() + before, kPiece);
  received_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace tensorleak::cli
