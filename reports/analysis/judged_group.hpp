// From a group of survivors to its one label, in a run with frames.
//
// A group is judged by its sum, and where a part of it says more, by that part: each with the
// evidence of its own members, so that what is read beside a leak does not excuse it.
#pragma once

#include <cstdint>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/judged_sites.hpp"
#include "reports/analysis/replay.hpp"
#include "reports/analysis/survivors.hpp"

namespace tensorleak::analysis {

/// What a group, or a part of it, was found to be.
struct Judgement {
  JudgedSites judged;  ///< the sites that were judged; its growth is the last word on it
  Evidence evidence;   ///< of the members that these sites have
  Label label = Label::kUnknown;

  bool grows() const { return judged.grows(); }
};

class GroupJudge {
 public:
  /// Keeps the references.
  GroupJudge(Replay& replay, const SiteJudge& judge, bool ended_cleanly)
      : replay_(replay), judge_(judge), ended_cleanly_(ended_cleanly) {}

  /// The part that speaks for the group: the one that grows exactly beside the noise of the rest;
  /// the unread one that makes all of the growth beside members that are read; else the whole. A
  /// lost member is one of the group, in whichever part.
  Judgement judge(const SurvivorGroup& group) const;

  /// Of a group's members, with their ages counted by the frames of `judged`.
  Evidence evidence(const SurvivorGroup& group, const JudgedSites& judged) const;

  /// What was alive at the last mark.
  Sample alive(const std::vector<SiteIndex>& sites) const;

 private:
  /// `members` are those of the judged sites.
  Judgement judge_members(const SurvivorGroup& members, JudgedSites judged) const;
  Judgement speaking_part(const SurvivorGroup& group) const;
  std::optional<Judgement> unread_part(const SurvivorGroup& group, const JudgedSites& whole) const;
  Growth weighed(const SurvivorGroup& members, const JudgedSites& judged) const;

  Replay& replay_;
  const SiteJudge& judge_;
  bool ended_cleanly_;
};

}  // namespace tensorleak::analysis
