#include "reports/analysis/explain.hpp"

#include <fmt/format.h>

#include "reports/analysis/advice.hpp"
#include "reports/analysis/judge.hpp"

namespace tensorleak::analysis {
namespace {

/// A growth that repeats exactly over fewer frames than this could still be a cache that fills.
constexpr std::uint64_t kFewFrames = 24;

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

/// "all 30", "28 of 30".
std::string share(std::uint64_t part, std::uint64_t whole) {
  return part == whole ? fmt::format("all {}", whole) : fmt::format("{} of {}", part, whole);
}

std::string how_made(const Site& site) {
  const Evidence& evidence = site.evidence;
  switch (cause_of(site)) {
    case Cause::kReplacedByLarger:
      return fmt::format(
          "{} alive, {} of them made since the growth set in, each larger than the one "
          "before",
          site.alive, evidence.replaced);
    case Cause::kNotReturned:
      return fmt::format("{} owned by a pool, which makes new ones {}",
                         share(evidence.pooled, site.alive), how_often(site));
    case Cause::kModelMadeAgain:
      return "a model's weights, made anew " + how_often(site);
    case Cause::kVariableMadeAgain:
      return "a variable that is made anew " + how_often(site);
    case Cause::kPlainMemory:
      return "allocated " + how_often(site);
    case Cause::kAssigned:
      return fmt::format("{} given to a variable {}", share(evidence.lent, site.alive),
                         how_often(site));
    case Cause::kKept:
      return "exempted by keep() " + how_often(site);
    case Cause::kPinnedByView:
      return fmt::format("made {}; {} hold on to {} of tensors that are disposed", how_often(site),
                         share(evidence.pinning, site.alive),
                         count_of(evidence.pinned_bytes, "byte"));
    case Cause::kScopeResult:
      return "returned from a tidy() " + how_often(site);
    case Cause::kHeldInList:
    case Cause::kTemporary:
      break;
  }
  return evidence.out_of_scope > evidence.unscoped ? "returned from a tidy() " + how_often(site)
                                                   : "made outside any tidy() " + how_often(site);
}

std::string how_disposed(const Site& site) {
  const std::string_view gone = is_plain_memory(site) ? "freed" : "disposed";
  if (site.disposed == 0) return fmt::format("never {}", gone);
  return fmt::format("only {} of {} ever {}", site.disposed, site.created, gone);
}

std::string how_read(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (evidence.recorded_reads == 0) return "the recording does not tell what is read";
  if (evidence.never_read == site.alive) return "never read";
  if (evidence.read_again == 0) return "last used in the frame that made it";
  return fmt::format("{} of {} read again in a later frame", evidence.read_again, site.alive);
}

std::string how_sure(const Site& site) {
  const Evidence& evidence = site.evidence;
  const std::string frames = count_of(evidence.frames_judged, "frame");
  if (evidence.period == 0) {
    return fmt::format("a trend over {}, {:.1f} standard deviations above chance", frames,
                       static_cast<double>(evidence.score_hundredths) / 100);
  }
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
  if (cause_of(site) == Cause::kReplacedByLarger) {
    return fmt::format("{}; {}", how_made(site), how_sure(site));
  }
  // Nobody can tell what reads plain memory, in any recording.
  if (cause_of(site) == Cause::kPlainMemory) {
    return fmt::format("{} and {}; {}", how_made(site), how_disposed(site), how_sure(site));
  }
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
  if (evidence.frames_needed == 0) {
    return fmt::format("{} alive when the recording stopped, before the program's end", site.alive);
  }
  return fmt::format("too few frames to tell growth from warm-up; at least {} more would do",
                     count_of(evidence.frames_needed, "frame"));
}

/// "the same at all 31 marks", for a population that stands still from its first frame on.
std::string how_long(const Site& site) {
  return "over " + count_of(site.evidence.frames_judged, "frame");
}

/// "; last read in frame 12", of members that have lain idle for long.
std::string when_read(const Evidence& evidence) {
  if (!evidence.last_read_frame || evidence.min_idle < kLongIdle) return "";
  if (*evidence.last_read_frame == 0) return "; last read before the first frame";
  return fmt::format("; last read in frame {}", *evidence.last_read_frame);
}

std::string explain_retained(const Site& site) {
  const Evidence& evidence = site.evidence;
  if (site.population.empty()) {
    if (is_plain_memory(site)) {
      return fmt::format("{} alive when the program ended; who still has plain memory is not known",
                         share(evidence.kept, site.alive));
    }
    const bool owned = evidence.owned == site.alive;
    return owned ? fmt::format("{} kept or variables when the program ended",
                               share(evidence.owned, site.alive))
                 : fmt::format("a handle was left of {} when the program ended, as in a static",
                               share(evidence.with_handle, site.alive));
  }
  const auto constant = [&](std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}, constant {}{}", share(count, site.alive), what, how_long(site),
                       when_read(evidence));
  };
  if (evidence.variables == site.alive) return constant(evidence.variables, "variables");
  if (evidence.in_setup == site.alive) {
    return constant(evidence.in_setup, "made before the first frame");
  }
  if (evidence.kept == site.alive && !is_plain_memory(site)) return constant(evidence.kept, "kept");
  return fmt::format("the same {} {}{}", count_of(site.alive, "tensor"), how_long(site),
                     when_read(evidence));
}

std::string explain_cache(const Site& site) {
  return fmt::format("grew in {}, then levelled off at {} for the last {}",
                     count_of(site.evidence.steps_up, "frame"), site.alive,
                     count_of(site.evidence.frames_judged, "frame"));
}

std::string explain_steady(const Site& site) {
  const Evidence& evidence = site.evidence;
  return fmt::format("no growth {}; {} made in them, in place of others", how_long(site),
                     share(evidence.replaced, site.alive));
}

std::string explain_at_exit(const Site& site) {
  return fmt::format("{} alive when the program ended, {} neither kept nor a variable; {}",
                     site.alive, site.leaked, how_disposed(site));
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
      return explain_at_exit(site);
    case Label::kUnknown:
      return explain_unknown(site);
    case Label::kPool:
      return site.population.empty()
                 ? fmt::format("a pool owns {}", share(site.evidence.pooled, site.alive))
                 : fmt::format("a pool owns {} and does not grow {}",
                               share(site.evidence.pooled, site.alive), how_long(site));
    case Label::kCache:
      return explain_cache(site);
    case Label::kSteady:
      return explain_steady(site);
    case Label::kHeld:
      return fmt::format("the same {} {}, not read for {}{}", count_of(site.alive, "tensor"),
                         how_long(site), count_of(site.evidence.min_idle, "frame"),
                         when_read(site.evidence));
    case Label::kRetained:
      return explain_retained(site);
    case Label::kLeakBelow:
      break;
  }
  return "";
}

}  // namespace tensorleak::analysis
