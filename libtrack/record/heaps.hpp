// The heaps that a process has registered; they live as long as it does.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>

/// Opaque in track.h.
struct track_heap {
  std::uint32_t number = 0;
  std::uint32_t flags = 0;  ///< track_heap_flag bits
  std::string_view name;
  track_heap* next = nullptr;
};

namespace tensorleak::record {

/// Not safe for use by two threads at once.
class Heaps {
 public:
  /// The heap of this name, with these flags where it is new. Where memory is at its end: the one
  /// that all nameless heaps share.
  track_heap* find_or_add(std::string_view name, std::uint32_t flags,
                          std::pmr::memory_resource& memory) noexcept;

  /// What the first heap calls itself; empty: none was registered.
  std::string_view first_name() const { return first_ == nullptr ? "" : first_->name; }

  /// Its flags; 0: none was registered.
  std::uint32_t first_flags() const { return first_ == nullptr ? 0 : first_->flags; }

 private:
  track_heap* first_ = nullptr;
  track_heap** end_ = &first_;
  track_heap nameless_;
  std::uint32_t last_number_ = 0;
};

}  // namespace tensorleak::record
