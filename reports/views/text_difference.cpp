#include "reports/views/text_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reports/views/gate_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_doubts.hpp"
#include "reports/views/text_headline.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/text_style.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using gate::Change;
using gate::Comparison;

namespace {

bool is_new_or_worse(Change change) {
  return change == Change::kNew || change == Change::kWorse;
}

/// What is not known of one of the two: "before: incomplete: …".
std::string doubt_about(std::string_view which, const Findings& findings) {
  if (findings.verdict.doubts.empty()) return "";
  return fmt::format("{}: {}", which, reason(findings.verdict.doubts.front(), findings));
}

bool is_unsure(const Findings& findings) {
  return findings.verdict.outcome == analysis::Outcome::kNoVerdict ||
         !findings.verdict.doubts.empty();
}

std::string doubts_in_words(const Findings& before, const Findings& after) {
  std::string words = doubt_about("before", before);
  const std::string now = doubt_about("after", after);
  if (!words.empty() && !now.empty()) words += "; ";
  return words + now;
}

Headline difference_headline(Trend trend, const Comparison& changes, const Findings& before,
                             const Findings& after) {
  std::string counts = changes_in_words(changes);
  if (counts.empty()) counts = "no leak in either";
  switch (trend) {
    case Trend::kWorse:
      return {Tone::kBad, "WORSE", counts};
    case Trend::kNoVerdict:
      return {Tone::kDoubtful, "NO VERDICT", counts + "; " + doubts_in_words(before, after)};
    case Trend::kBetter:
      return {Tone::kGood, "BETTER", counts};
    case Trend::kSame:
      break;
  }
  return {Tone::kGood, "SAME", counts};
}

std::string blocks(const Comparison& changes, const Findings& after, const TextOptions& options) {
  std::string result;
  std::size_t number = 0;
  for (const gate::ChangedSite& site : changes.sites) {
    if (!is_new_or_worse(site.change)) continue;
    for (const std::size_t place : site.after)
      result += site_block(++number, after.sites[place], options);
  }
  for (const gate::ChangedResource& resource : changes.resources) {
    if (!is_new_or_worse(resource.change)) continue;
    for (const std::size_t place : resource.after)
      result += resource_block(++number, after.resources[place], options);
  }
  return result;
}

std::string lines(const Comparison& changes, const Findings& before, const Findings& after,
                  const TextOptions& options) {
  std::string result;
  const auto add = [&](const auto& changed) {
    const std::string words = change_in_words(changed, before, after);
    result += paragraph(fmt::format("{}: {}", word(changed.change), words), 0, options.width);
  };
  std::ranges::for_each(changes.sites, add);
  std::ranges::for_each(changes.resources, add);
  const auto alive = [](const Findings& findings) {
    return tensors_and_bytes(findings.totals.alive_tensors, findings.totals.alive_bytes);
  };
  return result + paragraph(fmt::format("alive: {}; before: {}", alive(after), alive(before)), 0,
                            options.width);
}

std::string_view summary_word(Trend trend) {
  switch (trend) {
    case Trend::kWorse:
      return "worse";
    case Trend::kNoVerdict:
      return "no verdict";
    case Trend::kBetter:
      return "better";
    case Trend::kSame:
      break;
  }
  return "same";
}

}  // namespace

Trend trend_of(const Comparison& changes, const Findings& before, const Findings& after) {
  if (changes.count(Change::kNew) + changes.count(Change::kWorse) > 0) return Trend::kWorse;
  if (is_unsure(before) || is_unsure(after)) return Trend::kNoVerdict;
  const bool is_better = changes.count(Change::kBetter) + changes.count(Change::kGone) > 0;
  return is_better ? Trend::kBetter : Trend::kSame;
}

std::string difference_text(const Comparison& changes, const Findings& before,
                            const Findings& after, const TextOptions& options) {
  const Trend trend = trend_of(changes, before, after);
  const Headline headline = difference_headline(trend, changes, before, after);
  std::string result = in_one_line(headline, Paint(options.color)) + "\n";
  if (options.verbosity == Verbosity::kQuiet) return result;
  result += blocks(changes, after, options);
  result += lines(changes, before, after, options);
  return result +
         fmt::format("SUMMARY: tensorleak: {}: {}\n", summary_word(trend), headline.sentence);
}

}  // namespace tensorleak::views
