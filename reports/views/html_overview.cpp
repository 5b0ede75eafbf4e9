#include "reports/views/html_overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/views/html_series.hpp"
#include "reports/views/html_site.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/text_doubts.hpp"
#include "reports/views/text_headline.hpp"
#include "reports/views/text_notes.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::FrameSource;
using analysis::Label;
using analysis::Outcome;
using analysis::ResourceFinding;
using analysis::Site;
using analysis::Verdict;

namespace {

std::string class_of(Tone tone) {
  switch (tone) {
    case Tone::kBad:
      return "bad";
    case Tone::kGood:
      return "good";
    case Tone::kDoubtful:
      break;
  }
  return "doubtful";
}

Markup subject(const Findings& findings) {
  const auto& [input, runtime, backend, program] = findings.subject;
  const std::string beside = backend == runtime ? "" : backend;
  std::string parts;
  for (const std::string& part : {program, runtime, beside, input}) {
    if (!part.empty()) parts += (parts.empty() ? "" : " · ") + part;
  }
  return labelled("p", "subject", parts);
}

/// A line of the notes, taken apart at its first colon.
struct Note {
  std::string kind;
  std::string words;
};

std::vector<Note> notes_of(const Findings& findings) {
  const std::vector<std::string> lines = note_lines(findings, Verbosity::kVerbose);
  std::vector<Note> notes;
  notes.reserve(lines.size());
  for (const std::string& line : lines) {
    const std::size_t colon = std::min(line.find(": "), line.size());
    const std::size_t words = std::min(colon + 2, line.size());
    notes.push_back({line.substr(0, colon), line.substr(words)});
  }
  return notes;
}

/// What makes a verdict less than sure.
Markup doubts(const Findings& findings) {
  Markup items;
  for (const auto& [kind, words] : notes_of(findings)) {
    if (kind == "doubt") items += element("li", {}, labelled("b", "lead", kind) + escaped(words));
  }
  return items.empty() ? items : element("ul", {{"class", "doubts"}}, items);
}

/// The worst leak: its line and its cure.
Markup fix_first(const Findings& findings) {
  if (findings.sites.empty() || !analysis::is_leak(findings.sites.front().label)) return {};
  const Site& worst = findings.sites.front();
  if (!worst.user_frame) return {};
  return element(
      "div", {{"class", "first"}},
      element("h2", {}, element("a", {{"href", "#" + anchor(0)}}, escaped("Fix first"))) +
          user_line(worst) + labelled("p", "cure", worst.fix));
}

Markup figure(std::string_view name, std::string_view value, std::string_view note) {
  return element(
      "div", {},
      labelled("dt", "name", name) + labelled("dd", "value", value) + labelled("dd", "note", note));
}

/// How long `frames` last where each is one of a video: "about 4 minutes".
std::string at_video_speed(std::uint64_t frames) {
  constexpr std::pair<double, std::string_view> kUnits[] = {
      {86'400, "day"}, {3'600, "hour"}, {60, "minute"}, {1, "second"}};
  constexpr double kFramesPerSecond = 30;
  const double seconds = static_cast<double>(frames) / kFramesPerSecond;
  for (const auto& [length, unit] : kUnits) {
    if (seconds < 2 * length && length > 1) continue;
    return "about " + counted(static_cast<std::uint64_t>(std::llround(seconds / length)), unit);
  }
  return "";
}

Markup growth_figures(const Verdict& verdict) {
  const Pace tensors = pace(verdict.tensors_per_frame, Unit::kCount);
  const Pace bytes = pace(verdict.bytes_per_frame, Unit::kBytes);
  Markup figures = figure("Tensors", tensors.amount, tensors.period) +
                   figure("Memory", bytes.amount, bytes.period);
  const std::string limit = human_size(verdict.memory_limit);
  const std::string until =
      fmt::format("until {} {} gone", limit, limit.starts_with("1 ") ? "is" : "are");
  if (verdict.frames_to_limit) {
    const std::string pace_of_run =
        verdict.time_to_limit
            ? fmt::format("about {} at this pace", duration(*verdict.time_to_limit))
            : at_video_speed(*verdict.frames_to_limit) + " at 30 fps";
    figures +=
        figure("Time left", counted(*verdict.frames_to_limit, "frame"), until + "; " + pace_of_run);
  } else if (verdict.time_to_limit) {
    figures += figure("Time left", duration(*verdict.time_to_limit), until);
  }
  return figures;
}

/// What leaks below the tensors.
Markup resource_figures(const Findings& findings) {
  Markup figures;
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label != Label::kLeakBelow) continue;
    const Pace growth = pace(resource.per_frame, Unit::kCount);
    figures += figure(resource.name, growth.amount, growth.period);
  }
  return figures;
}

