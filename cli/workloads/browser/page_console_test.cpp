#include "cli/workloads/browser/page_console.hpp"

#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using nlohmann::json;

TEST(PageComplaint, IsWhatTheConsoleShowsOfAnError) {
  const json parameters = json::parse(R"({"type":"error","args":[
    {"type":"string","value":"cannot load"},{"type":"number","value":3},
    {"type":"object","description":"Error: why\n    at x.js:1:2"}]})");
  EXPECT_EQ(page_complaint("Runtime.consoleAPICalled", parameters),
            "cannot load 3 Error: why\n    at x.js:1:2");
}

TEST(PageComplaint, IsAnUncaughtExceptionWithItsPlace) {
  const json parameters = json::parse(R"({"exceptionDetails":{"text":"Uncaught","lineNumber":4,
    "url":"http://x/a.js","exception":{"description":"TypeError: no"}}})");
  EXPECT_EQ(page_complaint("Runtime.exceptionThrown", parameters),
            "TypeError: no (http://x/a.js:5)");
}

TEST(PageComplaint, IsAFileThatIsMissingButNoIcon) {
  const auto missing = [](const std::string& url) {
    return json{{"entry", {{"level", "error"}, {"text", "404"}, {"url", url}}}};
  };
  EXPECT_EQ(page_complaint("Log.entryAdded", missing("http://x/a.bin")), "404 (http://x/a.bin)");
  EXPECT_EQ(page_complaint("Log.entryAdded", missing("http://x/favicon.ico")), std::nullopt);
}

TEST(PageComplaint, IsNothingElse) {
  EXPECT_EQ(page_complaint("Runtime.consoleAPICalled", {{"type", "log"}}), std::nullopt);
  EXPECT_EQ(page_complaint("Page.loadEventFired", json::object()), std::nullopt);
}

}  // namespace
}  // namespace tensorleak::cli
