#include "reports/analysis/judge.hpp"

namespace tensorleak::analysis {
namespace {

/// The label of a population that does not grow.
Label label_at_rest(const Growth& growth, const Evidence& evidence, std::uint64_t alive) {
  if (alive != 0 && evidence.pooled == alive) return Label::kPool;
  const bool levelled = growth.kind == GrowthKind::kLevelled && !growth.turns_over;
  if (levelled && growth.steps_up > 1) return Label::kCache;
  if (evidence.replaced > 0) return Label::kSteady;
  if (evidence.owned < alive && evidence.min_idle >= kLongIdle) return Label::kHeld;
  return Label::kRetained;
}

/// Whether a growth may be a cache's that is filling.
bool may_be_filling(const Growth& growth, const Evidence& evidence, std::uint64_t alive) {
  if (growth.in_size || evidence.pooled == alive) return false;
  // A cache that is found full ever more often slows down, and is read ever less at each entry.
  const bool may_be_read = evidence.still_read > 0 || evidence.recorded_reads == 0;
  return is_still_filling(evidence) || (growth.slowing && may_be_read);
}

}  // namespace

bool is_still_filling(const Evidence& evidence) {
  return evidence.still_read > 0 && evidence.still_read * 10 >= evidence.old;
}

Label label_in_frames(const Growth& growth, const Evidence& evidence, std::uint64_t alive) {
  const bool grows = growth.kind == GrowthKind::kGrowing;
  if (grows && !may_be_filling(growth, evidence, alive)) return Label::kLeakGrowing;
  if (evidence.lost > 0) return Label::kLeakLost;
  if (grows || growth.kind == GrowthKind::kUndecided) return Label::kUnknown;
  return label_at_rest(growth, evidence, alive);
}

Label label_at_exit(const Evidence& evidence, std::uint64_t alive, bool ended_cleanly) {
  if (evidence.lost > 0) return Label::kLeakLost;
  if (alive != 0 && evidence.pooled == alive) return Label::kPool;
  if (evidence.owned == alive) return Label::kRetained;
  if (!ended_cleanly) return Label::kUnknown;
  return evidence.with_handle == alive ? Label::kRetained : Label::kLeakAtExit;
}

}  // namespace tensorleak::analysis
