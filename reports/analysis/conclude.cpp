#include "reports/analysis/conclude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "reports/analysis/advice.hpp"
#include "reports/analysis/explain.hpp"
#include "reports/analysis/frames/per_second.hpp"
#include "reports/analysis/judge.hpp"
#include "reports/analysis/judged_group.hpp"
#include "reports/analysis/judged_sites.hpp"
#include "reports/analysis/last_use.hpp"
#include "reports/analysis/library.hpp"
#include "reports/analysis/library_originals.hpp"
#include "reports/analysis/lines.hpp"
#include "reports/analysis/resources.hpp"
#include "reports/analysis/survivors.hpp"
#include "reports/analysis/verdict.hpp"

namespace tensorleak::analysis {
namespace {

Completeness completeness_of(trace::Ending ending) {
  switch (ending) {
    case trace::Ending::kClean:
      return Completeness::kClean;
    case trace::Ending::kNoEnd:
      return Completeness::kNoEnd;
    case trace::Ending::kCutLine:
      return Completeness::kCutLine;
    case trace::Ending::kCutStream:
      return Completeness::kCutStream;
  }
  return Completeness::kNoEnd;
}

std::vector<LaneIndex> lanes_by_frames(const Replay& replay) {
  std::vector<LaneIndex> lanes(replay.lane_names().size());
  std::iota(lanes.begin(), lanes.end(), 0U);
  std::ranges::stable_sort(lanes, std::greater<>(), [&](LaneIndex lane) {
    return replay.populations().clock(lane).frames();
  });
  return lanes;
}

std::vector<Sample> changes(const DenseSeries& population, std::uint64_t stride) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < population.tensors.size(); ++i) {
    const Sample sample{.mark = i * stride,
                        .tensors = static_cast<std::uint64_t>(population.tensors[i]),
                        .bytes = static_cast<std::uint64_t>(population.bytes[i])};
    if (samples.empty() || samples.back().tensors != sample.tensors ||
        samples.back().bytes != sample.bytes) {
      samples.push_back(sample);
    }
  }
  return samples;
}

void add_growth(Site& site, const JudgedSites& judged, std::uint64_t stride) {
  const Growth& growth = judged.growth;
  site.evidence.frames_judged = growth.frames_judged;
  site.evidence.first_frame = growth.first_frame;
  site.evidence.period = growth.period;
  site.evidence.frames_needed = growth.frames_needed;
  site.evidence.steps_up = growth.steps_up;
  if (growth.is_trend() && growth.score > 0) {
    site.evidence.score_hundredths = static_cast<std::uint64_t>(growth.score * 100);
  }
  if (growth.kind != GrowthKind::kGrowing) return;
  if (growth.in_size) {
    site.bytes_per_frame = growth.rate;
    return;
  }
  site.tensors_per_frame = growth.rate;
  // Bytes can settle in another frame than tensors: an assign moves them between two of a buffer.
  const Growth bytes = judge_growth(judged.population.bytes, stride);
  site.bytes_per_frame = bytes.kind == GrowthKind::kGrowing && bytes.period != 0
                             ? bytes.rate
                             : rate_over(judged.population.bytes, stride, growth);
}

/// What was alive before the growth set in is no part of the leak.
void count_leaked(Site& site, const JudgedSites& judged, const Sample& alive,
                  std::uint64_t stride) {
  const std::size_t start = judged.growth.first_frame / stride;
  const auto grown = [start](std::uint64_t now, const std::vector<std::int64_t>& population) {
    return now - std::min(now, static_cast<std::uint64_t>(population[start]));
  };
  site.leaked = judged.growth.in_size ? 0 : grown(alive.tensors, judged.population.tensors);
  site.leaked_bytes = grown(alive.bytes, judged.population.bytes);
}

void count_lost(Site& site, const SurvivorGroup& group) {
  for (const LiveTensor& tensor : group.survivors) {
    if (!tensor.lost) continue;
    ++site.leaked;
    site.leaked_bytes += tensor.held_bytes;
  }
}

