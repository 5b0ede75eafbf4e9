#include "reports/analysis/frames/find_loops.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMostCandidates = 64;
/// A loop that still runs near the end covers at least so much of what was made …
constexpr double kLeastCoverage = 0.3;
/// … and one that ended before, so much.
constexpr double kLeastCoverageOfEnded = 0.5;
/// A loop runs near the end whose last turn ends behind this share of the run.
constexpr double kNearEnd = 0.7;
constexpr std::size_t kManyTurns = 8;
/// What an undecided sign leaves of the confidence …
constexpr double kUnsure = 0.6;
/// … and what that leaves which one line alone tells.
constexpr double kOneLineAlone = 0.8;

bool runs_near_end(const TurnClass& turns, const Sequence& sequence) {
  const std::uint64_t first = sequence.creations[turns.positions.front()].moment;
  const std::uint64_t last = sequence.creations[turns.positions.back()].moment;
  const double length = static_cast<double>(last - first) / static_cast<double>(turns.turns() - 1);
  return static_cast<double>(last) + length >= kNearEnd * static_cast<double>(sequence.end);
}

/// Weights are made one after another, and a pool fills: no turns, unless they go on for the run.
bool is_no_loop(const TurnClass& turns) {
  constexpr double kMostOfTheRun = 0.7;
  constexpr double kEven = 0.75;
  return turns.is_owned &&
         (turns.turns() < kManyTurns || turns.coverage < kMostOfTheRun || turns.spread > kEven);
}

struct Candidates {
  std::vector<TurnClass> classes;
  bool is_all = false;  ///< nothing else returns than the one that there is
};

Candidates candidates_of(const Sequence& sequence) {
  std::vector<TurnClass> all = turn_classes(sequence);
  const bool is_all = all.size() == 1;
  std::erase_if(all, is_no_loop);
  std::vector<TurnClass> candidates;
  for (const TurnClass& one : all) {
    const bool covers = one.coverage >= kLeastCoverage && runs_near_end(one, sequence);
    if (covers && candidates.size() < kMostCandidates) candidates.push_back(one);
  }
  if (!candidates.empty()) return {std::move(candidates), is_all};
  for (const TurnClass& one : all) {
    const bool covers = one.coverage >= kLeastCoverageOfEnded;
    if (covers && candidates.size() < kMostCandidates) candidates.push_back(one);
  }
  return {std::move(candidates), is_all};
}

/// A candidate that no other shows to be a condition.
struct Standing {
  const TurnClass* turns = nullptr;
  bool is_sure = true;
  bool ends_turns = false;
};

/// Of two that share nearly all turns: whether the one with fewer speaks for both.
bool speaks_for(const TurnClass& fewer, const TurnClass& more) {
  constexpr double kNoLess = 0.05;
  return fewer.coverage > more.coverage - kNoLess && 10 * more.turns() <= 11 * fewer.turns();
}

std::vector<Standing> standing(const std::vector<TurnClass>& candidates,
                               const StackOfSymbol& stack_of, const Sequence& sequence) {
  std::vector<Standing> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const TurnClass& one = candidates[i];
    Standing stands{.turns = &one};
    bool is_condition = false;
    for (std::size_t j = i + 1; j < candidates.size() && !is_condition; ++j) {
      if (candidates[j].turns() < one.turns() + 2) continue;
      const Relation relation = relate(one, candidates[j], stack_of, sequence.is_cut);
      if (relation.nesting == Nesting::kSame) {
        is_condition = !speaks_for(one, candidates[j]);
      } else {
        is_condition = relation.nesting == Nesting::kConditional;
        stands.ends_turns =
            stands.ends_turns || (relation.nesting == Nesting::kNested &&
                                  stands_behind(one, candidates[j], stack_of, sequence.is_cut));
        stands.is_sure = stands.is_sure && relation.is_sure;
      }
    }
    if (!is_condition) result.push_back(stands);
  }
  return result;
}

/// How many moments each piece has, and the piece behind the last.
struct Pieces {
  std::map<std::uint64_t, std::size_t> lengths;
  std::size_t count = 0;
  std::uint64_t rest = 0;

  void add(std::uint64_t length) {
    ++lengths[length];
    ++count;
  }

  /// Whether the rest is as long as nearly all are.
  bool end_whole() const {
    constexpr std::size_t kNearlyAll = 10;  // of 9 in 10
    const auto found = lengths.find(rest);
    return found != lengths.end() && kNearlyAll * found->second >= (kNearlyAll - 1) * count;
  }
};

/// The turns that the first member begins.
Pieces turns_of(const TurnClass& turns, const Sequence& sequence) {
  const auto moment = [&](std::uint32_t position) { return sequence.creations[position].moment; };
  Pieces pieces;
  for (std::size_t i = 1; i < turns.turns(); ++i)
    pieces.add(moment(turns.positions[i]) - moment(turns.positions[i - 1]));
  pieces.rest = sequence.end - moment(turns.positions.back());
  return pieces;
}

