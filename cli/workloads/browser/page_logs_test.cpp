#include "cli/workloads/browser/page_logs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Wish = PageLogs::Wish;

const Realm kPage{"A", 1};
const Realm kFrame{"A", 2};
const Realm kWorker{"B", 1};

class Logs : public ::testing::Test {
 protected:
  std::vector<std::string> contents() {
    logs_.finish();
    std::vector<std::string> all;
    for (const auto& path : logs_.paths()) {
      std::ifstream file(path, std::ios::binary);
      all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return all;
  }

  void take_all(const Realm& realm, std::initializer_list<std::string_view> messages) {
    for (const std::string_view message : messages)
      EXPECT_EQ(logs_.take(realm, message), Wish::kNone);
  }

  trace::testing::TempFolder folder_;
  PageLogs logs_{folder_.path(""), "77"};
};

TEST_F(Logs, AreOneForEachRealm) {
  take_all(kPage, {"o", "+one "});
  take_all(kWorker, {"o", "+other"});
  take_all(kFrame, {"o"});
  take_all(kPage, {"+log", "."});
  EXPECT_THAT(logs_.open_realms(), ElementsAre(kFrame, kWorker));
  EXPECT_THAT(contents(), ElementsAre("one log", "other", ""));
  EXPECT_EQ(logs_.paths()[1].filename(), "trace.77.1.jsonl");
}

TEST_F(Logs, BeginAnewWhereARealmTakesAnothersNumber) {
  take_all(kPage, {"o", "+first", "o", "+second", "."});
  EXPECT_THAT(contents(), ElementsAre("first", "second"));
}

TEST_F(Logs, TakeNothingFromARealmThatIsClosedOrGone) {
  take_all(kPage, {"+early", "o", "+in", ".", "+late"});
  take_all(kWorker, {"o", "+in"});
  logs_.forget("B");
  take_all(kWorker, {"+late"});
  EXPECT_THAT(contents(), ElementsAre("in", "in"));
}

TEST_F(Logs, PassOverWhatThePageSendsItself) {
  take_all(kPage, {"", "x", "+", "."});
  EXPECT_THAT(logs_.paths(), IsEmpty());
  EXPECT_EQ(logs_.take(kPage, "d"), Wish::kDone);
}

TEST_F(Logs, NameOneThatCannotBeWritten) {
  PageLogs logs(folder_.path("nowhere"), "77");
  logs.take(kPage, "o");
  logs.take(kPage, "+x");
  logs.finish();
  EXPECT_EQ(logs.unwritten().filename(), "trace.77.0.jsonl");
}

}  // namespace
}  // namespace tensorleak::cli