void count_unowned(Site& site, const SurvivorGroup& group) {
  for (const LiveTensor& tensor : group.survivors) {
    if (tensor.flags.has(trace::Flag::kKept) || tensor.flags.has(trace::Flag::kVariable)) continue;
    if (tensor.has_handle()) continue;
    ++site.leaked;
    site.leaked_bytes += tensor.held_bytes;
  }
}

Growth seen_to_the_end(const Growth& growth, trace::Ending ending) {
  return ending == trace::Ending::kClean ? growth : before_a_break(growth);
}

Site judge_in_frames(const SurvivorGroup& group, Replay& replay, const FrameOwner& owners,
                     const SiteJudge& sites, trace::Ending ending) {
  const GroupJudge judge(replay, sites, ending == trace::Ending::kClean);
  const Judgement judgement = judge.judge(group);
  const JudgedSites& judged = judgement.judged;
  const std::uint64_t stride = sites.stride(judged.lane);
  Site site = describe(group, replay, owners);
  site.lifetimes = lifetimes_of(group.sites, replay);
  const Sample alive = judge.alive(group.sites);
  site.alive = alive.tensors;
  site.alive_bytes = alive.bytes;
  site.lane = replay.lane_names()[judged.lane];
  site.population = changes(sites.in_lane(group.sites, judged.lane).population, stride);
  site.label = judgement.label;
  site.evidence = judgement.evidence;
  add_growth(site, judged, stride);
  if (site.label == Label::kLeakGrowing) {
    count_leaked(site, judged, judge.alive(judged.sites), stride);
  }
  if (site.label == Label::kLeakLost) count_lost(site, group);
  return site;
}

Site judge_at_exit(const SurvivorGroup& group, const Replay& replay, const FrameOwner& owners,
                   trace::Ending ending) {
  const bool ended_cleanly = ending == trace::Ending::kClean && !replay.was_restarted();
  Site site = describe(group, replay, owners);
  site.lifetimes = lifetimes_of(group.sites, replay);
  for (const LiveTensor& tensor : group.survivors)
    site.alive_bytes += tensor.held_bytes;
  site.evidence = evidence_of(group, replay.scopes(), {});
  site.label = label_at_exit(site.evidence, site.alive, ended_cleanly);
  if (site.label == Label::kLeakLost) count_lost(site, group);
  if (site.label == Label::kLeakAtExit) count_unowned(site, group);
  return site;
}

bool is_worse(const Site& a, const Site& b) {
  if (a.label != b.label && (is_leak(a.label) || is_leak(b.label))) return a.label < b.label;
  const double growth_a = a.bytes_per_frame.per_frame();
  const double growth_b = b.bytes_per_frame.per_frame();
  if (growth_a != growth_b) return growth_a > growth_b;
  if (a.label != b.label) return a.label < b.label;
  if (a.alive_bytes != b.alive_bytes) return a.alive_bytes > b.alive_bytes;
  return a.alive > b.alive;
}

void quote_source(std::optional<UserFrame>& frame, SourceLines& sources) {
  if (!frame) return;
  const SourceLine* line = sources.line(frame->file, frame->line);
  if (line != nullptr) frame->source = line->quoted();
}

std::vector<Site> judge_sites(Replay& replay, Naming naming, bool has_frames,
                              const std::vector<LaneIndex>& lanes, trace::Ending ending) {
  const FrameOwner& owners = naming.owners;
  std::vector<SurvivorGroup> groups =
      group_survivors(replay, owners, naming.fingerprints, /*at_end=*/!has_frames);
  std::vector<Site> sites;
  if (has_frames) {
    const SiteJudge judge(replay.populations(), lanes, groups.size());
    groups = divided_by_lane(joined_by_line(std::move(groups), judge), judge);
    for (const SurvivorGroup& group : groups)
      sites.push_back(judge_in_frames(group, replay, owners, judge, ending));
  } else {
    for (const SurvivorGroup& group : groups)
      sites.push_back(judge_at_exit(group, replay, owners, ending));
  }
  for (Site& site : sites) {
    quote_source(site.user_frame, naming.sources);
    site.library = library_of(site.stack, naming.sources);
    name_library_originals(site, naming.find_original);
    site.because = explain(site);
    site.fix = suggest(site);
  }
  std::ranges::stable_sort(sites, is_worse);
  return sites;
}

