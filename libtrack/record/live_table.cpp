#include "libtrack/record/live_table.hpp"

#include <new>

namespace tensorleak::record {

std::size_t LiveTable::KeyHash::operator()(const Key& key) const noexcept {
  // Addresses differ in their middle bits, numbers in their low ones; heaps are few.
  return std::hash<trace::TensorId>()({key.key ^ (std::uint64_t{key.heap} << 48)});
}

LiveTable::LiveTable(std::pmr::memory_resource* memory)
    : tensors_(0, KeyHash(), {}, memory), buffers_(0, KeyHash(), {}, memory) {}

LiveTable::Created LiveTable::create(Key tensor, std::uint64_t buffer) {
  const auto [place, is_new] = tensors_.try_emplace(tensor);
  std::optional<trace::BufferId> joined;
  if (buffer != 0) {
    try {
      joined = join_buffer({tensor.heap, buffer});
    } catch (const std::bad_alloc&) {
      if (is_new) tensors_.erase(place);
      throw;
    }
  }
  Tensor& entry = place.value();
  if (is_new) {
    entry.id = fresh_id();
  } else {
    leave_buffer({tensor.heap, entry.buffer});
  }
  entry.buffer = buffer;
  return {.id = entry.id, .buffer = joined};
}

std::optional<trace::TensorId> LiveTable::dispose(Key tensor) {
  const auto found = tensors_.find(tensor);
  if (found == tensors_.end()) return std::nullopt;
  const Tensor entry = found->second;
  tensors_.erase(found);
  leave_buffer({tensor.heap, entry.buffer});
  recent_[KeyHash()(tensor) % kRecent] = {.key = tensor, .id = entry.id};
  return entry.id;
}

std::optional<trace::TensorId> LiveTable::find(Key tensor) const {
  const auto found = tensors_.find(tensor);
  if (found == tensors_.end()) return std::nullopt;
  return found->second.id;
}

std::optional<trace::TensorId> LiveTable::recently_disposed(Key tensor) const {
  const Disposed& entry = recent_[KeyHash()(tensor) % kRecent];
  if (entry.id.value == 0 || entry.key != tensor) return std::nullopt;
  return entry.id;
}

std::optional<trace::BufferId> LiveTable::join_buffer(Key buffer) {
  const auto [place, is_new] = buffers_.try_emplace(buffer);
  Buffer& entry = place.value();
  if (is_new) entry.id = {++last_buffer_};
  ++entry.tensors;
  return entry.id;
}

void LiveTable::leave_buffer(Key buffer) {
  const auto found = buffer.key == 0 ? buffers_.end() : buffers_.find(buffer);
  if (found != buffers_.end() && --found.value().tensors == 0) buffers_.erase(found);
}

}  // namespace tensorleak::record
