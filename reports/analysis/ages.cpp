#include "reports/analysis/ages.hpp"

#include <algorithm>

#include "reports/analysis/trend.hpp"

namespace tensorleak::analysis {
namespace {

using Values = std::span<const std::int64_t>;

/// Of a trend whose old members are gone: from here on it is a backlog, and below that noise.
constexpr double kTauOfABacklog = 0.5;

/// Lasting members are so many times as old as any that was disposed.
constexpr std::uint64_t kTimesTheLongestLife = 2;

/// The longest life of a disposed tensor of these sites, in marks of all lanes.
std::uint64_t longest_life(const std::vector<SiteIndex>& sites, const LastUses& uses) {
  std::uint64_t longest = 0;
  for (const SiteIndex site : sites) {
    if (site >= uses.size()) continue;
    longest = std::max(longest, uses[site].lifetimes.longest_lifetime_frames);
  }
  return longest;
}

/// Whether enough of what grew before the last third is still there.
bool has_grown_old(const Growth& growth, std::uint64_t aged, std::uint64_t frames) {
  const double before_last_third = growth.rate.per_frame() * 2 / 3 * static_cast<double>(frames);
  return 2 * static_cast<double>(aged) >= before_last_third;
}

/// Whether everything that is alive was made in a rise that may be given back as one was before.
bool turns_over(Values population, const Ages& ages) {
  return ages.oldest > 0 && has_fallen_as_far(population, ages.oldest);
}

Growth turned_over(const Growth& growth, const Ages& ages, std::uint64_t frames,
                   std::uint64_t stride) {
  const std::uint64_t first = ages.oldest * stride;
  return {.kind = GrowthKind::kLevelled,
          .first_frame = first,
          .frames_judged = frames - first,
          .steps_up = growth.steps_up,
          .turns_over = true};
}

/// The trend that the lasting members show, where lives are short enough that two thirds of the run
/// can have any; else as it was.
Growth lasting_trend(const Growth& growth, Values population, const Ages& ages,
                     std::uint64_t stride, std::uint64_t tests) {
  if (3 * ages.lasting.size() < 2 * population.size()) return growth;
  Growth lasting = trend_of(ages.lasting, stride, tests);
  lasting.steps_up = growth.steps_up;
  return lasting.kind == GrowthKind::kGrowing ? lasting : growth;
}

Growth weighed_trend(Growth growth, Values population, const Ages& ages, std::uint64_t stride) {
  const std::uint64_t frames = (population.size() - 1) * stride;
  if (growth.tau >= kTauOfAPlainTrend || has_grown_old(growth, ages.aged, frames)) return growth;
  if (turns_over(population, ages)) return turned_over(growth, ages, frames, stride);
  const bool is_backlog = growth.tau >= kTauOfABacklog;
  growth.kind = is_backlog ? GrowthKind::kUndecided : GrowthKind::kLevelled;
  growth.frames_needed = is_backlog ? frames : 0;
  growth.rate = {};
  return growth;
}

}  // namespace

Ages ages_of(const SurvivorGroup& group, const JudgedSites& judged, Replay& replay) {
  Populations& populations = replay.populations();
  const std::size_t marks = judged.population.tensors.size();
  const std::uint64_t longest =
      kTimesTheLongestLife * longest_life(judged.sites, replay.last_uses());
  const std::uint64_t last = replay.marks() - std::min(replay.marks(), longest + 1);
  const std::size_t end = std::min(marks, populations.stored_mark(judged.lane, last));
  const std::uint64_t frames = populations.clock(judged.lane).frames();
  const std::uint64_t last_third = populations.mark_number(judged.lane, frames - frames / 3);
  Ages ages{.lasting = std::vector<std::int64_t>(end)};
  std::uint64_t oldest = replay.marks();
  for (const LiveTensor& tensor : group.survivors) {
    ages.aged += tensor.created_mark < last_third;
    if (tensor.created_mark > 0) oldest = std::min(oldest, tensor.created_mark);
    const std::size_t made = populations.stored_mark(judged.lane, tensor.created_mark);
    if (made < end) ++ages.lasting[made];
  }
  for (std::size_t mark = 1; mark < end; ++mark)
    ages.lasting[mark] += ages.lasting[mark - 1];
  const std::size_t made = std::min(marks, populations.stored_mark(judged.lane, oldest));
  ages.oldest = made == 0 ? 0 : made - 1;
  return ages;
}

Growth weighed_by_age(const Growth& growth, Values population, const Ages& ages,
                      std::uint64_t stride, std::uint64_t tests) {
  if (growth.is_trend()) return weighed_trend(growth, population, ages, stride);
  if (growth.kind != GrowthKind::kUndecided || !growth.was_tested) return growth;
  if (turns_over(population, ages)) {
    return turned_over(growth, ages, (population.size() - 1) * stride, stride);
  }
  return lasting_trend(growth, population, ages, stride, tests);
}

}  // namespace tensorleak::analysis
