#include "cli/progress.hpp"

#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using namespace std::chrono_literals;

/// A screen and a clock that only the test moves.
struct Scene {
  std::string screen;
  Progress::Clock::time_point time{};

  Progress::Surroundings surroundings() {
    return {[this](std::string_view text) { screen += text; }, [this] { return time; }};
  }
};

TEST(Progress, OfAShortRecordingIsNeverShown) {
  Scene scene;
  {
    Progress progress("a.jsonl", 100, scene.surroundings());
    progress.advance(50, 1024);
    scene.time += 100ms;
    progress.advance(99, 2048);
  }
  EXPECT_EQ(scene.screen, "");
}

TEST(Progress, OfALongRecordingIsShownAndErased) {
  Scene scene;
  {
    Progress progress("a.jsonl", 200, scene.surroundings());
    scene.time += 1s;
    progress.advance(50, 1024);
    EXPECT_EQ(scene.screen, "\r\x1b[Kreading a.jsonl: 25 %, 1,024 events");
    scene.screen.clear();
  }
  EXPECT_EQ(scene.screen, "\r\x1b[K");
}

TEST(Progress, OfAPipeCountsEventsOnly) {
  Scene scene;
  Progress progress("standard input", std::nullopt, scene.surroundings());
  scene.time += 1s;
  progress.advance(50, 2048);
  EXPECT_EQ(scene.screen, "\r\x1b[Kreading standard input: 2,048 events");
}

TEST(Progress, IsRedrawnOnlyNowAndThen) {
  Scene scene;
  Progress progress("a.jsonl", 200, scene.surroundings());
  scene.time += 1s;
  progress.advance(50, 1024);
  scene.screen.clear();
  scene.time += 1ms;
  progress.advance(51, 2048);
  EXPECT_EQ(scene.screen, "");
  scene.time += 1s;
  progress.advance(52, 3072);
  EXPECT_NE(scene.screen, "");
}

TEST(Progress, WithoutAPlaceToDrawDoesNothing) {
  Progress progress("a.jsonl", 200, {});
  progress.advance(50, 1024);
}

}  // namespace
}  // namespace tensorleak::cli
