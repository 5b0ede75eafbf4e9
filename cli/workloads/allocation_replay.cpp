#include "cli/workloads/allocation_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <variant>

#include <track/track.hpp>

namespace tensorleak::cli {

namespace {

using track::DType;

std::optional<DType> known_dtype(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(DType::kString); ++i) {
    const auto dtype = static_cast<DType>(i);
    if (dtype != DType::kString && name == track::dtype_name(dtype)) return dtype;
  }
  return std::nullopt;
}

std::optional<track::Shape> known_shape(const trace::Alloc& alloc) {
  if (!alloc.shape || alloc.shape->size() > track::Shape::kMaxRank) return std::nullopt;
  std::vector<std::int64_t> sizes;
  sizes.reserve(alloc.shape->size());
  for (const std::uint64_t size : *alloc.shape) {
    if (size > INT64_MAX) return std::nullopt;
    sizes.push_back(static_cast<std::int64_t>(size));
  }
  return track::Shape(std::span<const std::int64_t>(sizes));
}

/// Whether elements of that size fill the bytes; not where their number does not fit.
bool fills(const track::Shape& shape, std::size_t element, std::uint64_t bytes) {
  std::uint64_t size = element;
  for (const std::int64_t length : shape) {
    if (__builtin_mul_overflow(size, static_cast<std::uint64_t>(length), &size)) return false;
  }
  return size == bytes;
}

/// As the log describes it where that makes as many bytes as the log says, else so many bytes.
track::Tensor empty_as_in(const trace::Alloc& alloc) {
  const auto dtype = known_dtype(alloc.dtype);
  const auto shape = known_shape(alloc);
  if (dtype && shape && fills(*shape, track::element_size(*dtype), alloc.bytes)) {
    return track::empty(*shape, *dtype);
  }
  return track::empty({static_cast<std::int64_t>(alloc.bytes)}, DType::kUint8);
}

}  // namespace

AllocationReplay::AllocationReplay()
    : tensors_before_(track::memory().num_tensors), bytes_before_(track::memory().num_bytes) {}

AllocationReplay::~AllocationReplay() {
  for (const auto& [id, made] : made_)
    made.tensor.dispose();
}

void AllocationReplay::consume(const trace::Event& event) {
  ++events_;
  if (out_of_memory_at_ != 0) return;
  try {
    std::visit([this](const auto& alternative) { on(alternative); }, event);
  } catch (const std::bad_alloc&) {
    out_of_memory_at_ = events_;
  } catch (const std::invalid_argument&) {
    out_of_memory_at_ = events_;  // more elements than memory has bytes
  }
}

void AllocationReplay::on(const trace::Alloc& alloc) {
  dispose(alloc.id);
  track::Tensor tensor = make(alloc);
  if (alloc.buffer) on_buffer_[*alloc.buffer].push_back(alloc.id);
  made_.insert_or_assign(alloc.id, Made{std::move(tensor), alloc.buffer});
}

track::Tensor AllocationReplay::make(const trace::Alloc& alloc) {
  if (alloc.buffer) {
    const auto sharing = on_buffer_.find(*alloc.buffer);
    if (sharing != on_buffer_.end()) return made_.at(sharing->second.front()).tensor.clone();
  }
  return empty_as_in(alloc);
}

void AllocationReplay::on(const trace::Free& free) {
  dispose(free.id);
}

void AllocationReplay::dispose(trace::TensorId id) {
  const auto found = made_.find(id);
  if (found == made_.end()) return;
  found->second.tensor.dispose();
  if (const auto buffer = found->second.buffer) {
    const auto sharing = on_buffer_.find(*buffer);
    std::erase(sharing.value(), id);
    if (sharing->second.empty()) on_buffer_.erase(sharing);
  }
  made_.erase(found);
}

void AllocationReplay::on(const trace::Keep& keep) {
  const auto found = made_.find(keep.id);
  if (found != made_.end() && keep.value) track::keep(found->second.tensor);
}

void AllocationReplay::on(const trace::FrameMark& mark) {
  if (mark.lane.empty()) {
    track::frame();
  } else {
    track::frame(std::string(mark.lane));
  }
}

std::optional<std::string> AllocationReplay::note(std::uint64_t tensors,
                                                  std::uint64_t bytes) const {
  if (out_of_memory_at_ != 0) {
    return fmt::format(
        "memory did not suffice for the log's tensors: from event {} on they were counted only",
        out_of_memory_at_);
  }
  const track::Memory now = track::memory();
  const std::uint64_t held = now.num_tensors - tensors_before_;
  const std::uint64_t held_bytes = now.num_bytes - bytes_before_;
  if (held == tensors && held_bytes == bytes) return std::nullopt;
  return fmt::format(
      "libtrack held {} tensors of {} bytes at the end of the replay, and the log has {} of {}",
      held, held_bytes, tensors, bytes);
}

}  // namespace tensorleak::cli
