#include "reports/analysis/last_uses.hpp"

#include <algorithm>

namespace tensorleak::analysis {
namespace {

/// Clocks that run backwards, or too far, count as nothing.
trace::Nanoseconds between(trace::Nanoseconds first, trace::Nanoseconds last) {
  trace::Nanoseconds time = 0;
  return __builtin_sub_overflow(last, first, &time) ? 0 : std::max<trace::Nanoseconds>(0, time);
}

void add_time(trace::Nanoseconds& sum, trace::Nanoseconds& longest, trace::Nanoseconds time) {
  longest = std::max(longest, time);
  if (__builtin_add_overflow(sum, time, &sum)) sum = INT64_MAX;
}

void add_frames(std::uint64_t& sum, std::uint64_t& longest, std::uint64_t frames) {
  longest = std::max(longest, frames);
  sum += frames;
}

void add(Lifetimes& lifetimes, const LiveTensor& tensor, const Moment& now) {
  ++lifetimes.disposed;
  lifetimes.never_read += !tensor.used;
  add_frames(lifetimes.lifetime_frames, lifetimes.longest_lifetime_frames,
             now.mark - tensor.created_mark);
  add_time(lifetimes.lifetime_time, lifetimes.longest_lifetime_time,
           between(tensor.created_time, now.time));
  add_frames(lifetimes.drag_frames, lifetimes.longest_drag_frames, now.mark - tensor.touched.mark);
  add_time(lifetimes.drag_time, lifetimes.longest_drag_time,
           between(tensor.touched.time, now.time));
}

/// What is not released by hand: a model owns its variables, a pool what it hands out.
bool is_owned(const LiveTensor& tensor) {
  return tensor.flags.has(trace::Flag::kVariable) || tensor.flags.has(trace::Flag::kPool);
}

}  // namespace

LastUses::Site& LastUses::at(SiteIndex site) {
  if (site >= sites_.size()) sites_.resize(site + std::size_t{1});
  return sites_[site];
}

void LastUses::created(const LiveTensor& tensor, std::uint64_t new_bytes) {
  made_since_use_ = true;
  SiteUses& uses = at(tensor.site).uses;
  if (uses.last_made != tensor.created_mark + 1) {
    uses.last_made = tensor.created_mark + 1;
    ++uses.frames;
  }
  if (new_bytes > 0) ++uses.tensors;
  uses.bytes += new_bytes;
  uses.is_pooled = uses.is_pooled || is_owned(tensor);
}

void LastUses::begin_peak(std::uint64_t bytes, const Moment& now) {
  peak_bytes_ = bytes;
  peak_ = {step_, now.mark, now.time};
  ++epoch_;
  recent_.clear();
}

bool LastUses::is_idle_at_peak(const LiveTensor& tensor, const Moment& touched) const {
  return touched.event < peak_.event && !is_owned(tensor);
}

void LastUses::disposed(const LiveTensor& tensor, const Moment& now) {
  Site& of = at(tensor.site);
  add(of.uses.lifetimes, tensor, now);
  of.uses.is_read = of.uses.is_read || tensor.used;
  of.uses.is_pooled = of.uses.is_pooled || is_owned(tensor);
  if (!tensor.is_alone() || !is_idle_at_peak(tensor, tensor.touched)) return;
  if (tensor.created_mark < now.mark && may_be_read_again(tensor.touched, now.mark)) {
    recent_.push_back({tensor.site, tensor.held_bytes});
  } else {
    add_idle(tensor.site, tensor.held_bytes);
  }
}

void LastUses::add_idle(SiteIndex site, std::uint64_t bytes) {
  Site& of = at(site);
  if (of.epoch != epoch_) {
    of.epoch = epoch_;
    of.idle = {};
  }
  ++of.idle.tensors;
  of.idle.bytes += bytes;
}

void LastUses::settle_recent() {
  for (const auto& [site, bytes] : recent_)
    add_idle(site, bytes);
  recent_.clear();
}

void LastUses::restart() {
  begin_peak(0, {});
  for (Site& site : sites_) {
    site.uses.frames = site.uses.last_made = 0;
    site.uses.tensors = site.uses.bytes = 0;
  }
}

IdleCount LastUses::idle(SiteIndex site) const {
  return sites_[site].epoch == epoch_ ? sites_[site].idle : IdleCount{};
}

}  // namespace tensorleak::analysis
