// A trace that was cut at any byte is read, is said to be incomplete, and never shows a leak that
// the whole trace does not show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_format.hpp"
#include "libtrack/trace/trace_reader.hpp"
#include "reports/analysis/analyzer.hpp"
#include "tests/cut_traces.hpp"

namespace tensorleak::end_to_end {
namespace {

using analysis::Completeness;
using analysis::Findings;
using analysis::Outcome;
using ::testing::HasSubstr;
using ::testing::SizeIs;

trace::Result<Findings> judge(const std::string& path) {
  auto reader = trace::TraceReader::open(path);
  if (!reader) return trace::fail(reader.error());
  analysis::Analyzer analyzer({});
  for (;;) {
    const auto event = (*reader)->next();
    if (!event) return trace::fail(event.error());
    if (*event == nullptr) return analyzer.finish((*reader)->ending());
    analyzer.consume(**event, (*reader)->place());
  }
}

std::set<std::string> leaking_sites(const Findings& findings) {
  std::set<std::string> fingerprints;
  for (const analysis::Site& site : findings.sites) {
    if (is_leak(site.label)) fingerprints.insert(site.fingerprint);
  }
  return fingerprints;
}

/// Descending sizes: the file is cut shorter and shorter.
using Cuts = std::set<std::size_t, std::greater<>>;

Cuts every_byte(const std::string& bytes) {
  Cuts cuts;
  for (std::size_t size = 0; size < bytes.size(); ++size)
    cuts.insert(size);
  return cuts;
}

/// Spread over the file, and around the bounds of all records and of their headers.
Cuts many_places(const std::string& bytes) {
  constexpr std::size_t kSpread = 300;
  Cuts cuts;
  for (std::size_t i = 0; i < kSpread; ++i)
    cuts.insert(bytes.size() * i / kSpread);
  for (const std::size_t record : trace::testing::records_of(bytes)) {
    for (const std::size_t bound : {record, record + trace::kRecordHeaderSize}) {
      for (const std::size_t size : {bound - 1, bound, bound + 1})
        cuts.insert(std::min(size, bytes.size() - 1));
    }
  }
  return cuts;
}

void expect_true_of_the_whole(const Findings& cut, const Findings& whole, std::size_t size) {
  EXPECT_NE(cut.completeness, Completeness::kClean) << size;
  EXPECT_NE(cut.verdict.outcome, Outcome::kClean) << size;
  if (cut.verdict.outcome == Outcome::kLeak) {
    EXPECT_EQ(whole.verdict.outcome, Outcome::kLeak) << size;
  }
  const auto in_whole = leaking_sites(whole);
  const auto in_cut = leaking_sites(cut);
  EXPECT_TRUE(std::ranges::includes(in_whole, in_cut)) << "a false leak in the first " << size;
}

class TraceCut : public ::testing::TestWithParam<CutTrace> {
 protected:
  TraceCut() : path_(folder_.write("cut.tltrace", GetParam().bytes)) {
    if (auto findings = judge(path_)) whole_ = std::move(*findings);
  }

  /// What is found in the first `size` bytes; sizes descend.
  trace::Result<Findings> judge_first(std::size_t size) const {
    std::filesystem::resize_file(path_, size);
    return judge(path_);
  }

  const trace::testing::TempFolder folder_;
  const std::string path_;
  Findings whole_;
};

void expect_no_false_leak(const Cuts& cuts, const Findings& whole, const auto& judge_first) {
  for (const std::size_t size : cuts) {
    const auto cut = judge_first(size);
    if (size < trace::kFileHeaderSize) {
      ASSERT_FALSE(cut) << size;
      EXPECT_THAT(cut.error().what, HasSubstr(size == 0 ? "is empty" : "ends before"));
    } else {
      ASSERT_TRUE(cut) << cut.error().text();
      expect_true_of_the_whole(*cut, whole, size);
    }
    if (::testing::Test::HasFailure()) return;  // the others would say the same
  }
}

TEST_P(TraceCut, WholeHasItsVerdict) {
  EXPECT_EQ(whole_.completeness, Completeness::kClean);
  EXPECT_EQ(whole_.verdict.outcome, GetParam().leaks ? Outcome::kLeak : Outcome::kClean);
  EXPECT_THAT(leaking_sites(whole_), SizeIs(GetParam().leaks ? 1 : 0));
  EXPECT_TRUE(whole_.anomalies.empty());
}

TEST_P(TraceCut, AnywhereShowsNoLeakThatTheWholeDoesNotShow) {
  const std::string& bytes = GetParam().bytes;
  constexpr std::size_t kSmall = 10'000;
  const Cuts cuts = bytes.size() < kSmall ? every_byte(bytes) : many_places(bytes);
  expect_no_false_leak(cuts, whole_, [&](std::size_t size) { return judge_first(size); });
}

class LongGrowthCut : public TraceCut {};

TEST_P(LongGrowthCut, InItsLastHalfIsStillALeak) {
  const std::size_t all = GetParam().bytes.size();
  for (std::size_t size = all - 1; size > all / 2; size -= all / 50) {
    const auto cut = judge_first(size);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->verdict.outcome, Outcome::kLeak) << size;
    EXPECT_EQ(leaking_sites(*cut), leaking_sites(whole_)) << size;
  }
}

std::string name_of(const ::testing::TestParamInfo<CutTrace>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Small, TraceCut, ::testing::ValuesIn(small_traces()), name_of);
INSTANTIATE_TEST_SUITE_P(Large, TraceCut, ::testing::ValuesIn(large_traces()), name_of);
INSTANTIATE_TEST_SUITE_P(All, LongGrowthCut,
                         ::testing::Values(leaking_program(Size::kSmall),
                                           leaking_program(Size::kLarge), program_of_threads(true)),
                         name_of);

TEST(CutTraces, OfLargeProgramsHaveFullBlocks) {
  for (const CutTrace& trace : large_traces()) {
    EXPECT_GT(trace.bytes.size(), 4 * trace::kBlockSize) << trace.name;
    EXPECT_GT(trace::testing::records_of(trace.bytes).size(), 5u) << trace.name;
  }
}

}  // namespace
}  // namespace tensorleak::end_to_end
