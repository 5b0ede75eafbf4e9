#include "cli/workloads/browser/page_files.hpp"

#include <utility>

#include "reports/symbols/source_maps/base64.hpp"

namespace tensorleak::cli {

using nlohmann::json;

namespace {

constexpr std::chrono::seconds kMostTime{30};
constexpr std::size_t kPiece = 4U << 20;

bool is_on_a_server(std::string_view address) {
  return address.starts_with("http://") || address.starts_with("https://");
}

/// "http://localhost:5173/app/?x" → "http://localhost:5173"; empty where it has no server.
std::string origin_of(const std::string& address) {
  if (!is_on_a_server(address)) return "";
  const std::size_t host = address.find("://") + 3;
  return address.substr(0, address.find_first_of("/?#", host));
}

}  // namespace

PageFiles::PageFiles(Call call, std::string frame, const std::string& page, bool is_from_disk)
    : call_(std::move(call)),
      frame_(std::move(frame)),
      origin_(is_from_disk ? "" : origin_of(page)),
      server_(origin_of(page)) {}

/// Empty where the browser is not to be asked.
std::string PageFiles::address_of(std::string_view name) const {
  if (is_on_a_server(name)) {
    const bool is_served_from_disk = origin_.empty() && name.starts_with(server_ + "/");
    return is_served_from_disk ? "" : std::string(name);
  }
  if (origin_.empty() || name.empty() || name.find(':') < name.find('/')) return "";
  return origin_ + (name.front() == '/' ? "" : "/") + std::string(name);
}

std::optional<std::string> PageFiles::read(std::string_view name, std::size_t most) {
  const std::string address = address_of(name);
  if (address.empty()) return std::nullopt;
  const auto answer = call("Network.loadNetworkResource",
                           {{"frameId", frame_},
                            {"url", address},
                            {"options", {{"disableCache", false}, {"includeCredentials", true}}}});
  if (!answer) return std::nullopt;
  const json resource = answer->value("resource", json::object());
  const std::string handle = resource.value("stream", "");
  if (handle.empty()) return std::nullopt;
  auto text = read_stream(handle, most);
  call("IO.close", {{"handle", handle}});
  if (!resource.value("success", false)) return std::nullopt;
  return text;
}

std::optional<std::string> PageFiles::read_stream(const std::string& handle, std::size_t most) {
  std::string text;
  for (;;) {
    const auto piece = call("IO.read", {{"handle", handle}, {"size", kPiece}});
    if (!piece) return std::nullopt;
    const std::string data = piece->value("data", "");
    if (piece->value("base64Encoded", false)) {
      const auto bytes = symbols::decode_base64(data);
      if (!bytes) return std::nullopt;
      text += *bytes;
    } else {
      text += data;
    }
    if (text.size() > most) return std::nullopt;
    if (piece->value("eof", true)) return text;
  }
}

std::optional<json> PageFiles::call(std::string_view method, const json& parameters) {
  if (!until_) until_ = Clock::now() + kMostTime;
  if (Clock::now() >= *until_) return std::nullopt;
  return call_(method, parameters, *until_);
}

}  // namespace tensorleak::cli
