#include "cli/workloads/browser/folder_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <filesystem>
#include <optional>

#include "cli/workloads/browser/devtools_pipe.hpp"
#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A stream to `address`; nothing where nobody listens.
std::optional<Descriptor> connect_to(const char* address, int port) {
  Descriptor stream(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, address, &place.sin_addr);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what sockets ask for
  const auto* const general = reinterpret_cast<const sockaddr*>(&place);
  if (::connect(stream.number(), general, sizeof place) != 0) return std::nullopt;
  return stream;
}

/// Serves a page, a picture and a link to a secret; requests are written as they go over the wire,
/// for a client would put them right.
class Server : public ::testing::Test {
 protected:
  Server() : server_(start()) {
    const std::string entry = server_.entry("index.html");
    token_ = entry.substr(entry.find('=') + 1);
  }

  FolderServer start() const {
    std::filesystem::create_directory(folder_.path("sketch"));
    folder_.write("secret.txt", "secret");
    folder_.write("sketch/index.html", "<p>page</p>");
    folder_.write("sketch/data.bin", "0123456789");
    std::filesystem::create_symlink("../secret.txt", folder_.path("sketch/link.txt"));
    return *FolderServer::start(folder_.path("sketch"));
  }

  /// The whole answer, head and body.
  std::string ask(const std::string& target, const std::string& headers,
                  const std::string& method = "GET") const {
    const auto stream = connect_to("127.0.0.1", server_.port());
    const std::string request =
        fmt::format("{} {} HTTP/1.1\r\nConnection: close\r\n{}\r\n", method, target, headers);
    ::send(stream->number(), request.data(), request.size(), MSG_NOSIGNAL);
    std::string answer;
    std::array<char, 4096> piece{};
    for (ssize_t count; (count = ::recv(stream->number(), piece.data(), piece.size(), 0)) > 0;)
      answer.append(piece.data(), static_cast<std::size_t>(count));
    return answer;
  }

  std::string host() const { return fmt::format("Host: 127.0.0.1:{}\r\n", server_.port()); }
  std::string cookie() const { return fmt::format("Cookie: tensorleak-token={}\r\n", token_); }

  trace::testing::TempFolder folder_;
  FolderServer server_;
  std::string token_;
};

constexpr const char* kNotFound = "HTTP/1.1 404 ";

TEST_F(Server, LeavesItsTokenAtTheEntryAndThenServes) {
  const std::string welcome = ask("/index.html?tensorleak-token=" + token_, host());
  EXPECT_THAT(welcome, StartsWith("HTTP/1.1 302 "));
  EXPECT_THAT(welcome, HasSubstr("Location: /index.html\r\n"));
  EXPECT_THAT(welcome,
              HasSubstr("tensorleak-token=" + token_ + "; Path=/; HttpOnly; SameSite=Strict"));
  const std::string page = ask("/index.html", host() + cookie());
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(page, HasSubstr("Content-Type: text/html; charset=utf-8\r\n"));
  EXPECT_THAT(page, HasSubstr("<p>page</p>"));
  EXPECT_THAT(ask("/", host() + "Cookie: other=1; tensorleak-token=" + token_ + "\r\n"),
              HasSubstr("<p>page</p>"));
}

TEST_F(Server, AnswersNobodyWithoutTheToken) {
  EXPECT_GE(token_.size(), 32U);
  EXPECT_THAT(ask("/index.html", host()), StartsWith(kNotFound));
  EXPECT_THAT(ask("/index.html", host() + "Cookie: tensorleak-token=\r\n"), StartsWith(kNotFound));
  EXPECT_THAT(ask("/index.html", host() + "Cookie: tensorleak-token=0123\r\n"),
              StartsWith(kNotFound));
  EXPECT_THAT(ask("/index.html?tensorleak-token=x", host()), StartsWith(kNotFound));
  EXPECT_THAT(ask("/index.html", host()), Not(HasSubstr("page")));
}

TEST_F(Server, HasAnotherTokenEachTime) {
  EXPECT_NE(FolderServer::start(folder_.path("sketch"))->entry("").substr(20),
            FolderServer::start(folder_.path("sketch"))->entry("").substr(20));
}

TEST_F(Server, AnswersToNoNameThatWasBentToIt) {
  EXPECT_THAT(ask("/index.html", "Host: evil.example\r\n" + cookie()), StartsWith(kNotFound));
  EXPECT_THAT(ask("/index.html", cookie()), StartsWith(kNotFound));
}

TEST_F(Server, LetsNoOtherOriginRead) {
  const std::string answer =
      ask("/index.html", host() + cookie() + "Origin: http://evil.example\r\n");
  EXPECT_THAT(answer, Not(HasSubstr("Access-Control")));
  EXPECT_THAT(ask("/index.html", host() + cookie() + "Origin: http://evil.example\r\n", "OPTIONS"),
              Not(HasSubstr("Access-Control")));
}

TEST_F(Server, HasNothingOutsideTheFolder) {
  for (const char* const target :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
        "/link.txt", "/missing.html", "//etc/passwd", "/..%5csecret.txt"}) {
    const std::string answer = ask(target, host() + cookie());
    EXPECT_THAT(answer, StartsWith(kNotFound)) << target;
    EXPECT_THAT(answer, Not(HasSubstr("secret"))) << target;
  }
}

TEST_F(Server, SendsAPartOfAFileAsVideosNeedIt) {
  const std::string answer = ask("/data.bin", host() + cookie() + "Range: bytes=2-4\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 206 "));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\n234"));
}

TEST_F(Server, ListensOnLoopbackAlone) {
  EXPECT_TRUE(connect_to("127.0.0.1", server_.port()));
  EXPECT_FALSE(connect_to("127.0.0.2", server_.port()));  // which a socket on all addresses has
}

TEST(FolderServer, FailsInWordsWhereThereIsNoFolder) {
  const auto server = FolderServer::start("/nowhere");
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error().text(), HasSubstr("/nowhere: this folder cannot be served"));
}

}  // namespace
}  // namespace tensorleak::cli
