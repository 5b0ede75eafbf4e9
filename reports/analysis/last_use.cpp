#include "reports/analysis/last_use.hpp"

#include <algorithm>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMostSites = 10;

/// A pool is advised where this much is made anew in each frame, over at least so many frames.
constexpr std::uint64_t kMinPoolBytesPerFrame = 64 * 1024;
constexpr std::uint64_t kMinPoolFrames = 10;

/// At least nine of ten.
bool is_nearly_all(std::uint64_t part, std::uint64_t whole) {
  return part >= whole - whole / 10;
}

SiteName name_of(SiteIndex site, const Replay& replay, Naming naming) {
  const SiteKey& key = replay.populations()[site].key;
  const std::vector<Frame> stack = replay.stacks().frames(key.stack, naming.owners);
  SiteName name{.op = replay.string(key.op),
                .dtype = replay.string(key.dtype),
                .shape = replay.shape(key.shape),
                .user_frame = user_place(stack).user_frame};
  if (!replay.stacks().has_addresses(key.stack)) {
    name.fingerprint =
        naming.fingerprints.of(stack, name.op, name.dtype, replay.scopes().names(key.scope_path));
  }
  if (name.user_frame) {
    const SourceLine* line = naming.sources.line(name.user_frame->file, name.user_frame->line);
    if (line != nullptr) name.user_frame->source = line->quoted();
  }
  return name;
}

/// One site's share of what was idle at the peak.
struct Idle {
  SiteIndex site = 0;
  IdleCount disposed;
  IdleCount undisposed;
  bool is_read = false;  ///< a tensor of the site was read, ever

  std::uint64_t bytes() const { return disposed.bytes + undisposed.bytes; }
};

void add_undisposed(std::vector<Idle>& sites, const Replay& replay) {
  const LastUses& uses = replay.last_uses();
  for (const auto& [id, tensor] : replay.live()) {
    Idle& idle = sites[tensor.site];
    idle.is_read = idle.is_read || tensor.used;
    if (tensor.held_bytes == 0) continue;
    const Moment touched = replay.live().buffer_touched(tensor);
    if (LastUses::may_be_read_again(touched, replay.marks())) continue;
    if (!uses.is_idle_at_peak(tensor, touched)) continue;
    ++idle.undisposed.tensors;
    idle.undisposed.bytes += tensor.held_bytes;
  }
}

/// Of sites with idle bytes, the most of them first. Memory without a shape that nothing ever read
/// is that of a heap, whose reads are not told.
std::vector<Idle> idle_sites(const Replay& replay) {
  const LastUses& uses = replay.last_uses();
  std::vector<Idle> sites(uses.size());
  for (SiteIndex site = 0; site < sites.size(); ++site) {
    sites[site] = {.site = site, .disposed = uses.idle(site), .is_read = uses[site].is_read};
  }
  add_undisposed(sites, replay);
  std::erase_if(sites, [&](const Idle& idle) {
    const bool has_shape = replay.shape(replay.populations()[idle.site].key.shape).has_value();
    return idle.bytes() == 0 || (!has_shape && !idle.is_read);
  });
  std::ranges::stable_sort(sites, std::greater<>(), &Idle::bytes);
  return sites;
}

bool is_poolable(SiteIndex site, const Replay& replay, std::uint64_t frames) {
  const SiteUses& uses = replay.last_uses()[site];
  const SitePopulation& population = replay.populations()[site];
  return frames >= kMinPoolFrames && is_nearly_all(uses.frames, frames) && !uses.is_pooled &&
         is_nearly_all(population.disposed, population.created) &&
         uses.lifetimes.lifetime_frames <= 2 * uses.lifetimes.disposed &&
         uses.bytes / uses.frames >= kMinPoolBytesPerFrame;
}

std::vector<PoolCandidate> pool_candidates(const Replay& replay, std::uint64_t frames,
                                           Naming naming) {
  const LastUses& uses = replay.last_uses();
  std::vector<SiteIndex> sites;
  for (SiteIndex site = 0; site < uses.size(); ++site) {
    if (is_poolable(site, replay, frames)) sites.push_back(site);
  }
  std::ranges::stable_sort(sites, std::greater<>(),
                           [&](SiteIndex site) { return uses[site].bytes; });
  sites.resize(std::min(sites.size(), kMostSites));
  std::vector<PoolCandidate> candidates;
  candidates.reserve(sites.size());
  for (const SiteIndex site : sites) {
    candidates.push_back({.made = name_of(site, replay, naming),
                          .frames = uses[site].frames,
                          .tensors = uses[site].tensors,
                          .bytes = uses[site].bytes});
  }
  return candidates;
}

void add(Lifetimes& sum, const Lifetimes& more) {
  const auto longer = [](auto& longest, auto other) { longest = std::max(longest, other); };
  const auto add_time = [](std::int64_t& time, std::int64_t other) {
    if (__builtin_add_overflow(time, other, &time)) time = INT64_MAX;
  };
  sum.disposed += more.disposed;
  sum.never_read += more.never_read;
  sum.lifetime_frames += more.lifetime_frames;
  sum.drag_frames += more.drag_frames;
  add_time(sum.lifetime_time, more.lifetime_time);
  add_time(sum.drag_time, more.drag_time);
  longer(sum.longest_lifetime_frames, more.longest_lifetime_frames);
  longer(sum.longest_lifetime_time, more.longest_lifetime_time);
  longer(sum.longest_drag_frames, more.longest_drag_frames);
  longer(sum.longest_drag_time, more.longest_drag_time);
}

}  // namespace

std::optional<Lifetimes> lifetimes_of(const std::vector<SiteIndex>& sites, const Replay& replay) {
  if (replay.last_uses().uses() == 0) return std::nullopt;
  Lifetimes sum;
  for (const SiteIndex site : sites)
    add(sum, replay.last_uses()[site].lifetimes);
  return sum;
}

std::optional<LastUse> last_use_of(const Replay& replay, std::uint64_t frames, Naming naming) {
  const LastUses& uses = replay.last_uses();
  if (uses.uses() == 0) return std::nullopt;
  LastUse result{.peak_bytes = uses.peak_bytes(), .peak_frame = uses.peak_mark()};
  for (const Idle& idle : idle_sites(replay)) {
    result.idle_bytes += idle.bytes();
    result.undisposed_bytes += idle.undisposed.bytes;
    if (result.idle_sites.size() == kMostSites) continue;
    result.idle_sites.push_back({.made = name_of(idle.site, replay, naming),
                                 .idle_tensors = idle.disposed.tensors + idle.undisposed.tensors,
                                 .idle_bytes = idle.bytes(),
                                 .undisposed_tensors = idle.undisposed.tensors,
                                 .undisposed_bytes = idle.undisposed.bytes,
                                 .lifetimes = uses[idle.site].lifetimes});
  }
  result.poolable = pool_candidates(replay, frames, naming);
  return result;
}

}  // namespace tensorleak::analysis
