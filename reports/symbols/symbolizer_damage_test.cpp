// Files that are not what they were when the program was recorded.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "reports/symbols/file_names.hpp"
#include "reports/symbols/fixtures/recorded_places.hpp"

namespace tensorleak::symbols {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace fs = std::filesystem;

/// A copy of a test program, to be spoilt.
class SpoiltProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    original_ = recorded_.path;
    recorded_.path =
        testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".so";
    fs::copy_file(original_, recorded_.path, fs::copy_options::overwrite_existing);
  }
  void TearDown() override { fs::remove(recorded_.path); }

  std::string resolve_plain() {
    const auto frames = symbolizer_.resolve(recorded_.module(), recorded_.at("plain"));
    return frames.empty() ? "" : frames[0].function;
  }

  std::string note(const std::string& what) const {
    return recorded_.path + " " + what + "; names left out";
  }

  RecordedPlaces recorded_ = record_places("O2");
  std::string original_;
  Symbolizer symbolizer_;
};

TEST_F(SpoiltProgram, RebuiltSinceTheRecordingGivesNoNames) {
  recorded_.build_id = std::string(40, 'a');
  EXPECT_THAT(resolve_plain(), StartsWith("RebuiltSinceTheRecordingGivesNoNames.so+0x"));
  EXPECT_THAT(symbolizer_.notes(), ElementsAre(note("was rebuilt since the recording")));
}

TEST_F(SpoiltProgram, ItsNoteIsGivenOnce) {
  recorded_.build_id = std::string(40, 'a');
  resolve_plain();
  symbolizer_.resolve(recorded_.module(), recorded_.at("hidden"));
  EXPECT_THAT(symbolizer_.notes(), SizeIs(1));
}

TEST_F(SpoiltProgram, WithoutARecordedBuildIdItIsTaken) {
  if (!kHasNames) GTEST_SKIP() << "built with TENSORLEAK_SYMBOLS=none";
  recorded_.build_id.clear();
  EXPECT_EQ(resolve_plain(), "fixture::plain(int)");
}

TEST_F(SpoiltProgram, GoneGivesNoNames) {
  fs::remove(recorded_.path);
  EXPECT_THAT(resolve_plain(), StartsWith("GoneGivesNoNames.so+0x"));
  EXPECT_THAT(symbolizer_.notes(), ElementsAre(note("is not there any more")));
}

TEST_F(SpoiltProgram, CutShortGivesNoNames) {
  for (const unsigned part : {0U, 1U, 3U, 17U, 31U}) {
    fs::copy_file(original_, recorded_.path, fs::copy_options::overwrite_existing);
    fs::resize_file(recorded_.path, fs::file_size(original_) * part / 32);
    Symbolizer symbolizer;
    const auto frames = symbolizer.resolve(recorded_.module(), recorded_.at("plain"));
    ASSERT_THAT(frames, SizeIs(1));
    EXPECT_THAT(frames[0].function, StartsWith("CutShortGivesNoNames.so+0x"));
    EXPECT_THAT(symbolizer.notes(), ElementsAre(EndsWith("; names left out")));
  }
}

TEST_F(SpoiltProgram, OverwrittenBytesGiveAnAnswerOfSomeKind) {
  std::mt19937 random(1);
  recorded_.build_id.clear();
  for (int round = 0; round < 100; ++round) {
    fs::copy_file(original_, recorded_.path, fs::copy_options::overwrite_existing);
    std::fstream file(recorded_.path, std::ios::binary | std::ios::in | std::ios::out);
    for (int i = 0; i < 20; ++i) {
      file.seekp(static_cast<std::streamoff>(random() % fs::file_size(original_)));
      file.put(static_cast<char>(random()));
    }
    file.close();
    Symbolizer symbolizer;
    for (const auto& [place, address] : recorded_.return_addresses)
      EXPECT_FALSE(symbolizer.resolve(recorded_.module(), address).empty());
  }
}

}  // namespace
}  // namespace tensorleak::symbols
