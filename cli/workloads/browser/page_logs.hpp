// The event logs of a page's realms (the page itself, frames, workers), which come in pieces.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tensorleak::cli {

/// Where code runs: a target's session and an execution context in it.
struct Realm {
  std::string session;
  std::int64_t context = 0;

  friend auto operator<=>(const Realm&, const Realm&) = default;
};

/// Puts the messages of adapters/tfjs/page/binding_output.cjs together: for each realm in which a
/// tensor is made a log, FOLDER/trace.PROCESS.NUMBER.jsonl.
class PageLogs {
 public:
  PageLogs(std::filesystem::path folder, std::string process)
      : folder_(std::move(folder)), process_(std::move(process)) {}

  enum class Wish : std::uint8_t { kNone, kDone };

  /// Takes one message; what the page asks for with it.
  Wish take(const Realm& realm, std::string_view message);

  /// The realms whose logs have no end yet.
  std::vector<Realm> open_realms() const;

  /// The realms of a session are gone, and nothing more comes from them.
  void forget(const std::string& session);

  /// Nothing more comes: whatever is open is written to its end.
  void finish();

  /// All logs, in the order in which they began.
  const std::vector<std::filesystem::path>& paths() const { return paths_; }

  /// The first log that could not be written; empty: all were.
  const std::filesystem::path& unwritten() const { return unwritten_; }

 private:
  struct Log {
    std::filesystem::path path;
    std::ofstream file;
  };

  void begin(const Realm& realm);
  void end(const Realm& realm);

  std::filesystem::path folder_;
  std::string process_;
  std::map<Realm, Log> open_;
  std::vector<std::filesystem::path> paths_;
  std::filesystem::path unwritten_;
};

}  // namespace tensorleak::cli
