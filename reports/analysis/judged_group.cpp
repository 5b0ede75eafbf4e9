#include "reports/analysis/judged_group.hpp"

#include <utility>

#include "reports/analysis/ages.hpp"
#include "reports/analysis/judge.hpp"

namespace tensorleak::analysis {
namespace {

MarkRange marks_of(const JudgedSites& judged, Replay& replay) {
  Populations& populations = replay.populations();
  const std::uint64_t frames = populations.clock(judged.lane).frames();
  return {.settled = populations.mark_number(judged.lane, judged.growth.first_frame),
          .last_third = populations.mark_number(judged.lane, frames - frames / 3),
          .last = replay.marks()};
}

}  // namespace

Sample GroupJudge::alive(const std::vector<SiteIndex>& sites) const {
  Sample alive;
  for (const SiteIndex site : sites) {
    const auto& samples = replay_.populations().samples(site, replay_.last_lane());
    if (samples.empty()) continue;
    alive.tensors += samples.back().tensors;
    alive.bytes += samples.back().bytes;
  }
  return alive;
}

Evidence GroupJudge::evidence(const SurvivorGroup& group, const JudgedSites& judged) const {
  Evidence evidence = evidence_of(group, replay_.scopes(), marks_of(judged, replay_));
  evidence.recorded_reads = replay_.last_uses().uses();
  return evidence;
}

Growth GroupJudge::weighed(const SurvivorGroup& members, const JudgedSites& judged) const {
  if (!judged.growth.was_tested) return judged.growth;
  return weighed_by_age(judged.growth, judged.population.tensors, ages_of(members, judged, replay_),
                        judge_.stride(judged.lane), judge_.tests());
}

Judgement GroupJudge::judge_members(const SurvivorGroup& members, JudgedSites judged) const {
  Judgement judgement{.judged = std::move(judged)};
  JudgedSites& of = judgement.judged;
  judgement.evidence = evidence(members, of);
  of.growth = weighed(members, of);
  of.growth = judge_.growth_in_size(of);
  if (members.takes_over) {
    of.growth = left_open(of.growth, replay_.populations().clock(of.lane).frames());
  }
  if (!ended_cleanly_) of.growth = before_a_break(of.growth);
  judgement.label = label_in_frames(of.growth, judgement.evidence, alive(of.sites).tensors);
  return judgement;
}

std::optional<Judgement> GroupJudge::unread_part(const SurvivorGroup& group,
                                                 const JudgedSites& whole) const {
  if (whole.sites.size() == 1) return std::nullopt;
  for (const SiteIndex site : whole.sites) {
    if (replay_.populations()[site].alive == 0) continue;
    JudgedSites part = judge_.in_lane({site}, whole.lane);
    if (!part.grows_exactly() || part.growth.rate != whole.growth.rate) continue;
    const SurvivorGroup members = part_of(group, part.sites);
    Judgement judgement = judge_members(members, std::move(part));
    if (judgement.label == Label::kLeakGrowing) return judgement;
  }
  return std::nullopt;
}

Judgement GroupJudge::speaking_part(const SurvivorGroup& group) const {
  const JudgedSites whole = judge_.together(group.sites);
  if (std::optional<JudgedSites> part = judge_.growing_part(whole)) {
    const SurvivorGroup members = part_of(group, part->sites);
    Judgement judgement = judge_members(members, *std::move(part));
    if (judgement.grows()) return judgement;
  }
  Judgement judgement = judge_members(group, whole);
  if (judgement.label == Label::kUnknown && judgement.grows()) {
    if (std::optional<Judgement> part = unread_part(group, judgement.judged)) return *part;
  }
  return judgement;
}

Judgement GroupJudge::judge(const SurvivorGroup& group) const {
  Judgement judgement = speaking_part(group);
  judgement.evidence = evidence(group, judgement.judged);
  if (!is_leak(judgement.label) && judgement.evidence.lost > 0) judgement.label = Label::kLeakLost;
  return judgement;
}

}  // namespace tensorleak::analysis
