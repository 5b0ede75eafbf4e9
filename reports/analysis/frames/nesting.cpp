#include "reports/analysis/frames/nesting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

namespace tensorleak::analysis {
namespace {

/// Of a class this many members are looked at for their places.
constexpr std::size_t kMostMembers = 64;
/// The share of turns that a rule has to hold for.
constexpr double kNearlyAll = 0.8;
constexpr double kSteady = 0.9;
/// The share of turns without any return of the other that shows the two are not one loop's.
constexpr double kMissing = 0.02;
/// Variance over that of a geometric distribution of the same mean: below, no chance condition.
constexpr double kTooEven = 0.6;
constexpr double kDoubtfulFrom = 0.45;
constexpr double kDoubtfulTo = 0.8;
constexpr std::size_t kEnoughTurns = 8;
/// Deviation over mean of the lengths of turns: of two in turn one is three times the other.
constexpr double kLopsided = 0.5;
/// An inner loop in some turns of another returns so many times less often than that one.
constexpr std::size_t kFewTimes = 2;
/// So many places are more than a condition usually has.
constexpr std::size_t kManyPlaces = 4;

/// A frame's place within its function.
using Place = std::tuple<std::uint32_t, std::uint32_t>;

Place place_of(const Frame& frame) {
  return {frame.line, frame.column};
}

bool same_function(const Frame& a, const Frame& b) {
  return a.function == b.function && a.file == b.file;
}

/// A stack seen from its outermost frame.
const Frame* from_outside(const std::vector<Frame>& stack, std::size_t depth) {
  return depth < stack.size() ? &stack[stack.size() - 1 - depth] : nullptr;
}

std::size_t common_depth(const std::vector<Frame>& a, const std::vector<Frame>& b) {
  std::size_t depth = 0;
  while (depth < a.size() && depth < b.size() && *from_outside(a, depth) == *from_outside(b, depth))
    ++depth;
  return depth;
}

/// The members that are not heads of what the other class has: those say nothing but where the
/// other's returns lie.
std::vector<Symbol> members_beside(const TurnClass& turns, const TurnClass& other) {
  std::vector<Symbol> members;
  members.reserve(turns.members.size());
  std::ranges::copy_if(turns.members, std::back_inserter(members), [&](Symbol symbol) {
    return !is_run_head(symbol) ||
           std::ranges::find(other.members, place_of_symbol(symbol)) == other.members.end();
  });
  return members;
}

using Stacks = std::vector<const std::vector<Frame>*>;

Stacks stacks_of(const std::vector<Symbol>& members, const StackOfSymbol& stack_of) {
  Stacks stacks;
  const std::size_t count = std::min(members.size(), kMostMembers);
  stacks.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    stacks.push_back(&stack_of(place_of_symbol(members[i])));
  return stacks;
}

enum class Places : std::uint8_t {
  kUnknown,
  kAround,   ///< before and behind
  kBetween,  ///< in the midst
  kBefore,
  kBehind,
  kElsewhere,  ///< in another function
  kLibrary,    ///< the function that they share is a library's
  kOtherTask,  ///< what they share is but the runtime's loop, which calls user code for both
};

/// How many outermost frames all of these stacks share.
std::size_t shared_depth(const Stacks& ours, const Stacks& theirs) {
  std::size_t depth = ours.front()->size();
  for (const auto* stack : theirs)
    depth = std::min(depth, common_depth(*ours.front(), *stack));
  for (const auto* stack : ours)
    depth = std::min(depth, common_depth(*stack, *theirs.front()));
  return depth;
}

/// The frames of the stacks at a depth; none where one is not as deep.
std::vector<const Frame*> frames_at(const Stacks& stacks, std::size_t depth) {
  std::vector<const Frame*> frames;
  frames.reserve(stacks.size());
  for (const auto* stack : stacks) {
    frames.push_back(from_outside(*stack, depth));
    if (frames.back() == nullptr) return {};
  }
  return frames;
}

/// For frames in different functions, called from `around`, which may be none.
Places in_other_functions(const Frame& ours, const Frame& theirs, const Frame* around) {
  const bool has_users = ours.owner == Owner::kUser && theirs.owner == Owner::kUser;
  const bool are_tasks = around == nullptr || around->owner == Owner::kSystem;
  return are_tasks && has_users ? Places::kOtherTask : Places::kElsewhere;
}

/// For frames of one function.
Places in_one_function(const std::vector<const Frame*>& ours,
                       const std::vector<const Frame*>& theirs) {
  const auto place = [](const Frame* frame) { return place_of(*frame); };
  const Place lowest = place_of(**std::ranges::min_element(theirs, {}, place));
  const Place highest = place_of(**std::ranges::max_element(theirs, {}, place));
  const bool before =
      std::ranges::any_of(ours, [&](const Frame* frame) { return place_of(*frame) < lowest; });
  const bool behind =
      std::ranges::any_of(ours, [&](const Frame* frame) { return place_of(*frame) > highest; });
  if (before && behind) return Places::kAround;
  if (before) return Places::kBefore;
  return behind ? Places::kBehind : Places::kBetween;
}

/// Where the members of `fewer` stand to those of `more`, in the function that they share.
Places compare_places(const TurnClass& fewer, const TurnClass& more,
                      const StackOfSymbol& stack_of) {
  std::vector<Symbol> members = members_beside(fewer, more);
  // An inner loop's place tells less than that of what the loop itself makes.
  if (!std::ranges::all_of(members, is_run_head)) std::erase_if(members, is_run_head);
  const Stacks our_stacks = stacks_of(members, stack_of);
  const Stacks their_stacks = stacks_of(more.members, stack_of);
  const std::size_t depth = shared_depth(our_stacks, their_stacks);
  const auto ours = frames_at(our_stacks, depth);
  const auto theirs = frames_at(their_stacks, depth);
  if (ours.empty() || theirs.empty()) return Places::kUnknown;
  const Frame& first = *theirs.front();
  const auto is_elsewhere = [&first](const Frame* frame) { return !same_function(*frame, first); };
  if (std::ranges::any_of(theirs, is_elsewhere)) return Places::kElsewhere;
  if (first.owner != Owner::kUser && ours.front()->owner != Owner::kUser) return Places::kLibrary;
  if (const auto other = std::ranges::find_if(ours, is_elsewhere); other != ours.end()) {
    const Frame* const around = depth == 0 ? nullptr : from_outside(*our_stacks.front(), depth - 1);
    return in_other_functions(**other, first, around);
  }
  return in_one_function(ours, theirs);
}

struct Spread {
  double mean = 0;
  double dispersion = 1;  ///< variance over that of a geometric distribution of this mean
  double zeros = 0;       ///< share
  double ones = 0;        ///< share
  double mode_share = 0;
  std::uint32_t mode = 0;
};

Spread spread_of(std::span<const std::uint32_t> counts) {
  Spread spread;
  const auto n = static_cast<double>(counts.size());
  std::map<std::uint32_t, std::size_t> times;
  double squares = 0;
  for (const std::uint32_t count : counts) {
    ++times[count];
    spread.mean += count / n;
    squares += static_cast<double>(count) * count / n;
  }
  const double variance = squares - spread.mean * spread.mean;
  spread.zeros = static_cast<double>(times[0]) / n;
  spread.ones = static_cast<double>(times[1]) / n;
  const auto most = std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
  spread.mode = most->first;
  spread.mode_share = static_cast<double>(most->second) / n;
  constexpr double kLeastMean = 1.05;
  if (spread.mean > kLeastMean) spread.dispersion = variance / (spread.mean * (spread.mean - 1));
  return spread;
}

/// Whether the turns at both ends have as many returns of the other as those between.
bool has_whole_ends(const TurnClass& fewer, const TurnClass& more, std::uint32_t each,
                    bool is_cut) {
  const auto before = static_cast<std::uint32_t>(
      std::ranges::lower_bound(more.positions, fewer.positions.front()) - more.positions.begin());
  const auto after = static_cast<std::uint32_t>(
      more.positions.end() - std::ranges::lower_bound(more.positions, fewer.positions.back()));
  if (is_cut) return after == 0 || after == each;
  return (before == 0 && after == each) || (before == each && after == 0);
}

/// Whether two returns a turn are two calls of one library from within it, rather than two turns:
/// cut by them, every second piece is all but empty.
bool are_two_of_a_turn(const TurnClass& fewer, const TurnClass& more) {
  return members_beside(fewer, more).size() >= kManyPlaces && more.turns() == 2 * fewer.turns() &&
         more.spread > kLopsided && 2 * fewer.spread < more.spread;
}

Relation relate_constant(const TurnClass& fewer, const TurnClass& more, std::uint32_t each,
                         bool is_cut) {
  // Two turns of a loop within one are rare beside what happens in every second turn.
  const std::vector<Symbol> beside = members_beside(fewer, more);
  const std::size_t places = beside.size();
  const bool is_likely =
      each > 2 || places > more.members.size() || std::ranges::any_of(beside, is_run_head);
  const bool nested = has_whole_ends(fewer, more, each, is_cut) && is_likely;
  if (!nested && each == 2 && are_two_of_a_turn(fewer, more)) return {Nesting::kNested, false};
  const bool is_weighty = places >= std::max(kManyPlaces, 2 * more.members.size());
  return {nested ? Nesting::kNested : Nesting::kConditional, nested == is_weighty};
}

/// The correlation of each count with the next: 0 where turns know nothing of each other, −½ where
/// counts are the distances of what comes by a clock, each time a little early or late.
double correlation_of_neighbours(std::span<const std::uint32_t> counts, double mean) {
  double together = 0;
  double squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double here = counts[i] - mean;
    squares += here * here;
    if (i > 0) together += here * (counts[i - 1] - mean);
  }
  return squares > 0 ? together / squares : 0;
}

/// Whether the counts are those of a condition by the clock, such as in one of every three turns:
/// more surely than chance would correlate the counts of an inner loop, by three standard
/// deviations.
bool keep_to_a_clock(std::span<const std::uint32_t> counts, double mean) {
  constexpr double kDeviations = 3;
  const double correlation = correlation_of_neighbours(counts, mean);
  return correlation < -kDeviations / std::sqrt(static_cast<double>(counts.size()));
}

bool overlap(const TurnClass& a, const TurnClass& b) {
  const auto begin = std::max(a.positions.front(), b.positions.front());
  const auto end = std::min(a.positions.back(), b.positions.back());
  const auto shorter =
      std::min(a.positions.back() - a.positions.front(), b.positions.back() - b.positions.front());
  return end > begin && 2 * (end - begin) >= shorter;
}

}  // namespace

