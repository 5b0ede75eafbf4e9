#include "reports/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/views/numbers.hpp"
#include "reports/views/text_headline.hpp"
#include "reports/views/text_notes.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/text_style.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Label;
using analysis::Outcome;
using analysis::ResourceFinding;
using analysis::Site;

namespace {

/// More blocks than this are read by nobody, and the worst come first.
constexpr std::size_t kMostLeaks = 20;
constexpr std::size_t kMostUndecided = 5;

/// Leaks; where there is no verdict, the sites that stand in its way.
bool is_shown(const Site& site, const Findings& findings, Verbosity verbosity) {
  if (verbosity == Verbosity::kVerbose || analysis::is_leak(site.label)) return true;
  return findings.verdict.outcome == Outcome::kNoVerdict && site.label == Label::kUnknown;
}

std::size_t most_blocks(const Findings& findings, Verbosity verbosity) {
  if (verbosity == Verbosity::kVerbose) return findings.sites.size();
  return findings.verdict.outcome == Outcome::kNoVerdict ? kMostUndecided : kMostLeaks;
}

std::string blocks(const Findings& findings, const TextOptions& options) {
  const std::size_t most = most_blocks(findings, options.verbosity);
  std::string result;
  std::size_t number = 0;
  std::size_t left_out = 0;
  for (const Site& site : findings.sites) {
    if (!is_shown(site, findings, options.verbosity)) continue;
    if (number >= most) {
      ++left_out;
      continue;
    }
    result += site_block(++number, site, options);
  }
  if (left_out > 0) {
    result += fmt::format("…  and {}; --verbose shows all\n", counted(left_out, "more site"));
  }
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label == Label::kLeakBelow) {
      result += resource_block(++number, resource, options);
    }
  }
  return result;
}

}  // namespace

std::string text(const Findings& findings, const TextOptions& options) {
  const Paint paint(options.color);
  std::string result = headline(findings, paint) + "\n";
  if (options.verbosity == Verbosity::kQuiet) return result;
  result += blocks(findings, options);
  result += notes(findings, options);
  return result + summary_line(findings) + "\n";
}

}  // namespace tensorleak::views
