// The pipe to a browser that was started with --remote-debugging-pipe: JSON messages of the Chrome
// DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/), each ended by a NUL.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::cli {

/// One end of a descriptor's life; -1: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int number() const { return number_; }

 private:
  int number_ = -1;
};

class DevToolsPipe {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Wait : std::uint8_t {
    kMessage,  ///< next() has one
    kTimeout,
    kInterrupted,  ///< the other descriptor can be read
    kClosed,       ///< the browser is gone
  };

  DevToolsPipe(Descriptor to_browser, Descriptor from_browser)
      : to_browser_(std::move(to_browser)), from_browser_(std::move(from_browser)) {}

  /// Sends a command and returns its id, by which its answer is known. `session` names a target;
  /// empty: the browser itself. A browser that is gone is noticed by wait().
  int send(const std::string& session, std::string_view method,
           const nlohmann::json& parameters = nlohmann::json::object());

  /// Waits until there is a message, `interrupt` (a descriptor) can be read, or it is `until`.
  Wait wait(Clock::time_point until, int interrupt);

  /// After kMessage: an answer or an event. Nothing where it is no JSON object.
  std::optional<nlohmann::json> next();

 private:
  bool has_message() const { return received_.find('\0', begin_) != std::string::npos; }
  bool receive();

  Descriptor to_browser_;
  Descriptor from_browser_;
  std::string received_;
  std::size_t begin_ = 0;  ///< of the first message in it
  int last_id_ = 0;
};

}  // namespace tensorleak::cli
