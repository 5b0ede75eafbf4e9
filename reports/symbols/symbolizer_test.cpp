#include "reports/symbols/symbolizer.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "reports/symbols/file_names.hpp"
#include "reports/symbols/fixtures/recorded_places.hpp"

namespace tensorleak::symbols {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

const std::string kPlacesFile =
    std::filesystem::path(TENSORLEAK_SOURCE_DIR "/reports/symbols/fixtures/places.cpp")
        .lexically_normal();

/// Debug information names functions without external linkage in short; their whole names are from
/// the symbol table, and libbacktrace does not read that of a separate debug file.
std::string function_of(std::string_view place, bool has_symbol_table) {
  if (place == "plain") return "fixture::plain(int)";
  if (place == "box") return "fixture::Box<unsigned long>::Box()";
  if (place == "hidden") {
    return has_symbol_table ? "fixture::(anonymous namespace)::hidden()" : "hidden";
  }
  return has_symbol_table ? "fixture::places()::{lambda()#1}::operator()() const" : "operator()";
}

/// Every way to build a program that keeps its debug information, here or in a file beside it.
class ProgramsWithNames : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!kHasNames) GTEST_SKIP() << "built with TENSORLEAK_SYMBOLS=none";
  }
};

TEST_P(ProgramsWithNames, GiveFunctionFileAndLine) {
  const RecordedPlaces recorded = record_places(GetParam());
  const bool has_symbol_table = GetParam() != std::string_view("split");
  Symbolizer symbolizer;
  for (const char* place : {"plain", "hidden", "box", "lambda"}) {
    const auto frames = symbolizer.resolve(recorded.module(), recorded.at(place));
    ASSERT_THAT(frames, SizeIs(1)) << place;
    EXPECT_EQ(frames[0], (ResolvedFrame{.function = function_of(place, has_symbol_table),
                                        .file = kPlacesFile,
                                        .line = line_of_place(place),
                                        .module = recorded.path}))
        << place << ": " << frames[0].function << " at " << frames[0].file << ':' << frames[0].line;
  }
  EXPECT_THAT(symbolizer.notes(), IsEmpty());
}

TEST_P(ProgramsWithNames, GiveTheChainOfInlinedCalls) {
  const RecordedPlaces recorded = record_places(GetParam());
  Symbolizer symbolizer;
  const auto frames = symbolizer.resolve(recorded.module(), recorded.at("innermost"));
  ASSERT_THAT(frames, SizeIs(3));
  EXPECT_THAT(frames[0].function, HasSubstr("innermost"));
  EXPECT_EQ(frames[0].line, line_of_place("innermost"));
  EXPECT_EQ(frames[1].function, "fixture::middle()");
  EXPECT_EQ(frames[1].line, line_of_place("middle"));
  EXPECT_EQ(frames[2].function, "fixture::outermost()");
  EXPECT_EQ(frames[2].line, line_of_place("outermost"));
  EXPECT_TRUE(frames[0].inlined && frames[1].inlined);
  EXPECT_FALSE(frames[2].inlined);
}

INSTANTIATE_TEST_SUITE_P(Builds, ProgramsWithNames,
                         ::testing::Values("O0", "O2", "dwarf4", "fixed", "shared", "split"),
                         [](const auto& build) { return std::string(build.param); });

TEST(Symbolizer, WithoutDebugInformationTheSymbolTableNamesTheFunction) {
  if (!kHasNames) GTEST_SKIP() << "built with TENSORLEAK_SYMBOLS=none";
  for (const char* build : {"plain", "stripped_shared"}) {
    const RecordedPlaces recorded = record_places(build);
    Symbolizer symbolizer;
    const auto plain = symbolizer.resolve(recorded.module(), recorded.at("plain"));
    ASSERT_THAT(plain, SizeIs(1));
    EXPECT_EQ(plain[0],
              (ResolvedFrame{.function = "fixture::plain(int)", .module = recorded.path}));
    const auto inlined = symbolizer.resolve(recorded.module(), recorded.at("innermost"));
    ASSERT_THAT(inlined, SizeIs(1));
    EXPECT_EQ(inlined[0].function, "fixture::outermost()");
  }
}

TEST(Symbolizer, WithoutAnyNamesTheOffsetInTheModuleStands) {
  const RecordedPlaces recorded = record_places("stripped");
  Symbolizer symbolizer;
  const auto frames = symbolizer.resolve(recorded.module(), recorded.at("plain"));
  ASSERT_THAT(frames, SizeIs(1));
  EXPECT_THAT(frames[0].function, MatchesRegex("symbols_fixture_stripped\\+0x[0-9a-f]+"));
  EXPECT_EQ(frames[0].file, "");
  EXPECT_EQ(frames[0].line, 0U);
}

TEST(Symbolizer, TheSameAddressIsLookedUpOnce) {
  const RecordedPlaces recorded = record_places("O2");
  Symbolizer symbolizer;
  const auto first = symbolizer.resolve(recorded.module(), recorded.at("plain"));
  const auto second = symbolizer.resolve(recorded.module(), recorded.at("plain"));
  EXPECT_EQ(first.data(), second.data());
}

TEST(Symbolizer, TheLoadAddressOfARunDoesNotMatter) {
  RecordedPlaces recorded = record_places("O2");
  Symbolizer symbolizer;
  const auto here = symbolizer.resolve(recorded.module(), recorded.at("plain"));
  recorded.load_bias += 0x10000;
  const auto there = symbolizer.resolve(recorded.module(), recorded.at("plain") + 0x10000);
  EXPECT_EQ(here.data(), there.data());
}

TEST(Symbolizer, AnAddressOutsideOfAllFunctionsHasAnOffset) {
  const RecordedPlaces recorded = record_places("O2");
  Symbolizer symbolizer;
  const auto frames = symbolizer.resolve(recorded.module(), recorded.load_bias + 0x10);
  ASSERT_THAT(frames, SizeIs(1));
  EXPECT_EQ(frames[0].function, "symbols_fixture_O2+0x10");
}

TEST(Symbolizer, TheKernelsOwnModuleHasAnOffsetAndNoNote) {
  Symbolizer symbolizer;
  const auto frames = symbolizer.resolve({.path = "[vdso]", .load_bias = 0x7000}, 0x7a00);
  ASSERT_THAT(frames, SizeIs(1));
  EXPECT_EQ(frames[0].function, "[vdso]+0xa00");
  EXPECT_THAT(symbolizer.notes(), IsEmpty());
}

}  // namespace
}  // namespace tensorleak::symbols
