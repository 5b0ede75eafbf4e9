// Files of a page that are on servers: scripts and their source maps, read by the browser as the
// page itself reads them.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::cli {

class PageFiles {
 public:
  using Clock = std::chrono::steady_clock;

  /// Sends the page a command of the DevTools protocol; its result, and nothing where it failed,
  /// was interrupted, or it is `until`.
  using Call = std::function<std::optional<nlohmann::json>(
      std::string_view method, const nlohmann::json& parameters, Clock::time_point until)>;

  /// `page` is the page's address: names without an address are those of its server's files. Where
  /// its files are on the disk, they are left to those who find them there (`is_from_disk`).
  PageFiles(Call call, std::string frame, const std::string& page, bool is_from_disk);

  /// The text at an address of http or https, or of a file by its name there. Nothing where there
  /// is none, or it has more than `most` bytes. After half a minute in all, nothing more is read.
  std::optional<std::string> read(std::string_view name, std::size_t most);

 private:
  std::string address_of(std::string_view name) const;
  std::optional<std::string> read_stream(const std::string& handle, std::size_t most);
  std::optional<nlohmann::json> call(std::string_view method, const nlohmann::json& parameters);

  Call call_;
  std::string frame_;
  std::string origin_;  ///< of the page, without a slash; empty: its files are on the disk
  std::string server_;  ///< of the page, whatever its files are
  std::optional<Clock::time_point> until_;
};

}  // namespace tensorleak::cli
