#include "reports/analysis/populations.hpp"

#include <algorithm>

namespace tensorleak::analysis {

std::size_t HashSiteKey::operator()(const SiteKey& key) const noexcept {
  std::uint64_t hash = 0;
  for (const std::uint32_t part :
       {key.stack, key.op, key.dtype, key.shape, key.scope_path, key.thread}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

SiteIndex Populations::site(const SiteKey& key) {
  const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<SiteIndex>(sites_.size()));
  if (is_new) sites_.emplace_back(key);
  return entry->second;
}

void Populations::created(SiteIndex site) {
  ++sites_[site].created;
  ++sites_[site].alive;
  ++alive_;
  note_change(site);
}

void Populations::disposed(SiteIndex site) {
  ++sites_[site].disposed;
  --sites_[site].alive;
  --alive_;
  note_change(site);
}

void Populations::resumed(SiteIndex site) {
  --sites_[site].disposed;
  ++sites_[site].alive;
  ++alive_;
  note_change(site);
}

void Populations::held(SiteIndex site, std::uint64_t more) {
  sites_[site].held_bytes += more;
  held_bytes_ += more;
  note_change(site);
}

LaneIndex Populations::add_lane() {
  const auto lane = static_cast<LaneIndex>(lanes_.size());
  lanes_.emplace_back();
  for (SiteIndex site = 0; site < sites_.size(); ++site) {
    if (sites_[site].alive != 0 || sites_[site].held_bytes != 0) note_change(site);
  }
  return lane;
}

void Populations::restart() {
  for (SitePopulation& site : sites_) {
    site.alive = site.held_bytes = 0;
    site.lanes_.clear();
  }
  lanes_.clear();
  marks_ = 0;
  alive_ = held_bytes_ = 0;
}

void Populations::mark(LaneIndex lane) {
  LaneState& state = lanes_[lane];
  state.clock.tick();
  for (const SiteIndex index : state.changed) {
    SitePopulation& site = sites_[index];
    site.lanes_[lane].changed = false;
    site.lanes_[lane].series.record(state.clock, site.alive, site.held_bytes);
  }
  state.changed.clear();
  state.total.record(state.clock, alive_, held_bytes_);
  state.numbers.record(state.clock, ++marks_, 0);
}

const std::vector<Sample>& Populations::samples(SiteIndex site, LaneIndex lane) {
  sites_[site].lanes_.resize(lanes_.size());
  return sites_[site].lanes_[lane].series.samples(lanes_[lane].clock);
}

const std::vector<Sample>& Populations::total_samples(LaneIndex lane) {
  return lanes_[lane].total.samples(lanes_[lane].clock);
}

std::uint64_t Populations::mark_number(LaneIndex lane, std::uint64_t frame) {
  LaneState& state = lanes_[lane];
  const std::vector<Sample>& numbers = state.numbers.samples(state.clock);
  const auto found = std::ranges::lower_bound(numbers, frame, {}, &Sample::mark);
  if (found != numbers.end()) return found->tensors;
  return numbers.empty() ? 0 : numbers.back().tensors;
}

std::size_t Populations::stored_mark(LaneIndex lane, std::uint64_t marks) {
  LaneState& state = lanes_[lane];
  const std::vector<Sample>& numbers = state.numbers.samples(state.clock);
  const auto found = std::ranges::upper_bound(numbers, marks, {}, &Sample::tensors);
  return static_cast<std::size_t>(found - numbers.begin());
}

void Populations::note_change(SiteIndex site) {
  auto& in_lanes = sites_[site].lanes_;
  if (in_lanes.size() < lanes_.size()) in_lanes.resize(lanes_.size());
  for (LaneIndex lane = 0; lane < lanes_.size(); ++lane) {
    if (in_lanes[lane].changed) continue;
    in_lanes[lane].changed = true;
    lanes_[lane].changed.push_back(site);
  }
}

}  // namespace tensorleak::analysis
