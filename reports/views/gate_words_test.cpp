#include "reports/views/gate_words.hpp"

#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"

namespace tensorleak::views {
namespace {

using analysis::Label;
using gate::Measure;
using gate::Part;

std::string words_of(const gate::Limit& limit, std::uint64_t count, analysis::Rate growth = {}) {
  return breach_in_words(
      {.limit = limit, .count = count, .growth = growth, .sites = {}, .resources = {}});
}

TEST(GateWords, OfABreachAreWhatThereIsAndWhatMayBe) {
  EXPECT_EQ(words_of({.given = false}, 1), "1 leak where none is allowed");
  EXPECT_EQ(words_of({.most = 2}, 3), "3 leaks where --max-leaks allows 2");
  EXPECT_EQ(words_of({.part = Part::kScope, .name = "train/step", .most = 0}, 1),
            "1 leak in scope:train/step where --max-leaks allows 0");
  EXPECT_EQ(words_of({.part = Part::kLabel, .label = Label::kLeakAtExit, .most = 1}, 2),
            "2 leaks in label:LEAK, at exit where --max-leaks allows 1");
  EXPECT_EQ(words_of({.measure = Measure::kSurvivors, .most = 1000}, 1200),
            "1,200 survivors where --max-survivors allows 1,000");
}

TEST(GateWords, OfGrowthSayBytesPerFrame) {
  const gate::Limit limit{.measure = Measure::kGrowth, .most = 24};
  EXPECT_EQ(words_of(limit, 1, {602112, 1, true}),
            "growth of 602,112 B per frame where --max-growth allows 24 B");
  EXPECT_EQ(words_of(limit, 1, {100, 3, true}),
            "growth of 33.3 B per frame where --max-growth allows 24 B");
  EXPECT_EQ(words_of(limit, 1, {25, 1, true, true}),
            "growth of 25 B per second where --max-growth allows 24 B");
}

TEST(GateWords, OfASiteNameItsLine) {
  EXPECT_EQ(site_in_words(leaking_example().sites[0]),
            "Sub at (anonymous), classify-frames.html:8:40 (3f9a21c4)");
  analysis::Site bare;
  bare.fingerprint = "0123456789abcdef";
  EXPECT_EQ(site_in_words(bare), "tensors (01234567)");
}

TEST(GateWords, MakeNamesHarmless) {
  analysis::Site hostile = leaking_example().sites[0];
  hostile.op = "Sub\x1b[2J";
  EXPECT_EQ(site_in_words(hostile).find('\x1b'), std::string::npos);
}

TEST(GateWords, OfASuppressionSayWhatBecameOfIt) {
  const auto& uses = gated_example().judgement.suppressions;
  ASSERT_EQ(uses.size(), 5u);
  EXPECT_EQ(use_in_words(uses[0]), "op:Known: 30 tensors at 1 site; upstream (known.txt:1)");
  EXPECT_EQ(use_in_words(uses[2]), "op:Nothing suppresses nothing: take it out (known.txt:3)");
  EXPECT_EQ(use_in_words(uses[3]),
            "op:New allows 3 tensors, and there are 30 tensors at 1 site (known.txt:4)");
  EXPECT_EQ(use_in_words(uses[4]),
            "op:Worse counted until 2026-12-02, and names 30 tensors at 1 site: mend the leak, or "
            "give it another day (known.txt:5)");
}

TEST(GateWords, OfAChangeSayWhatItWas) {
  const GatedExample example = gated_example();
  const auto& sites = example.judgement.changes->sites;
  const auto in_words = [&](std::size_t index) {
    return change_in_words(sites.at(index), *example.rules.baseline, example.findings);
  };
  const std::string line = "at (anonymous), classify-frames.html:8:40";
  EXPECT_EQ(in_words(0), "New " + line + " (aaaaaaaa): +1 tensor, 8 B per frame");
  EXPECT_EQ(in_words(1), "Worse " + line +
                             " (bbbbbbbb): +1 tensor, 9 B per frame, was +1 tensor, 8 B per frame");
  EXPECT_EQ(in_words(sites.size() - 1),
            "Gone " + line + " (ffffffff): was +1 tensor, 8 B per frame");
  EXPECT_EQ(change_in_words(example.judgement.changes->resources[0], *example.rules.baseline,
                            example.findings),
            "textures below the tensors: +3 per frame");
  EXPECT_EQ(changes_in_words(*example.judgement.changes), "4 new, 1 worse, 1 better, 1 gone");
}

}  // namespace
}  // namespace tensorleak::views
