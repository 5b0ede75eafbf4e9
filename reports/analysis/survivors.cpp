#include "reports/analysis/survivors.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "reports/analysis/unrecorded_stacks.hpp"

namespace tensorleak::analysis {
namespace {

using SurvivorsBySite = std::map<SiteIndex, std::vector<LiveTensor>>;

SurvivorsBySite by_site(std::vector<LiveTensor> survivors) {
  std::ranges::sort(survivors, {}, &LiveTensor::sequence);
  SurvivorsBySite sites;
  for (const LiveTensor& tensor : survivors)
    sites[tensor.site].push_back(tensor);
  return sites;
}

/// Fingerprints need to know all of the user's functions first. Of stacks of addresses only those
/// of survivors are added: looking up the names of all others would cost more than they give.
void add_stacks(const SurvivorsBySite& sites, const TakenStacks& taken, const Replay& replay,
                const FrameOwner& owners, Fingerprints& fingerprints) {
  const StackTable& stacks = replay.stacks();
  std::vector<bool> is_needed(stacks.size());
  for (const auto& [site, other] : taken)
    is_needed[other.stack] = true;
  for (const auto& [site, survivors] : sites)
    is_needed[replay.populations()[site].key.stack] = true;
  for (std::uint32_t stack = 0; stack < stacks.size(); ++stack) {
    if (!is_needed[stack] && stacks.has_addresses(stack)) continue;
    fingerprints.add(stacks.frames(stack, owners));
  }
}

SiteKey with_stack(SiteKey key, SiteIndex site, const TakenStacks& taken) {
  if (const auto found = taken.find(site); found != taken.end()) key.stack = found->second.stack;
  return key;
}

std::string fingerprint_of(const SiteKey& key, const Replay& replay, const FrameOwner& owners,
                           Fingerprints& fingerprints) {
  return fingerprints.of(replay.stacks().frames(key.stack, owners), replay.string(key.op),
                         replay.string(key.dtype), replay.scopes().names(key.scope_path));
}

/// The fingerprint of the innermost of the user's frames; nothing where no frame is the user's.
std::string line_of(const SiteKey& key, const Replay& replay, const FrameOwner& owners,
                    Fingerprints& fingerprints) {
  const std::vector<Frame> stack = replay.stacks().frames(key.stack, owners);
  const auto frame = std::ranges::find(stack, Owner::kUser, &Frame::owner);
  if (frame == stack.end()) return "";
  return fingerprints.of({*frame}, replay.string(key.op), replay.string(key.dtype),
                         replay.scopes().names(key.scope_path));
}

/// What all sites of one fingerprint share as they were recorded: shapes and threads differ.
SiteKey without_shape(SiteKey key) {
  key.shape = 0;
  key.thread = 0;
  return key;
}

/// Adds the sites of which nothing survived: tensors that are replaced by such of another shape
/// belong to one population.
void add_sites_without_survivors(std::vector<SurvivorGroup>& groups, const SurvivorsBySite& sites,
                                 const TakenStacks& taken, const Populations& populations) {
  const auto key_of = [&](SiteIndex site) {
    return without_shape(with_stack(populations[site].key, site, taken));
  };
  std::unordered_map<SiteKey, std::size_t, HashSiteKey> numbers;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const SiteIndex site : groups[i].sites)
      numbers.try_emplace(key_of(site), i);
  }
  for (SiteIndex site = 0; site < populations.size(); ++site) {
    const auto group = numbers.find(key_of(site));
    if (group != numbers.end() && !sites.contains(site))
      groups[group->second].sites.push_back(site);
  }
}

void note_taken(SurvivorGroup& group, const TakenStacks& taken) {
  for (const SiteIndex site : group.sites) {
    const auto found = taken.find(site);
    if (found == taken.end()) continue;
    group.taken_stack = found->second.stack;
    group.stacks_estimated |= found->second.estimated;
  }
}

/// Stacks of names alone are compared: looking up addresses that no survivor has costs too much.
TakenStacks stacks_of_unrecorded(const SurvivorsBySite& sites, const Replay& replay,
                                 const FrameOwner& owners) {
  const StackTable& stacks = replay.stacks();
  const auto user_frames = [&](SiteIndex site) {
    std::vector<Frame> frames = stacks.frames(replay.populations()[site].key.stack, owners);
    std::erase_if(frames, [](const Frame& frame) { return frame.owner != Owner::kUser; });
    return frames;
  };
  return taken_stacks(
      replay.populations(),
      [&](SiteIndex site) {
        const auto found = sites.find(site);
        return found == sites.end() ? std::uint64_t{0} : found->second.size();
      },
      [&](SiteIndex a, SiteIndex b) {
        if (stacks.has_addresses(replay.populations()[a].key.stack)) return false;
        if (stacks.has_addresses(replay.populations()[b].key.stack)) return false;
        return user_frames(a) == user_frames(b);
      });
}

