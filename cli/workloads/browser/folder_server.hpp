// Serves a folder to the one browser that we start, as a page needs an address to load its parts.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// Listens on 127.0.0.1 alone, on a free port, from start() until it goes. Only who knows a random
/// token is answered: the address of entry() has it, and leaves it with the browser as a cookie
/// that no other site's requests carry. No other origin is allowed to read (no CORS headers), a
/// name that was bent to 127.0.0.1 is refused, and nothing outside the folder is there: everything
/// else is 404.
class FolderServer {
 public:
  static trace::Result<FolderServer> start(const std::filesystem::path& folder);

  FolderServer(FolderServer&& other) noexcept;
  FolderServer& operator=(FolderServer&& other) = delete;
  ~FolderServer();

  /// The address that opens `page`, a path inside the folder.
  std::string entry(const std::string& page) const;

  int port() const;

 private:
  struct State;
  explicit FolderServer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace tensorleak::cli
