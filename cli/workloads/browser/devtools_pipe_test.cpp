#include "cli/workloads/browser/devtools_pipe.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

namespace tensorleak::cli {
namespace {

using Wait = DevToolsPipe::Wait;
using namespace std::chrono_literals;

/// The pipe with the test as its browser.
class Pipe : public ::testing::Test {
 protected:
  Pipe() : Pipe(make(), make(), make()) {}

  static std::pair<Descriptor, Descriptor> make() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
  }

  static void put(const Descriptor& end, std::string_view bytes) {
    EXPECT_EQ(::write(end.number(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
  }

  Wait wait(std::chrono::milliseconds patience = 10s) {
    return pipe_.wait(DevToolsPipe::Clock::now() + patience, interrupt_.number());
  }

  Descriptor commands_;
  Descriptor answers_;
  Descriptor interrupt_;
  Descriptor interrupter_;
  DevToolsPipe pipe_;

 private:
  Pipe(std::pair<Descriptor, Descriptor> to, std::pair<Descriptor, Descriptor> from,
       std::pair<Descriptor, Descriptor> interrupt)
      : commands_(std::move(to.first)),
        answers_(std::move(from.second)),
        interrupt_(std::move(interrupt.first)),
        interrupter_(std::move(interrupt.second)),
        pipe_(std::move(to.second), std::move(from.first)) {}
};

TEST_F(Pipe, SendsCommandsEndedByNul) {
  EXPECT_EQ(pipe_.send("", "Browser.close"), 1);
  EXPECT_EQ(pipe_.send("S", "Page.navigate", {{"url", "about:blank"}}), 2);
  std::string sent(4096, '\0');
  sent.resize(static_cast<std::size_t>(::read(commands_.number(), sent.data(), sent.size())));
  const std::size_t end = sent.find('\0');
  EXPECT_EQ(nlohmann::json::parse(sent.substr(0, end)),
            (nlohmann::json{
                {"id", 1}, {"method", "Browser.close"}, {"params", nlohmann::json::object()}}));
  EXPECT_EQ(nlohmann::json::parse(sent.substr(end + 1, sent.size() - end - 2))["sessionId"], "S");
  EXPECT_EQ(sent.back(), '\0');
}

TEST_F(Pipe, PutsMessagesTogetherThatComeInPiecesOrAtOnce) {
  put(answers_, R"({"id":)");
  EXPECT_EQ(wait(20ms), Wait::kTimeout);
  put(answers_, std::string("1}\0{\"id\":2}\0", 12));
  ASSERT_EQ(wait(), Wait::kMessage);
  EXPECT_EQ((*pipe_.next())["id"], 1);
  ASSERT_EQ(wait(), Wait::kMessage);
  EXPECT_EQ((*pipe_.next())["id"], 2);
  EXPECT_EQ(wait(20ms), Wait::kTimeout);
}

TEST_F(Pipe, PassesOverWhatIsNoMessage) {
  put(answers_, std::string("noise\0[1]\0{\"id\":3}\0", 19));
  for (const bool is_message : {false, false, true}) {
    ASSERT_EQ(wait(), Wait::kMessage);
    EXPECT_EQ(pipe_.next().has_value(), is_message);
  }
}

TEST_F(Pipe, IsInterruptedEvenWhileMessagesCome) {
  put(answers_, std::string("{}\0", 3));
  put(interrupter_, "x");
  EXPECT_EQ(wait(), Wait::kInterrupted);
}

TEST_F(Pipe, GivesOutWhatCameBeforeItsEnd) {
  put(answers_, std::string("{\"id\":4}\0{\"cut", 14));
  answers_ = Descriptor();
  ASSERT_EQ(wait(), Wait::kMessage);
  EXPECT_EQ((*pipe_.next())["id"], 4);
  EXPECT_EQ(wait(), Wait::kClosed);
}

}  // namespace
}  // namespace tensorleak::cli