Markup first_figures(const Findings& findings) {
  const Verdict& verdict = findings.verdict;
  if (verdict.growing_sites > 0) return growth_figures(verdict);
  if (verdict.leaking_sites > 0) {
    return figure(
        "Leaked", counted(verdict.leaked_tensors, "tensor"),
        human_size(verdict.leaked_bytes) + " at " + counted(verdict.leaking_sites, "site"));
  }
  if (verdict.outcome == Outcome::kClean && frames_of(findings) > 0) {
    return figure("Growth", "0", "tensors per frame");
  }
  return {};
}

/// What the frames are that were watched.
std::string watched(const Findings& findings) {
  const std::uint64_t frames = frames_of(findings);
  if (findings.frames.source != FrameSource::kTime) return counted(frames, "frame");
  return fmt::format("{} of {}", counted(frames, "slice"),
                     duration(static_cast<std::uint64_t>(findings.frames.slice)));
}

std::string watched_note(const Findings& findings) {
  const std::string events = counted(findings.totals.events, "event");
  if (findings.frames.source != FrameSource::kFound) return events;
  return fmt::format("found, {} % sure; {}", findings.frames.confidence_percent, events);
}

Markup row(std::string_view name, const std::string& value) {
  if (value.empty()) return {};
  return element("div", {}, labelled("dt", "name", name) + labelled("dd", "value", value));
}

/// "1 (leak), 3 (no verdict)".
std::string exits_in_words(const std::vector<int>& codes) {
  constexpr std::array<std::string_view, 5> kWords{"clean", "leak", "unusable", "no verdict",
                                                   "the program failed"};
  std::string result;
  for (const int code : codes) {
    const auto place = static_cast<std::size_t>(code);
    const std::string_view words = place < kWords.size() ? kWords[place] : "?";
    result += fmt::format("{}{} ({})", result.empty() ? "" : ", ", code, words);
  }
  return result;
}

}  // namespace

Markup verdict_section(const Findings& findings) {
  const auto [tone, verdict, sentence] = headline_of(findings);
  const Markup title =
      element("h1", {}, labelled("span", "word", verdict) + labelled("span", "sentence", sentence));
  return element("section", {{"id", "verdict"}, {"class", class_of(tone)}},
                 title + subject(findings) + doubts(findings) + fix_first(findings));
}

Markup key_figures(const Findings& findings) {
  const auto& totals = findings.totals;
  const std::uint64_t frames = frames_of(findings);
  const std::string when = frames > 0 ? "at the last mark" : "at the end";
  return element("dl", {{"class", "figures"}},
                 first_figures(findings) + resource_figures(findings) +
                     figure("Alive", counted(totals.alive_tensors, "tensor"),
                            human_size(totals.alive_bytes) + " " + when) +
                     figure("Watched", watched(findings), watched_note(findings)));
}

Markup growth_section(const Findings& findings) {
  if (!has_growth(findings)) return {};
  return element("section",
                 {{"id", "growth"}, {"class", "js-only"}, {"aria-labelledby", "growth-title"}},
                 element("h2", {{"id", "growth-title"}}, escaped("Growth")) +
                     element("div", {{"id", "chart"}, {"class", "panel"}}, {}));
}

Markup recording_section(const Findings& findings, const ReportContext& context) {
  Markup rows = row("input", findings.subject.input);
  for (const auto& [kind, words] : notes_of(findings)) {
    if (kind != "doubt") rows += row(kind, words);
  }
  if (findings.program_end) rows += row("program end", ending_in_words(*findings.program_end));
  rows += row("exit code", exits_in_words(context.applies));
  rows += row("made by", "tensorleak " + context.tool_version);
  return element("section", {{"id", "recording"}, {"aria-labelledby", "recording-title"}},
                 element("h2", {{"id", "recording-title"}}, escaped("Recording")) +
                     element("dl", {{"class", "panel rows"}}, rows));
}

}  // namespace tensorleak::views
