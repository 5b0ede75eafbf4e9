#include "cli/workloads/browser/folder_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include "cli/workloads/browser/served_file.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr const char* kParameter = "tensorleak-token";
constexpr const char* kCookie = "tensorleak-token";
constexpr int kNotFound = 404;
constexpr int kFound = 302;

/// 128 bits of the system's.
std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 4; ++i)
    token += fmt::format("{:08x}", source());
  return token;
}

/// Takes as long for a wrong text as for the right one.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

/// The value of our cookie in a "Cookie" header: "a=1; tensorleak-token=…".
std::string_view token_in(std::string_view cookies) {
  const std::string name = fmt::format("{}=", kCookie);
  for (std::size_t begin = 0; begin < cookies.size();) {
    const std::size_t end = std::min(cookies.find(';', begin), cookies.size());
    std::string_view cookie = cookies.substr(begin, end - begin);
    while (cookie.starts_with(' '))
      cookie.remove_prefix(1);
    if (cookie.starts_with(name)) return cookie.substr(name.size());
    begin = end + 1;
  }
  return {};
}

/// Pages are as they are on disk, at each load.
void send_file(const fs::path& file, httplib::Response& response) {
  std::ifstream stream(file, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) {
    response.status = kNotFound;
    return;
  }
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_content(content, mime_type(file));
}

}  // namespace

struct FolderServer::State {
  fs::path root;
  std::string token = random_token();
  int port = -1;
  httplib::Server server;
  std::thread thread;

  bool is_for_us(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host");
    return host == fmt::format("{}:{}", kHost, port);
  }

  bool has_token(const httplib::Request& request) const {
    return same(token_in(request.get_header_value("Cookie")), token);
  }

  void answer(const httplib::Request& request, httplib::Response& response) const {
    response.status = kNotFound;
    if (!is_for_us(request)) return;
    if (same(request.get_param_value(kParameter), token)) return welcome(request, response);
    if (!has_token(request)) return;
    const auto file = served_file(root, request.target);
    if (!file) return;
    response.status = -1;  // the library's own choice: 200, or 206 for a part
    send_file(*file, response);
  }

  /// Leaves the token as a cookie, and goes on to the address without it.
  void welcome(const httplib::Request& request, httplib::Response& response) const {
    response.set_header("Set-Cookie",
                        fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", kCookie, token));
    response.set_header("Cache-Control", "no-store");
    response.set_header("Location", request.target.substr(0, request.target.find('?')));
    response.status = kFound;
  }
};

FolderServer::FolderServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
FolderServer::FolderServer(FolderServer&& other) noexcept = default;

FolderServer::~FolderServer() {
  if (!state_) return;
  state_->server.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

Result<FolderServer> FolderServer::start(const fs::path& folder) {
  auto state = std::make_unique<State>();
  std::error_code error;
  state->root = fs::canonical(folder, error);
  if (error) {
    return trace::fail({folder, 0, 0, "this folder cannot be served: " + error.message(), ""});
  }
  State& shared = *state;
  shared.server.Get(".*", [&shared](const httplib::Request& request, httplib::Response& response) {
    shared.answer(request, response);
  });
  shared.port = shared.server.bind_to_any_port(kHost);
  if (shared.port < 0) {
    return trace::fail({folder, 0, 0, "it cannot be served: no port of 127.0.0.1 is free", ""});
  }
  shared.thread = std::thread([&shared] { shared.server.listen_after_bind(); });
  // stop() does nothing to a server that has not begun.
  while (!shared.server.is_running())
    std::this_thread::yield();
  return FolderServer(std::move(state));
}

std::string FolderServer::entry(const std::string& page) const {
  std::string path;
  for (const char letter : page) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = std::isalnum(byte) != 0 || letter == '/' || letter == '.' ||
                          letter == '-' || letter == '_' || letter == '~';
    path += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return fmt::format("http://{}:{}/{}?{}={}", kHost, state_->port, path, kParameter, state_->token);
}

int FolderServer::port() const {
  return state_->port;
}

}  // namespace tensorleak::cli
