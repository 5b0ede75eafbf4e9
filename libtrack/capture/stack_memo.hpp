// The last stack of a thread, so that the next one walks only as far as it differs.
//
//   the last stack          the next one
//     f  (innermost)          h  ◄── walked, by rules
//     e                       g  ◄── walked
//     d                       d  ◄── the same registers: what its step and all further ones read
//     c                       c      is read again, innermost first, and if each word still is
//     b                       b      what it was, the rest of the stack is too
//     a  (outermost)          a
//
// A word is only read where the walk itself would have read it: if all before it are the same, so
// are the frames that they lead to. It never looks at a stack that is not there any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "libtrack/capture/capture.hpp"
#include "libtrack/capture/seen_stack.hpp"
#include "libtrack/capture/walk.hpp"

namespace tensorleak::capture {

/// Belongs to one thread. Captures allocate nothing and keep errno; a signal handler must not
/// capture with the memo that it has interrupted.
class StackMemo {
 public:
  /// For stacks of at most `limit` frames, ≤ kMaxDepth. Throws std::bad_alloc.
  StackMemo(std::size_t limit, std::pmr::memory_resource* memory);

  /// The caller's stack without the innermost frames that lie in `own`.
  SeenStack capture(AddressRange own) noexcept;

  /// Captures the last stack from its outermost to its innermost frame anew.
  void forget() noexcept { begin_ = end_ = stack_end_ = 0; }

  /// Frames that captures took over, and that they walked.
  std::uint64_t kept_frames() const { return kept_frames_; }
  std::uint64_t walked_frames() const { return walked_frames_; }

 private:
  struct Entry {
    Frame frame;
    std::uintptr_t bp_slot = 0;  ///< where the caller's frame pointer was read; 0: it was not
    std::uint64_t hash = 0;      ///< of the stack from here outwards
  };

  /// Two of them: one holds the last stack, the other takes what is new of the next.
  struct Frames {
    Frames(std::size_t size, std::pmr::memory_resource* memory)
        : entries(size, memory), addresses(size, memory) {}

    std::pmr::vector<Entry> entries;
    std::pmr::vector<std::uintptr_t> addresses;
  };

  /// How a walk went.
  struct News {
    std::size_t end = 0;        ///< behind what is new in the other frames
    std::size_t stack_end = 0;  ///< the same without an entry that belongs to no stack
    std::size_t kept = 0;       ///< first entry of the last stack that is taken over; end_: none
    std::size_t reusable = 0;   ///< from here on they can be taken over
    bool met_unloadable = false;
    bool lost = false;
    bool too_deep = false;
  };

  static bool still_leads_to(const Entry& entry, const Entry& caller) noexcept;
  std::size_t first_changed(std::size_t from) const noexcept;
  News walk(Frame start) noexcept;
  bool is_repeated(const News& news) const noexcept;
  void adopt(const News& news) noexcept;
  SeenStack cut(const News& news, AddressRange own) noexcept;
  SeenStack by_libunwind(Frame start, AddressRange own) noexcept;
  SeenStack without_memo(std::size_t depth, bool truncated) noexcept;

  std::size_t limit_;
  std::size_t most_;    ///< entries of a stack within the limit
  std::size_t middle_;  ///< where new frames begin: room before for those of later stacks
  Frames frames_[2];
  std::pmr::vector<std::uintptr_t> whole_;  ///< a stack that no memo is kept of
  Frames* last_ = &frames_[0];
  Frames* next_ = &frames_[1];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;           ///< of the entries
  std::size_t stack_end_ = 0;     ///< of those that are frames of the stack
  std::size_t reusable_ = 0;      ///< from here on entries can be taken over
  std::uint64_t generation_ = 0;  ///< of the unloadable code among the entries; 0: there is none
  std::uint64_t kept_frames_ = 0;
  std::uint64_t walked_frames_ = 0;
};

}  // namespace tensorleak::capture
