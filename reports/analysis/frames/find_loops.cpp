#include "reports/analysis/frames/find_loops.hpp"

#include <algorithm>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMostCandidates = 64;
/// A loop that still runs near the end covers at least so much of what was made …
constexpr double kLeastCoverage = 0.3;
/// … and one that ended before, so much.
constexpr double kLeastCoverageOfEnded = 0.5;
/// Where a loop has ended that does not run near the end: the share of the creations.
constexpr double kNearEnd = 0.7;
/// What an undecided sign leaves of the confidence.
constexpr double kUnsure = 0.6;

bool runs_near_end(const TurnClass& turns, std::size_t end) {
  const double gap = static_cast<double>(turns.positions.back() - turns.positions.front()) /
                     static_cast<double>(turns.turns() - 1);
  return static_cast<double>(turns.positions.back()) + gap >= kNearEnd * static_cast<double>(end);
}

std::vector<TurnClass> candidates_of(std::span<const Symbol> creations) {
  const std::vector<TurnClass> all = turn_classes(creations);
  std::vector<TurnClass> candidates;
  for (const TurnClass& one : all) {
    const bool covers = one.coverage >= kLeastCoverage && runs_near_end(one, creations.size());
    if (covers && candidates.size() < kMostCandidates) candidates.push_back(one);
  }
  if (!candidates.empty()) return candidates;
  for (const TurnClass& one : all) {
    const bool covers = one.coverage >= kLeastCoverageOfEnded;
    if (covers && candidates.size() < kMostCandidates) candidates.push_back(one);
  }
  return candidates;
}

/// A candidate that no other shows to be a condition.
struct Standing {
  const TurnClass* turns = nullptr;
  bool is_sure = true;
};

/// Of two that share nearly all turns: whether the one with fewer speaks for both.
bool speaks_for(const TurnClass& fewer, const TurnClass& more) {
  constexpr double kNoLess = 0.05;
  return fewer.coverage > more.coverage - kNoLess && 10 * more.turns() <= 11 * fewer.turns();
}

std::vector<Standing> standing(const std::vector<TurnClass>& candidates,
                               const StackOfSymbol& stack_of, bool begins_late) {
  std::vector<Standing> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const TurnClass& one = candidates[i];
    Standing stands{.turns = &one};
    bool is_condition = false;
    for (std::size_t j = i + 1; j < candidates.size() && !is_condition; ++j) {
      if (candidates[j].turns() < one.turns() + 2) continue;
      const Relation relation = relate(one, candidates[j], stack_of, begins_late);
      if (relation.nesting == Nesting::kSame) {
        is_condition = !speaks_for(one, candidates[j]);
      } else {
        is_condition = relation.nesting == Nesting::kConditional;
        stands.is_sure = stands.is_sure && relation.is_sure;
      }
    }
    if (!is_condition) result.push_back(stands);
  }
  return result;
}

FoundLoop describe(const Standing& stands, std::span<const Symbol> creations) {
  FoundLoop loop{.marker = stands.turns->members.front(),
                 .turns = stands.turns->turns(),
                 .coverage = stands.turns->coverage,
                 .likeness = likeness(*stands.turns, creations)};
  const auto turns = static_cast<double>(loop.turns);
  loop.confidence = loop.likeness * loop.coverage * (turns - 1) / turns;
  if (!stands.is_sure) loop.confidence *= kUnsure;
  return loop;
}

}  // namespace

std::vector<FoundLoop> find_loops(std::span<const Symbol> creations, const StackOfSymbol& stack_of,
                                  bool begins_late) {
  const std::vector<TurnClass> candidates = candidates_of(creations);
  std::vector<Standing> outermost;
  for (const Standing& one : standing(candidates, stack_of, begins_late)) {
    const bool is_apart = std::ranges::all_of(outermost, [&](const Standing& other) {
      return relate(*other.turns, *one.turns, stack_of, begins_late).nesting == Nesting::kApart;
    });
    if (is_apart) outermost.push_back(one);
  }
  std::vector<FoundLoop> loops;
  loops.reserve(outermost.size());
  for (const Standing& one : outermost)
    loops.push_back(describe(one, creations));
  return loops;
}

}  // namespace tensorleak::analysis
