// The first line of the answer and the last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reports/analysis/findings.hpp"
#include "reports/views/text_style.hpp"

namespace tensorleak::views {

/// How the answer is meant, before any word of it is read.
enum class Tone : std::uint8_t { kBad, kGood, kDoubtful };

/// The first line in its parts: "LEAK" and "2 sites grow by …".
struct Headline {
  Tone tone = Tone::kDoubtful;
  std::string_view verdict;
  std::string sentence;
};

Headline headline_of(const analysis::Findings& findings);

/// "LEAK  2 sites grow by …", without a line break.
std::string in_one_line(const Headline& headline, const Paint& paint);

/// The verdict: "LEAK  2 sites grow by …", "CLEAN  …" or "NO VERDICT  …", without a line break.
std::string headline(const analysis::Findings& findings, const Paint& paint);

/// "SUMMARY: tensorleak: …", one line for grep, the same with and without colour.
std::string summary_line(const analysis::Findings& findings);

}  // namespace tensorleak::views