/// What lies between the last creation of a turn and the first of the next. No turn ends whole
/// behind which more is made.
Pieces ends_of(Symbol marker, const Sequence& sequence) {
  const std::span<const Creation> creations = sequence.creations;
  Pieces pieces;
  for (std::size_t i = 0; i + 1 < creations.size(); ++i) {
    if (creations[i].symbol == marker) pieces.add(creations[i + 1].moment - creations[i].moment);
  }
  if (creations.back().symbol == marker) pieces.rest = sequence.end - creations.back().moment;
  return pieces;
}

/// The last member of a turn that ends with its members: the one with most between it and the next.
/// Members are known by how often they return, not by their order.
/// Nothing where there are only heads of runs, of which nobody can tell the end.
std::optional<Symbol> last_of_turn(const TurnClass& turns, const Sequence& sequence) {
  if (std::ranges::all_of(turns.members, is_run_head)) return std::nullopt;
  std::size_t latest = turns.positions[turns.turns() - 2];
  std::size_t widest = 0;
  Symbol last = turns.members.front();
  for (std::size_t i = latest + 1; i <= turns.positions.back(); ++i) {
    if (std::ranges::find(turns.members, sequence.creations[i].symbol) == turns.members.end()) {
      continue;
    }
    if (i - latest > widest) {
      widest = i - latest;
      last = sequence.creations[latest].symbol;
    }
    latest = i;
  }
  return last;
}

/// Whether what begins the turns first has its own result of the turn before disposed. A few turns
/// that end with a disposal look the same, and have no frame to lose.
bool begin_with_disposal(const TurnClass& turns, const Sequence& sequence) {
  constexpr double kNearlyAll = 0.9;
  if (turns.turns() < kManyTurns) return false;
  const auto replacing = std::ranges::count_if(turns.positions, [&](std::uint32_t position) {
    return sequence.creations[position].replaces;
  });
  return static_cast<double>(replacing) >= kNearlyAll * static_cast<double>(turns.turns() - 1);
}

/// Whether all that tells of the turns is one line of the user's code, or one operation. Heads of
/// runs tell of nothing by themselves: the runs of two turns can be one.
bool stand_at_one_line(const std::vector<Symbol>& members, const StackOfSymbol& stack_of) {
  const auto user_frame = [&](Symbol symbol) -> const Frame* {
    const std::vector<Frame>& stack = stack_of(symbol);
    const auto found = std::ranges::find(stack, Owner::kUser, &Frame::owner);
    return found == stack.end() ? nullptr : &*found;
  };
  const Frame* const first = user_frame(members.front());
  return std::ranges::all_of(members, [&](Symbol symbol) {
    const Frame* const line = user_frame(symbol);
    return symbol == members.front() || (first != nullptr && line != nullptr && *first == *line);
  });
}

/// `is_all`: nothing else returns.
SecondReading second_reading(const Standing& stands, bool is_all, const StackOfSymbol& stack_of) {
  if (!stands.is_sure) return SecondReading::kOtherLoop;
  std::vector<Symbol> members = stands.turns->members;
  std::erase_if(members, is_run_head);
  if (members.empty() || !stand_at_one_line(members, stack_of)) return SecondReading::kNone;
  if (members.size() > 1) return SecondReading::kSeveralPlaces;
  return is_all ? SecondReading::kNothingElse : SecondReading::kOneLine;
}

double left_of_confidence(SecondReading second) {
  if (second == SecondReading::kNone) return 1;
  return second == SecondReading::kOneLine ? kOneLineAlone : kUnsure;
}

FoundLoop describe(const Standing& stands, SecondReading second, const Sequence& sequence) {
  const TurnClass& turns = *stands.turns;
  const auto last = stands.ends_turns ? last_of_turn(turns, sequence) : std::nullopt;
  FoundLoop loop{.marker = last ? *last : place_of_symbol(turns.members.front()),
                 .run = last ? std::vector<Symbol>() : turns.run,
                 .begins_with_disposal = !last && begin_with_disposal(turns, sequence),
                 .ends_turns = last.has_value(),
                 .turns = turns.turns(),
                 .coverage = turns.coverage,
                 .likeness = likeness(turns, sequence.creations),
                 .second = second};
  loop.ends_whole =
      (loop.ends_turns ? ends_of(loop.marker, sequence) : turns_of(turns, sequence)).end_whole();
  const auto count = static_cast<double>(loop.turns);
  const double evenness = 1 / (1 + turns.spread * turns.spread);
  loop.confidence = loop.likeness * loop.coverage * evenness * (count - 1) / count;
  loop.confidence *= left_of_confidence(second);
  return loop;
}

}  // namespace

std::vector<FoundLoop> find_loops(const Sequence& sequence, const StackOfSymbol& stack_of) {
  const auto [candidates, is_all] = candidates_of(sequence);
  std::vector<Standing> outermost;
  for (const Standing& one : standing(candidates, stack_of, sequence)) {
    const bool is_apart = std::ranges::all_of(outermost, [&](const Standing& other) {
      return relate(*other.turns, *one.turns, stack_of, sequence.is_cut).nesting == Nesting::kApart;
    });
    if (is_apart) outermost.push_back(one);
  }
  std::vector<FoundLoop> loops;
  loops.reserve(outermost.size());
  for (const Standing& one : outermost)
    loops.push_back(describe(one, second_reading(one, is_all, stack_of), sequence));
  return loops;
}

}  // namespace tensorleak::analysis
