#include "cli/exit_code.hpp"

#include <algorithm>
#include <array>

namespace tensorleak::cli {

using analysis::Findings;
using analysis::Outcome;

namespace {

constexpr std::array kPrecedence{ExitCode::kUnusable, ExitCode::kLeak, ExitCode::kProgramFailed,
                                 ExitCode::kNoVerdict, ExitCode::kClean};

auto rank(ExitCode code) {
  return std::ranges::find(kPrecedence, code) - kPrecedence.begin();
}

}  // namespace

void ExitCodes::add(ExitCode code) {
  if (code == ExitCode::kClean) return;  // clean is what remains when nothing else applies
  const auto place = std::ranges::lower_bound(codes_, rank(code), {}, rank);
  if (place == codes_.end() || *place != code) codes_.insert(place, code);
}

ExitCode ExitCodes::exit() const {
  return codes_.empty() ? ExitCode::kClean : codes_.front();
}

std::vector<int> ExitCodes::applying() const {
  std::vector<int> numbers;
  for (const ExitCode code : codes_)
    numbers.push_back(static_cast<int>(code));
  if (numbers.empty()) numbers.push_back(static_cast<int>(ExitCode::kClean));
  return numbers;
}

ExitCodes exit_codes(const Findings& findings) {
  ExitCodes codes;
  if (findings.verdict.outcome == Outcome::kLeak) codes.add(ExitCode::kLeak);
  if (findings.verdict.outcome == Outcome::kNoVerdict || !findings.verdict.doubts.empty()) {
    codes.add(ExitCode::kNoVerdict);
  }
  if (findings.program_end && findings.program_end->failed()) codes.add(ExitCode::kProgramFailed);
  return codes;
}

}  // namespace tensorleak::cli
