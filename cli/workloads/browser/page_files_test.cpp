#include "cli/workloads/browser/page_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace tensorleak::cli {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Answers as a browser does whose network has these files, in pieces of some bytes.
class Browser {
 public:
  std::map<std::string, std::string> files;
  std::vector<std::string> asked;
  bool is_gone = false;

  PageFiles::Call call() {
    return [this](std::string_view method, const json& parameters, PageFiles::Clock::time_point) {
      return is_gone ? std::nullopt : answer(method, parameters);
    };
  }

 private:
  std::optional<json> answer(std::string_view method, const json& parameters) {
    if (method == "Network.loadNetworkResource") {
      asked.push_back(parameters.at("url"));
      const auto file = files.find(asked.back());
      if (file == files.end()) return json{{"resource", {{"success", false}}}};
      rest_ = file->second;
      return json{{"resource", {{"success", true}, {"stream", "7"}}}};
    }
    if (method != "IO.read") return json::object();
    const std::string piece = rest_.substr(0, 4);
    rest_.erase(0, piece.size());
    return json{{"data", piece}, {"base64Encoded", false}, {"eof", rest_.empty()}};
  }

  std::string rest_;
};

TEST(PageFiles, AreReadFromThePagesServerByTheirNames) {
  Browser browser;
  browser.files["http://localhost:5173/assets/a.js?v=1"] = "let tensor;";
  PageFiles files(browser.call(), "F", "http://localhost:5173/app/#x", false);
  EXPECT_EQ(files.read("assets/a.js?v=1", 99), "let tensor;");
  EXPECT_EQ(files.read("/assets/a.js?v=1", 99), "let tensor;");
  EXPECT_EQ(files.read("http://localhost:5173/assets/a.js?v=1", 99), "let tensor;");
  EXPECT_EQ(files.read("assets/b.js", 99), std::nullopt);
}

TEST(PageFiles, OfTheDiskAreLeftThere) {
  Browser browser;
  browser.files["https://cdn.example/a.js"] = "a";
  PageFiles files(browser.call(), "F", "http://127.0.0.1:4711/index.html", true);
  EXPECT_EQ(files.read("sketch.js", 99), std::nullopt);
  EXPECT_EQ(files.read("http://127.0.0.1:4711/sketch.js", 99), std::nullopt);
  EXPECT_THAT(browser.asked, IsEmpty());
  EXPECT_EQ(files.read("https://cdn.example/a.js", 99), "a");
}

TEST(PageFiles, OfNoServerAreNotAskedFor) {
  Browser browser;
  PageFiles files(browser.call(), "F", "http://localhost/", false);
  for (const char* const name : {"", "blob:", "data:text/javascript,1", "node:fs", "file:///a.js"})
    EXPECT_EQ(files.read(name, 99), std::nullopt) << name;
  EXPECT_THAT(browser.asked, IsEmpty());
}

TEST(PageFiles, ThatAreTooLargeAreNone) {
  Browser browser;
  browser.files["http://localhost/a.js"] = "0123456789";
  PageFiles files(browser.call(), "F", "http://localhost/", false);
  EXPECT_EQ(files.read("a.js", 9), std::nullopt);
  EXPECT_EQ(files.read("a.js", 10), "0123456789");
}

TEST(PageFiles, AreNoneWithoutABrowser) {
  Browser browser;
  browser.is_gone = true;
  PageFiles files(browser.call(), "F", "http://localhost/", false);
  EXPECT_EQ(files.read("a.js", 99), std::nullopt);
}

}  // namespace
}  // namespace tensorleak::cli
