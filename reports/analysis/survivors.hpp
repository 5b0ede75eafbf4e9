// Survivors of a run, brought together in groups of one fingerprint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/fingerprint.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/replay.hpp"

namespace tensorleak::analysis {

/// All that survived of one fingerprint.
struct SurvivorGroup {
  std::string fingerprint;
  std::string line;         ///< the fingerprint of the user's line alone, whichever way led to it
  bool takes_over = false;  ///< grows by as much as others of its line shrink
  std::uint32_t taken_stack = 0;      ///< of those of its tensors whose stack was not recorded
  bool stacks_estimated = false;      ///< these may have other stacks
  std::vector<SiteIndex> sites;       ///< most survivors first; the last may have none
  std::vector<LiveTensor> survivors;  ///< oldest first
};

/// Groups what was alive at the last mark, or at the end when `at_end`. Sites without a survivor
/// have no group. Groups come in order of their oldest survivor.
std::vector<SurvivorGroup> group_survivors(const Replay& replay, const FrameOwner& owners,
                                           Fingerprints& fingerprints, bool at_end);

/// Sorts the group's sites and survivors as SurvivorGroup has them.
void bring_into_order(SurvivorGroup& group);

/// The share of a group that some of its sites make.
SurvivorGroup part_of(const SurvivorGroup& group, const std::vector<SiteIndex>& sites);

/// Everything of a Site that does not depend on its label: what it is, where it was made, counts.
Site describe(const SurvivorGroup& group, const Replay& replay, const FrameOwner& owners);

/// Which marks the evidence is counted by. Marks are of all lanes together, from 1.
struct MarkRange {
  std::uint64_t settled = 0;     ///< the mark at which the settled part starts
  std::uint64_t last_third = 0;  ///< the mark at which the last third of the frames starts
  std::uint64_t last = 0;        ///< the last mark; 0 in a run without frames
};

/// The numbers that the survivors themselves give.
Evidence evidence_of(const SurvivorGroup& group, const Scopes& scopes, MarkRange marks);

}  // namespace tensorleak::analysis
