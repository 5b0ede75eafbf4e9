#include "cli/exit_code.hpp"

#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using analysis::Doubt;
using analysis::Findings;
using analysis::Outcome;

Findings findings_of(Outcome outcome, std::vector<Doubt> doubts = {}) {
  Findings findings;
  findings.verdict.outcome = outcome;
  findings.verdict.doubts = std::move(doubts);
  return findings;
}

TEST(ExitCodes, NothingThatAppliesIsClean) {
  EXPECT_EQ(ExitCodes().exit(), ExitCode::kClean);
  EXPECT_EQ(ExitCodes().applying(), std::vector<int>{0});
}

TEST(ExitCodes, PrecedenceIsUnusableLeakProgramNoVerdictClean) {
  ExitCodes codes;
  codes.add(ExitCode::kClean);
  EXPECT_EQ(codes.exit(), ExitCode::kClean);
  codes.add(ExitCode::kNoVerdict);
  EXPECT_EQ(codes.exit(), ExitCode::kNoVerdict);
  codes.add(ExitCode::kProgramFailed);
  EXPECT_EQ(codes.exit(), ExitCode::kProgramFailed);
  codes.add(ExitCode::kLeak);
  EXPECT_EQ(codes.exit(), ExitCode::kLeak);
  codes.add(ExitCode::kUnusable);
  EXPECT_EQ(codes.exit(), ExitCode::kUnusable);
  EXPECT_EQ(codes.applying(), (std::vector<int>{2, 1, 4, 3}));
}

TEST(ExitCodes, ACodeThatIsAddedTwiceAppliesOnce) {
  ExitCodes codes;
  codes.add(ExitCode::kLeak);
  codes.add(ExitCode::kNoVerdict);
  codes.add(ExitCode::kLeak);
  EXPECT_EQ(codes.applying(), (std::vector<int>{1, 3}));
}

TEST(ExitCodes, FollowTheVerdict) {
  EXPECT_EQ(exit_codes(findings_of(Outcome::kClean)).exit(), ExitCode::kClean);
  EXPECT_EQ(exit_codes(findings_of(Outcome::kLeak)).exit(), ExitCode::kLeak);
  EXPECT_EQ(exit_codes(findings_of(Outcome::kNoVerdict)).exit(), ExitCode::kNoVerdict);
}

TEST(ExitCodes, ADoubtfulLeakIsALeakFirst) {
  const ExitCodes codes = exit_codes(findings_of(Outcome::kLeak, {Doubt::kIncomplete}));
  EXPECT_EQ(codes.exit(), ExitCode::kLeak);
  EXPECT_EQ(codes.applying(), (std::vector<int>{1, 3}));
}

TEST(ExitCodes, ADoubtIsNeverClean) {
  EXPECT_EQ(exit_codes(findings_of(Outcome::kClean, {Doubt::kDropped})).exit(),
            ExitCode::kNoVerdict);
}

TEST(ExitCodes, FollowTheEndOfTheProgram) {
  Findings findings = findings_of(Outcome::kClean);
  findings.program_end = analysis::ProgramEnd{};
  EXPECT_EQ(exit_codes(findings).exit(), ExitCode::kClean);
  findings.program_end->exit_code = 3;
  EXPECT_EQ(exit_codes(findings).exit(), ExitCode::kProgramFailed);
  findings.verdict.outcome = Outcome::kLeak;
  EXPECT_EQ(exit_codes(findings).applying(), (std::vector<int>{1, 4}));
}

}  // namespace
}  // namespace tensorleak::cli
