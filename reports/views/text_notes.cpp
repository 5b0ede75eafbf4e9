#include "reports/views/text_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "reports/views/frame_words.hpp"
#include "reports/views/last_use_words.hpp"
#include "reports/views/memory_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_doubts.hpp"
#include "reports/views/text_style.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Completeness;
using analysis::Doubt;
using analysis::Findings;
using analysis::Label;
using analysis::Outcome;
using analysis::ResourceFinding;
using analysis::Site;

namespace {

constexpr std::size_t kFirstDifferences = 3;

std::string listed(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += ", ";
    result += part;
  }
  return result;
}

struct Sum {
  std::uint64_t tensors = 0;
  std::uint64_t bytes = 0;
};

Sum alive_as(Label label, const Findings& findings) {
  Sum sum;
  for (const Site& site : findings.sites) {
    if (site.label != label) continue;
    sum.tensors += site.alive;
    sum.bytes += site.alive_bytes;
  }
  return sum;
}

/// "4 retained (3,136 B)" for each label that harmless survivors have.
std::string harmless(const Findings& findings) {
  std::vector<std::string> parts;
  for (const auto& [label, text] : words<Label>()) {
    if (analysis::is_leak(label) || label == Label::kUnknown) continue;
    const auto [tensors, bytes] = alive_as(label, findings);
    if (tensors == 0) continue;
    parts.push_back(fmt::format("{} {} ({})", grouped(tensors), attribute(label), in_bytes(bytes)));
  }
  return parts.empty() ? "" : "no leak: " + listed(parts);
}

std::string undecided(const Findings& findings) {
  const auto [tensors, bytes] = alive_as(Label::kUnknown, findings);
  return tensors == 0 ? "" : "undecided: " + tensors_and_bytes(tensors, bytes);
}

std::string resources(const Findings& findings) {
  std::vector<std::string> parts;
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label == Label::kLeakBelow) continue;
    const std::string change =
        resource.first == resource.last
            ? grouped(resource.last)
            : fmt::format("{} → {}", grouped(resource.first), grouped(resource.last));
    parts.push_back(fmt::format("{} {}", resource.name, change));
  }
  return parts.empty() ? "" : "resources: " + listed(parts);
}

std::string checks(const Findings& findings) {
  const auto& counters = findings.counters;
  if (counters.checked == 0) return "";
  return fmt::format("checks: {} of {} {}", grouped(counters.agreed), grouped(counters.checked),
                     counters.checked == 1 ? "counter agrees" : "counters agree");
}

std::string resident_set(const Findings& findings) {
  const auto& totals = findings.totals;
  if (!totals.rss_first || !totals.rss_last) return "";
  return fmt::format("RSS: {} → {}", human_size(*totals.rss_first), human_size(*totals.rss_last));
}

std::vector<std::string> differences(const Findings& findings, Verbosity verbosity) {
  const auto& all = findings.counters.differences;
  const std::size_t shown =
      verbosity == Verbosity::kVerbose ? all.size() : std::min(all.size(), kFirstDifferences);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < shown; ++i)
    lines.push_back("differs: " + all[i]);
  return lines;
}

std::vector<std::string> anomalies(const Findings& findings) {
  std::vector<std::string> lines;
  for (const auto& anomaly : findings.anomalies) {
    std::string line = fmt::format("noted: {}, {}", anomaly.kind, counted(anomaly.count, "time"));
    if (anomaly.first_place != 0) {
      line += fmt::format(", first at line {}", grouped(anomaly.first_place));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// "misuse: double-dispose at app.js:12:3, 5 times: … → what to do".
std::vector<std::string> misuses(const Findings& findings) {
  std::vector<std::string> lines;
  if (!findings.misuses) return lines;
  for (const auto& [kind, words, count, frame, advice] : *findings.misuses) {
    std::string line = "misuse: " + printable(kind);
    if (frame) line += " at " + place(*frame);
    line += ", " + counted(count, "time");
    if (!words.empty()) line += ": " + printable(words);
    if (!advice.empty()) line += "; " + printable(advice);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// What makes the answer less than sure. Where there is no verdict, the first line has said it.
std::vector<std::string> doubts(const Findings& findings) {
  std::vector<std::string> lines;
  const auto& given = findings.verdict.doubts;
  const auto doubted = [&](Doubt doubt) {
    return std::find(given.begin(), given.end(), doubt) != given.end();
  };
  if (findings.verdict.outcome != Outcome::kNoVerdict) {
    for (const Doubt doubt : given) {
      lines.push_back(fmt::format("doubt: {}; {}", reason(doubt, findings), cure(doubt, findings)));
    }
  }
  if (findings.completeness != Completeness::kClean && !doubted(Doubt::kIncomplete)) {
    lines.push_back("incomplete: " + ending_in_words(findings.completeness));
  }
  if (findings.dropped > 0 && !doubted(Doubt::kDropped)) {
    lines.push_back("noted: " + reason(Doubt::kDropped, findings));
  }
  return lines;
}

/// A failure of the program beside a leak; otherwise the first line has said it.
std::vector<std::string> program_failure(const Findings& findings) {
  const bool failed = findings.program_end && findings.program_end->failed();
  if (!failed || findings.verdict.outcome != Outcome::kLeak) return {};
  return {"doubt: the program failed: it " + ending_in_words(*findings.program_end)};
}

std::vector<std::string> noted(const Findings& findings) {
  std::vector<std::string> lines;
  lines.reserve(findings.notes.size());
  for (const std::string& note : findings.notes)
    lines.push_back("noted: " + note);
  return lines;
}

std::string lanes(const Findings& findings) {
  std::vector<std::string> parts;
  for (const auto& lane : findings.lanes) {
    parts.push_back((lane.name.empty() ? "" : lane.name + ": ") + counted(lane.frames, "frame"));
  }
  return listed(parts);
}

std::vector<std::string> subject(const Findings& findings) {
  const auto& [input, runtime, backend, program] = findings.subject;
  const auto& totals = findings.totals;
  std::vector<std::string> lines;
  if (!program.empty()) lines.push_back("program: " + program);
  if (!runtime.empty()) {
    const bool says_more = !backend.empty() && backend != runtime;
    lines.push_back("runtime: " + runtime + (says_more ? ", " + backend : ""));
  }
  lines.push_back(fmt::format(
      "recording: {}, {}, {} created, {} disposed; peak {}", counted(totals.events, "event"),
      findings.lanes.empty() ? "no frames" : lanes(findings), counted(totals.created, "tensor"),
      grouped(totals.disposed), tensors_and_bytes(totals.peak_tensors, totals.peak_bytes)));
  return lines;
}

}  // namespace

std::vector<std::string> note_lines(const Findings& findings, Verbosity verbosity) {
  std::vector<std::string> lines;
  const auto add = [&](const std::vector<std::string>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  add({frames_in_words(findings), time_left(findings), undecided(findings), harmless(findings),
       resources(findings), idle_at_peak(findings), poolable(findings),
       explained_growth(findings)});
  if (verbosity == Verbosity::kVerbose) {
    add({resident_set(findings)});
    add(subject(findings));
  }
  add({checks(findings)});
  add(differences(findings, verbosity));
  add(misuses(findings));
  add(anomalies(findings));
  add(program_failure(findings));
  add(doubts(findings));
  add(noted(findings));
  std::erase(lines, "");
  return lines;
}

std::string notes(const Findings& findings, const TextOptions& options) {
  std::string result;
  for (const std::string& line : note_lines(findings, options.verbosity))
    result += paragraph(line, 0, options.width);
  return result;
}

}  // namespace tensorleak::views