std::optional<std::vector<MisuseFinding>> misuses_of(const Replay& replay, Naming naming) {
  auto misuses = replay.misuses().findings(replay.stacks(), naming.owners);
  if (misuses.empty()) return std::nullopt;
  for (MisuseFinding& misuse : misuses)
    quote_source(misuse.user_frame, naming.sources);
  return misuses;
}

std::vector<ResourceFinding> judge_resources(Replay& replay, LaneIndex lane, trace::Ending ending) {
  std::vector<ResourceFinding> findings;
  const MarkClock& clock = replay.populations().clock(lane);
  DenseSeries shapes = empty_series(clock);
  accumulate(shapes, replay.shapes_seen(lane), clock);
  for (auto& [name, history] : replay.resources()) {
    history.in_lanes.resize(replay.lane_names().size());
    DenseSeries values = empty_series(clock);
    accumulate(values, history.in_lanes[lane].samples(clock), clock);
    const Growth growth = judge_growth(values.tensors, clock.stride());
    findings.push_back(judge_resource(name, values.tensors, seen_to_the_end(growth, ending)));
    explain_by_shapes(findings.back(), values.tensors, shapes.tensors);
  }
  return findings;
}

std::vector<Lane> describe_lanes(Replay& replay, const std::vector<LaneIndex>& order) {
  std::vector<Lane> lanes;
  for (const LaneIndex lane : order) {
    const MarkClock& clock = replay.populations().clock(lane);
    DenseSeries total = empty_series(clock);
    accumulate(total, replay.populations().total_samples(lane), clock);
    lanes.push_back({.name = replay.lane_names()[lane],
                     .marks = clock.marks(),
                     .frames = clock.frames(),
                     .stride = clock.stride(),
                     .population = changes(total, clock.stride()),
                     .duration = replay.lane_duration(lane)});
  }
  return lanes;
}

std::optional<Memory> memory_beside(Replay& replay, LaneIndex lane) {
  const MarkClock& clock = replay.populations().clock(lane);
  DenseSeries held = empty_series(clock);
  accumulate(held, replay.populations().total_samples(lane), clock);
  return memory_of(replay.memory(), held, lane, clock);
}

Totals totals_of(const Replay& replay, const std::vector<Site>& sites) {
  Totals totals = replay.totals();
  totals.end_tensors = replay.live().tensors();
  totals.end_bytes = replay.live().held_bytes();
  for (const Site& site : sites) {
    totals.alive_tensors += site.alive;
    totals.alive_bytes += site.alive_bytes;
  }
  return totals;
}

}  // namespace

Findings conclude(Replay& replay, const Options& options, const FrameBasis& frames_by,
                  trace::Ending ending) {
  const std::vector<LaneIndex> lanes = lanes_by_frames(replay);
  const std::uint64_t frames = lanes.empty() ? 0 : replay.populations().clock(lanes[0]).frames();
  const bool has_frames = frames > 0;
  const FrameOwner owners(options.framework_patterns);
  SourceLines sources(options.source_root);
  Fingerprints fingerprints(sources);
  const Naming naming{owners, fingerprints, sources, options.find_original};
  Findings findings{
      .subject = replay.subject(), .completeness = completeness_of(ending), .frames = frames_by};
  findings.sites = judge_sites(replay, naming, has_frames, lanes, ending);
  if (has_frames) findings.resources = judge_resources(replay, lanes.front(), ending);
  explain_by_tensors(findings.resources, findings.sites);
  if (has_frames) findings.memory = memory_beside(replay, lanes.front());
  findings.lanes = describe_lanes(replay, lanes);
  findings.last_use = last_use_of(replay, frames, naming);
  findings.counters = replay.counters();
  findings.anomalies = replay.anomalies();
  findings.misuses = misuses_of(replay, naming);
  findings.dropped = replay.dropped();
  findings.totals = totals_of(replay, findings.sites);
  if (frames_by.source == FrameSource::kTime) tell_per_second(findings);
  findings.verdict = verdict_of(findings, options.memory_limit);
  return findings;
}

}  // namespace tensorleak::analysis