/// Counts are of the whole recording: a site says of how much of it the stack is known.
void add_recorded_stacks(const SurvivorGroup& group, const Populations& populations, Site& site) {
  std::uint64_t recorded = 0;
  for (const SiteIndex index : group.sites) {
    if (populations[index].key.stack != 0) recorded += populations[index].created;
  }
  if (recorded == 0 || recorded == site.created) return;
  site.stacks_recorded = recorded;
  if (group.stacks_estimated) site.stacks_estimated = true;
}

std::vector<ShapeCount> shapes_of(const SurvivorGroup& group, const Replay& replay) {
  std::map<std::uint32_t, std::uint64_t> alive;
  for (const LiveTensor& tensor : group.survivors) {
    ++alive[replay.populations()[tensor.site].key.shape];
  }
  std::vector<ShapeCount> shapes;
  shapes.reserve(alive.size());
  for (const auto& [shape, count] : alive)
    shapes.push_back({replay.shape(shape), count});
  std::ranges::stable_sort(shapes, std::greater<>(), &ShapeCount::alive);
  return shapes;
}

/// The stack that a site of the group has, or is taken to have.
std::uint32_t stack_in(const SurvivorGroup& group, const SiteKey& key) {
  return key.stack != 0 ? key.stack : group.taken_stack;
}

std::uint64_t distinct_stacks(const SurvivorGroup& group, const Replay& replay) {
  std::vector<std::uint32_t> stacks;
  stacks.reserve(group.survivors.size());
  for (const LiveTensor& tensor : group.survivors)
    stacks.push_back(stack_in(group, replay.populations()[tensor.site].key));
  std::ranges::sort(stacks);
  return static_cast<std::uint64_t>(std::unique(stacks.begin(), stacks.end()) - stacks.begin());
}

}  // namespace

std::vector<SurvivorGroup> group_survivors(const Replay& replay, const FrameOwner& owners,
                                           Fingerprints& fingerprints, bool at_end) {
  const SurvivorsBySite sites =
      by_site(at_end ? replay.alive_at_end() : replay.alive_at_last_mark());
  const TakenStacks taken = stacks_of_unrecorded(sites, replay, owners);
  add_stacks(sites, taken, replay, owners, fingerprints);
  std::vector<SurvivorGroup> groups;
  std::unordered_map<std::string, std::size_t> numbers;
  for (const auto& [site, survivors] : sites) {
    const SiteKey key = with_stack(replay.populations()[site].key, site, taken);
    std::string fingerprint = fingerprint_of(key, replay, owners, fingerprints);
    const auto [entry, is_new] = numbers.try_emplace(fingerprint, groups.size());
    if (is_new) {
      std::string line = line_of(key, replay, owners, fingerprints);
      if (line.empty()) line = fingerprint;
      groups.push_back({.fingerprint = std::move(fingerprint), .line = std::move(line)});
    }
    SurvivorGroup& group = groups[entry->second];
    group.sites.push_back(site);
    group.survivors.insert(group.survivors.end(), survivors.begin(), survivors.end());
  }
  add_sites_without_survivors(groups, sites, taken, replay.populations());
  for (SurvivorGroup& group : groups)
    note_taken(group, taken);
  std::ranges::for_each(groups, bring_into_order);
  std::ranges::sort(groups, {}, [](const auto& group) { return group.survivors[0].sequence; });
  return groups;
}

void bring_into_order(SurvivorGroup& group) {
  std::unordered_map<SiteIndex, std::uint64_t> alive;
  for (const LiveTensor& tensor : group.survivors)
    ++alive[tensor.site];
  std::ranges::sort(group.sites);
  std::ranges::stable_sort(group.sites, std::greater<>(),
                           [&](SiteIndex site) { return alive[site]; });
  std::ranges::sort(group.survivors, {}, &LiveTensor::sequence);
}

SurvivorGroup part_of(const SurvivorGroup& group, const std::vector<SiteIndex>& sites) {
  SurvivorGroup part{.fingerprint = group.fingerprint,
                     .line = group.line,
                     .takes_over = group.takes_over,
                     .taken_stack = group.taken_stack,
                     .stacks_estimated = group.stacks_estimated,
                     .sites = sites};
  std::ranges::copy_if(group.survivors, std::back_inserter(part.survivors),
                       [&](const LiveTensor& tensor) {
                         return std::ranges::find(sites, tensor.site) != sites.end();
                       });
  bring_into_order(part);
  return part;
}

