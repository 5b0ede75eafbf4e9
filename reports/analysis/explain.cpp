#include "reports/analysis/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/analysis/frame_owner.hpp"

namespace tensorleak::analysis {
namespace {

/// A growth that repeats exactly over fewer frames than this could still be a cache that fills.
constexpr std::uint64_t kFewFrames = 24;

/// Where most of a site's survivors come from.
enum class Origin : std::uint8_t { kVariable, kKept, kScopeResult, kUnscoped };

bool is_most(const Site& site, std::uint64_t count) {
  return 2 * count > site.alive;
}

Origin origin_of(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (is_most(site, evidence.variables)) return Origin::kVariable;
  if (is_most(site, evidence.kept)) return Origin::kKept;
  if (is_most(site, evidence.out_of_scope)) return Origin::kScopeResult;
  return Origin::kUnscoped;
}

std::string count_of(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "on every frame", "once in 3 frames": how often growth happens.
std::string how_often(const Site& site) {
  const Rate& rate = site.tensors_per_frame;
  if (rate.frames == 1) return "on every frame";
  if (rate.amount == 1 && rate.exact) return fmt::format("once in {} frames", rate.frames);
  return "again and again";
}

std::string how_made(const Site& site) {
  switch (origin_of(site)) {
    case Origin::kVariable:
      return "a variable that is made anew " + how_often(site);
    case Origin::kKept:
      return "exempted by keep() " + how_often(site);
    case Origin::kScopeResult:
      return "returned from a tidy() " + how_often(site);
    case Origin::kUnscoped:
      return "made outside any tidy() " + how_often(site);
  }
  return "";
}

std::string how_disposed(const Site& site) {
  if (site.disposed == 0) return "never disposed";
  return fmt::format("only {} of {} ever disposed", site.disposed, site.created);
}

std::string how_read(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (evidence.never_read == site.alive) return "never read";
  if (evidence.read_again == 0) return "last used in the frame that made it";
  return fmt::format("{} of {} read again in a later frame", evidence.read_again, site.alive);
}

std::string how_sure(const Site& site) {
  const Evidence& evidence = site.evidence;
  const std::string frames = count_of(evidence.frames_judged, "frame");
  if (evidence.period == 0) return "a trend over " + frames;
  if (evidence.frames_judged >= kFewFrames) return "exact over " + frames;
  return fmt::format("exact over {}; a cache that is still filling looks the same", frames);
}

/// What became of the handles, where the runtime knows.
std::string how_held(const Evidence& evidence) {
  if (evidence.lost > 0) {
    return fmt::format("; the last handle of {} is gone: lost", evidence.lost);
  }
  if (evidence.with_handle > 0) {
    return fmt::format("; a handle of {} is still held", evidence.with_handle);
  }
  return "";
}

std::string explain_growing(const Site& site) {
  return fmt::format("{} and {}; {}{}; {}", how_made(site), how_disposed(site), how_read(site),
                     how_held(site.evidence), how_sure(site));
}

std::string explain_unknown(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (evidence.still_read > 0 && site.tensors_per_frame.amount > 0) {
    return fmt::format(
        "grows over {}, but {} of its {} old tensors were read again of late: still filling, as a "
        "cache does",
        count_of(evidence.frames_judged, "frame"), evidence.still_read, evidence.old);
  }
  if (evidence.frames_needed == 0) return "the recording stopped before the program's end";
  return fmt::format("too few frames to tell growth from warm-up; at least {} more would do",
                     count_of(evidence.frames_needed, "frame"));
}

std::string explain_retained(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (evidence.variables == site.alive) return "variables, constant";
  if (evidence.in_setup == site.alive) return "made before the first frame, constant";
  if (evidence.kept == site.alive) return "kept, constant";
  if (site.population.empty()) return "a handle was left when the program ended, as in a static";
  return "constant, the same tensors at every mark";
}

/// For tensors that somebody holds, such as a list that only grows: a tidy() would take them away.
std::string advice_on_handles() {
  return "dispose() the old ones where they are held, bound that list or cache, or take the tensor "
         "from a pool";
}

std::string advice(const Site& site) {
  const Origin origin = origin_of(site);
  const bool has_owner = origin == Origin::kVariable || origin == Origin::kKept;
  if (!has_owner && is_most(site, site.evidence.with_handle)) return advice_on_handles();
  switch (origin) {
    case Origin::kVariable:
      return "make the variable once, before the loop, and assign() to it, or dispose() it";
    case Origin::kKept:
      return "dispose() what keep() exempted once it is no longer needed";
    case Origin::kScopeResult:
      return "dispose() it after its last use, or widen the tidy() around that use";
    case Origin::kUnscoped:
      return "dispose() it after its last use, or wrap the work in tidy()";
  }
  return "";
}

/// The library in which a site lies that has no line of the user's own; empty for others.
std::string library_of(const Site& site) {
  const bool theirs = !site.stack.empty() && std::ranges::find(site.stack, Owner::kUser,
                                                               &Frame::owner) == site.stack.end();
  if (!theirs) return "";
  // The outermost library is the one that the user's code called.
  std::string library = "a library";
  for (const Frame& frame : site.stack) {
    if (std::string package = package_of(frame.file); !package.empty()) library = package;
  }
  return library;
}

}  // namespace

std::string explain(const Site& site) {
  switch (site.label) {
    case Label::kLeakGrowing:
      return explain_growing(site);
    case Label::kLeakLost:
      return fmt::format("the last handle of {} is gone: nothing can dispose it any more",
                         count_of(site.evidence.lost, "tensor"));
    case Label::kLeakAtExit:
      return fmt::format("alive when the program ended, neither kept nor a variable; {}",
                         how_disposed(site));
    case Label::kUnknown:
      return explain_unknown(site);
    case Label::kPool:
      return "owned by a pool that does not grow";
    case Label::kCache:
      return fmt::format("grew, then levelled off at {}", site.alive);
    case Label::kSteady:
      return "constant, its members replaced";
    case Label::kHeld:
      return fmt::format("constant, the same tensors, not read for {}",
                         count_of(site.evidence.min_idle, "frame"));
    case Label::kRetained:
      return explain_retained(site);
    case Label::kLeakBelow:
      break;
  }
  return "";
}

std::string suggest(const Site& site) {
  if (!is_leak(site.label)) return "";
  const std::string library = library_of(site);
  if (library.empty()) return advice(site);
  return fmt::format(
      "made inside {}: dispose() the object that owns it, or make that object once; else {}",
      library, advice(site));
}

}  // namespace tensorleak::analysis
