#include "libtrack/capture/stack_memo.hpp"

#include <algorithm>
#include <utility>

#include "libtrack/capture/loaded_code.hpp"

namespace tensorleak::capture {
namespace {

/// Of the recorder, which are walked but not counted.
constexpr std::size_t kOwnFrames = 32;

}  // namespace

StackMemo::StackMemo(std::size_t limit, std::pmr::memory_resource* memory)
    : limit_(std::min(limit, kMaxDepth)),
      most_(limit_ + kOwnFrames),
      middle_(most_ + 2),
      frames_{Frames(middle_ * 2, memory), Frames(middle_ * 2, memory)},
      whole_(limit_, memory) {}

bool StackMemo::still_leads_to(const Entry& entry, const Entry& caller) noexcept {
  if (stack_word(caller.frame.sp - sizeof(std::uintptr_t)) != caller.frame.pc) return false;
  return entry.bp_slot == 0 || stack_word(entry.bp_slot) == caller.frame.bp;
}

/// The first entry, from `from` on, whose step leads elsewhere by now; the last entry: none.
std::size_t StackMemo::first_changed(std::size_t from) const noexcept {
  const Entry* const entries = last_->entries.data();
  while (from + 1 < end_ && still_leads_to(entries[from], entries[from + 1]))
    ++from;
  return from;
}

/// From `start` to the outermost frame, or to one from which the last stack can be taken over. New
/// entries go to the middle of `next_`.
StackMemo::News StackMemo::walk(Frame start) noexcept {
  News news{.end = middle_, .stack_end = middle_, .kept = end_, .reusable = middle_};
  Walk walk(start);
  for (std::size_t candidate = std::max(begin_, reusable_);;) {
    const Frame frame = walk.frame();
    while (candidate < end_ && last_->entries[candidate].frame.sp < frame.sp)
      ++candidate;
    if (candidate < end_ && last_->entries[candidate].frame == frame) {
      const std::size_t changed = first_changed(candidate);
      if (changed + 1 == end_) {
        news.kept = candidate;
        break;
      }
      candidate = changed + 1;
    }
    news.too_deep = news.end - middle_ == most_;
    if (news.too_deep) break;
    const Walk::Result step = walk.step();
    news.lost = step == Walk::Result::kLost;
    if (news.lost) break;
    next_->entries[news.end] = {.frame = frame, .bp_slot = walk.bp_slot()};
    next_->addresses[news.end++] = frame.pc;
    if (step == Walk::Result::kNoTable) break;
    news.stack_end = news.end;
    if (walk.read_cfa()) news.reusable = news.end;
    if (step == Walk::Result::kCaller) continue;
    // What the step read says that there is no caller, and has to be looked at again.
    if (walk.frame() != frame) next_->entries[news.end++] = {.frame = walk.frame()};
    break;
  }
  news.met_unloadable = walk.met_unloadable();
  return news;
}

/// Whether the new frames, up to the kept ones, return to where those of the last stack returned
/// to. Their registers can differ for all that: a loop may count in rbp.
bool StackMemo::is_repeated(const News& news) const noexcept {
  const std::size_t count = news.end - middle_;
  if (begin_ == end_ || news.kept == end_ || news.kept - begin_ != count) return false;
  const auto* const now = next_->addresses.data() + middle_;
  return std::equal(now, now + count, last_->addresses.data() + begin_);
}

/// Makes the new stack the last one.
void StackMemo::adopt(const News& news) noexcept {
  const std::size_t count = news.end - middle_;
  if (count == 0 && news.kept == begin_) return;
  std::size_t hashed = news.kept;
  std::uint64_t hash = 0;
  if (news.kept == end_) {
    std::swap(last_, next_);
    begin_ = middle_;
    end_ = news.end;
    hashed = stack_end_ = news.stack_end;
  } else {
    begin_ = news.kept - count;
    const auto move_before_kept = [&](auto& from, auto& to) {
      std::copy_n(from.data() + middle_, count, to.data() + begin_);
    };
    move_before_kept(next_->entries, last_->entries);
    move_before_kept(next_->addresses, last_->addresses);
    if (news.kept < stack_end_) hash = last_->entries[news.kept].hash;
  }
  reusable_ = begin_ + (news.reusable - middle_);
  for (std::size_t i = hashed; i-- > begin_;) {
    hash += hash_of_link(last_->addresses[i], stack_end_ - i);
    last_->entries[i].hash = hash;
  }
}

/// A stack beyond the limit: its innermost frames.
SeenStack StackMemo::cut(const News& news, AddressRange own) noexcept {
  std::size_t depth = 0;
  const auto append = [&](const Frames& frames, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && depth < limit_; ++i) {
      const std::uintptr_t address = frames.addresses[i];
      if (depth > 0 || !own.contains(address)) whole_[depth++] = address;
    }
  };
  append(*next_, middle_, news.stack_end);
  append(*last_, news.kept, stack_end_);
  return without_memo(depth, true);
}

SeenStack StackMemo::by_libunwind(Frame start, AddressRange own) noexcept {
  const Captured captured = capture_with_libunwind_from(start.sp, whole_, own);
  generation_ = loader_generation();
  return without_memo(captured.depth, captured.truncated);
}

SeenStack StackMemo::without_memo(std::size_t depth, bool truncated) noexcept {
  forget();
  const std::span addresses = std::span(whole_).first(depth);
  return {.addresses = addresses,
          .hash = hash_of_chain(addresses),
          .generation = generation_,
          .truncated = truncated};
}

[[gnu::noinline]] SeenStack StackMemo::capture(AddressRange own) noexcept {
  const Frame start = calling_frame();
  if (generation_ != 0 && generation_ != loader_generation()) forget();
  if (begin_ == end_) generation_ = 0;
  const News news = walk(start);
  if (news.lost) return by_libunwind(start, own);
  if (news.met_unloadable) {
    generation_ = rule_cache().generation();
  } else if (news.kept == end_) {
    generation_ = 0;
  }
  const std::size_t kept = stack_end_ - std::min(news.kept, stack_end_);
  walked_frames_ += news.end - middle_;
  kept_frames_ += kept;
  if (news.too_deep || news.stack_end - middle_ + kept > most_) return cut(news, own);
  const bool repeated = is_repeated(news);
  adopt(news);
  std::size_t first = begin_;
  while (first < stack_end_ && own.contains(last_->addresses[first]))
    ++first;
  if (stack_end_ - first > limit_) {
    const News all{.end = middle_, .stack_end = middle_, .kept = first};
    return cut(all, own);
  }
  return {.addresses = std::span(last_->addresses).subspan(first, stack_end_ - first),
          .hash = first < stack_end_ ? last_->entries[first].hash : 0,
          .generation = generation_,
          .truncated = false,
          .repeated = repeated};
}

}  // namespace tensorleak::capture