Site describe(const SurvivorGroup& group, const Replay& replay, const FrameOwner& owners) {
  const SiteKey& key = replay.populations()[group.sites.front()].key;
  Site site{.fingerprint = group.fingerprint,
            .op = replay.string(key.op),
            .dtype = replay.string(key.dtype),
            .shapes = shapes_of(group, replay),
            .scope_path = replay.scopes().names(key.scope_path),
            .stack = replay.stacks().frames(stack_in(group, key), owners),
            .stacks = distinct_stacks(group, replay),
            .alive = group.survivors.size()};
  UserPlace place = user_place(site.stack);
  site.user_frame = std::move(place.user_frame);
  site.called = std::move(place.called);
  for (const SiteIndex index : group.sites) {
    site.created += replay.populations()[index].created;
    site.disposed += replay.populations()[index].disposed;
  }
  add_recorded_stacks(group, replay.populations(), site);
  site.held_by = replay.holders().of(group.survivors);
  return site;
}

namespace {

/// Whether a tensor that was made in a frame was read in a later one.
bool read_again(const LiveTensor& tensor) {
  return tensor.used && tensor.last_use_mark > tensor.created_mark;
}

/// Whether a tensor is read as the entries of a cache are: still in the last third of its group's
/// frames, or once when it was as old as that is long.
bool is_read_when_old(const LiveTensor& tensor, std::uint64_t marks, std::uint64_t third) {
  if (!read_again(tensor)) return false;
  return tensor.last_use_mark >= marks - third ||
         tensor.last_use_mark - tensor.created_mark >= std::max<std::uint64_t>(third, 2);
}

void add_reads(Evidence& evidence, const SurvivorGroup& group, std::uint64_t marks) {
  std::vector<const LiveTensor*> in_frames;
  for (const LiveTensor& tensor : group.survivors) {
    if (!tensor.used) ++evidence.never_read;
    if (read_again(tensor)) ++evidence.read_again;
    if (tensor.created_mark > 0) in_frames.push_back(&tensor);
  }
  if (in_frames.empty()) return;
  const std::uint64_t first = in_frames.front()->created_mark;
  const std::uint64_t middle = first + (marks - first) / 2;
  for (const LiveTensor* tensor : in_frames) {
    if (tensor->created_mark > middle) continue;
    ++evidence.old;
    if (is_read_when_old(*tensor, marks, (marks - first) / 3)) ++evidence.still_read;
  }
}

std::uint64_t idle_frames(const SurvivorGroup& group, std::uint64_t marks) {
  std::uint64_t latest = 0;
  for (const LiveTensor& tensor : group.survivors) {
    latest = std::max(latest, tensor.used ? tensor.last_use_mark : tensor.created_mark);
  }
  return marks - std::min(marks, latest);
}

std::optional<std::uint64_t> last_read_frame(const SurvivorGroup& group) {
  std::optional<std::uint64_t> latest;
  for (const LiveTensor& tensor : group.survivors) {
    if (tensor.used) latest = std::max(latest.value_or(0), tensor.last_use_mark);
  }
  return latest;
}

}  // namespace

Evidence evidence_of(const SurvivorGroup& group, const Scopes& scopes, MarkRange marks) {
  Evidence evidence;
  for (const LiveTensor& tensor : group.survivors) {
    const bool kept = tensor.flags.has(trace::Flag::kKept);
    const bool variable = tensor.flags.has(trace::Flag::kVariable);
    const bool in_setup = marks.last > 0 && tensor.created_mark == 0;
    const bool scoped = tensor.scope_instance != 0;
    evidence.lost += tensor.lost;
    evidence.with_handle += tensor.has_handle();
    evidence.kept += kept;
    evidence.variables += variable;
    evidence.pooled += tensor.flags.has(trace::Flag::kPool);
    evidence.in_setup += in_setup;
    evidence.owned += kept || variable || in_setup;
    evidence.replaced += tensor.created_mark >= marks.settled;
    evidence.aged += tensor.created_mark < marks.last_third;
    evidence.unscoped += !scoped;
    evidence.out_of_scope += scoped && !scopes.is_open(tensor.scope_instance);
    evidence.aliases += tensor.held_bytes == 0 && tensor.bytes != 0;
    evidence.pinning += tensor.inherited;
    if (tensor.inherited) evidence.pinned_bytes += tensor.held_bytes;
    evidence.lent += tensor.lent;
  }
  add_reads(evidence, group, marks.last);
  evidence.min_idle = idle_frames(group, marks.last);
  if (marks.last > 0) evidence.last_read_frame = last_read_frame(group);
  return evidence;
}

}  // namespace tensorleak::analysis
