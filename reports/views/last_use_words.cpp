#include "reports/views/last_use_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "reports/views/numbers.hpp"

namespace tensorleak::views {

using analysis::Evidence;
using analysis::Findings;
using analysis::IdleSite;
using analysis::LastUse;
using analysis::Lifetimes;
using analysis::Outcome;
using analysis::PoolCandidate;
using analysis::SiteName;

namespace {

constexpr std::uint64_t kLeastIdleBytes = 1'000'000;
constexpr std::uint64_t kLeastPercent = 5;

std::uint64_t percent(std::uint64_t part, std::uint64_t whole) {
  const double share = static_cast<double>(part) / static_cast<double>(std::max(whole, part));
  return static_cast<std::uint64_t>(std::llround(100 * share));
}

/// "3.1 ms".
std::string duration(double nanoseconds) {
  if (nanoseconds >= 1e9) return fmt::format("{:.1f} s", nanoseconds / 1e9);
  if (nanoseconds >= 1e6) return fmt::format("{:.1f} ms", nanoseconds / 1e6);
  return fmt::format("{:.1f} µs", nanoseconds / 1e3);
}

/// In frames, and in time where it is less than one; empty where neither says anything.
std::string mean_drag(const Lifetimes& lifetimes) {
  const auto disposed = static_cast<double>(lifetimes.disposed);
  const double frames = static_cast<double>(lifetimes.drag_frames) / disposed;
  if (std::round(frames) == 1) return "1 frame";
  if (frames >= 1) return grouped(static_cast<std::uint64_t>(std::llround(frames))) + " frames";
  return lifetimes.drag_time > 0 ? duration(static_cast<double>(lifetimes.drag_time) / disposed)
                                 : "";
}

/// Of a site's idle bytes, those that idle_bytes_to_tell() counts.
std::uint64_t told_of(const IdleSite& site, const Findings& findings) {
  const bool leaks = findings.verdict.outcome == Outcome::kLeak;
  return site.idle_bytes - (leaks ? std::min(site.idle_bytes, site.undisposed_bytes) : 0);
}

const IdleSite* worst(const Findings& findings) {
  const auto& sites = findings.last_use->idle_sites;
  const auto most = std::ranges::max_element(
      sites, {}, [&](const IdleSite& site) { return told_of(site, findings); });
  return most == sites.end() || told_of(*most, findings) == 0 ? nullptr : &*most;
}

std::uint64_t bytes_per_frame(const PoolCandidate& candidate) {
  return candidate.bytes / std::max<std::uint64_t>(1, candidate.frames);
}

/// "; most of it: relu float32 [1,64,64,3] at sketch.js:12".
std::string largest_part(std::uint64_t part, std::uint64_t whole, const SiteName& made) {
  const std::string place = place_in_words(made);
  return fmt::format("; {}: {}{}", 2 * part > whole ? "most of it" : "the largest part",
                     kind_in_words(made), place.empty() ? "" : " at " + place);
}

}  // namespace

std::uint64_t idle_bytes_to_tell(const Findings& findings) {
  if (!findings.last_use) return 0;
  const LastUse& last_use = *findings.last_use;
  const bool leaks = findings.verdict.outcome == Outcome::kLeak;
  const std::uint64_t idle =
      last_use.idle_bytes - (leaks ? std::min(last_use.idle_bytes, last_use.undisposed_bytes) : 0);
  const bool is_little =
      idle < kLeastIdleBytes || percent(idle, last_use.peak_bytes) < kLeastPercent;
  return is_little ? 0 : idle;
}

std::string idle_at_peak(const Findings& findings) {
  const std::uint64_t idle = idle_bytes_to_tell(findings);
  if (idle == 0) return "";
  const std::uint64_t peak = findings.last_use->peak_bytes;
  std::string words = fmt::format("peak: of {}, {} ({} %) was not read again", human_size(peak),
                                  human_size(idle), percent(idle, peak));
  const IdleSite* most = worst(findings);
  if (most == nullptr) return words;
  return words + largest_part(told_of(*most, findings), idle, most->made) + ", " +
         drag_in_words(*most);
}

std::string poolable(const Findings& findings) {
  if (!findings.last_use || findings.verdict.outcome == Outcome::kLeak) return "";
  const auto& candidates = findings.last_use->poolable;
  std::uint64_t bytes = 0;
  for (const PoolCandidate& candidate : candidates)
    bytes += bytes_per_frame(candidate);
  if (bytes < kLeastIdleBytes) return "";
  const auto most = std::ranges::max_element(candidates, {}, bytes_per_frame);
  return fmt::format("pool: {} per frame is made and disposed anew{}", human_size(bytes),
                     largest_part(bytes_per_frame(*most), bytes, most->made));
}

std::string drag_in_words(const IdleSite& site) {
  const Lifetimes& lifetimes = site.lifetimes;
  if (2 * site.undisposed_bytes > site.idle_bytes || lifetimes.disposed == 0) {
    return "never disposed";
  }
  const bool is_unread = lifetimes.never_read == lifetimes.disposed;
  const std::string drag = mean_drag(lifetimes);
  if (drag.empty())
    return is_unread ? "never read" : "disposed after its last use, within the frame";
  return fmt::format("{}disposed {} after {} on average", is_unread ? "never read, " : "", drag,
                     is_unread ? "it was made" : "its last use");
}

std::string kind_in_words(const SiteName& made) {
  std::string words = made.op;
  const std::string shape = made.shape ? fmt::format("[{}]", fmt::join(*made.shape, ",")) : "";
  for (const std::string& part : {made.dtype, shape}) {
    if (!part.empty()) words += (words.empty() ? "" : " ") + part;
  }
  return words.empty() ? "memory" : words;
}

std::string place_in_words(const SiteName& made) {
  if (!made.user_frame) return "";
  const auto& frame = *made.user_frame;
  if (frame.file.empty()) return frame.function;
  return frame.line == 0 ? frame.file : fmt::format("{}:{}", frame.file, frame.line);
}

std::string last_read_in_words(const Evidence& evidence) {
  if (!evidence.last_read_frame) return "";
  if (*evidence.last_read_frame == 0) return "before the first frame";
  if (evidence.min_idle == 0) return "after the last mark";
  return "in frame " + grouped(*evidence.last_read_frame);
}

}  // namespace tensorleak::views