Relation relate(const TurnClass& fewer, const TurnClass& more, const StackOfSymbol& stack_of,
                bool is_cut) {
  const std::vector<Symbol> members = members_beside(fewer, more);
  if (members.empty()) return {Nesting::kConditional};
  const std::vector<std::uint32_t> counts = returns_between(fewer, more);
  const Spread between = spread_of(counts);
  const bool is_of_runs = std::ranges::all_of(members, is_run_head);
  if (between.ones > kNearlyAll) return {is_of_runs ? Nesting::kConditional : Nesting::kSame};
  const Places places = compare_places(fewer, more, stack_of);
  if (places == Places::kBetween) return {Nesting::kConditional};
  if (between.zeros > kMissing) {
    const Spread back = spread_of(returns_between(more, fewer));
    const bool free = back.zeros > kMissing && overlap(fewer, more);
    if (free && places == Places::kOtherTask) return {Nesting::kApart};
    // Several returns in a row are an inner loop's, of which the heads are to be looked at.
    const bool is_rare = kFewTimes * fewer.turns() <= more.turns();
    return {fewer.is_in_runs && is_rare ? Nesting::kConditional : Nesting::kUnrelated};
  }
  // Whatever runs by chance beside another task begins anew after each of its turns.
  if (is_of_runs && places == Places::kOtherTask) return {Nesting::kConditional};
  if (places == Places::kAround) return {Nesting::kNested};
  if (between.mode_share >= kSteady) {
    if (places == Places::kLibrary) {
      return {Nesting::kNested, has_whole_ends(fewer, more, between.mode, is_cut)};
    }
    return relate_constant(fewer, more, between.mode, is_cut);
  }
  const bool nested = between.dispersion < kTooEven && fewer.turns() > kEnoughTurns &&
                      !keep_to_a_clock(counts, between.mean);
  const bool sure = fewer.turns() > kEnoughTurns &&
                    (between.dispersion < kDoubtfulFrom || between.dispersion > kDoubtfulTo);
  return {nested ? Nesting::kNested : Nesting::kConditional, sure};
}

bool stands_behind(const TurnClass& one, const TurnClass& other, const StackOfSymbol& stack_of,
                   bool is_cut) {
  if (!is_cut) return other.positions.front() < one.positions.front();
  return compare_places(one, other, stack_of) == Places::kBehind;
}

}  // namespace tensorleak::analysis
