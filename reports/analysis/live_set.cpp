#include "reports/analysis/live_set.hpp"

#include <algorithm>

namespace tensorleak::analysis {
namespace {

const Moment& later(const Moment& a, const Moment& b) {
  return a.event < b.event ? b : a;
}

}  // namespace

void LiveSet::insert(trace::TensorId id, const LiveTensor& tensor) {
  LiveTensor& stored = tensors_.insert_or_assign(id, tensor).first.value();
  stored.held_bytes = 0;
  stored.older = stored.younger = std::nullopt;
  tensor_bytes_ += tensor.bytes;
  if (tensor.buffer) {
    link(id, *tensor.buffer);
  } else {
    ++unshared_;
    hold(stored, tensor.bytes);
  }
}

std::optional<LiveTensor> LiveSet::remove(trace::TensorId id) {
  LiveTensor* found = find(id);
  if (found == nullptr) return std::nullopt;
  LiveTensor tensor = *found;
  tensor_bytes_ -= tensor.bytes;
  hold(*found, 0);
  if (tensor.buffer) {
    unlink(tensor);
  } else {
    --unshared_;
  }
  tensors_.erase(id);
  return tensor;
}

LiveTensor* LiveSet::find(trace::TensorId id) {
  const auto found = tensors_.find(id);
  return found == tensors_.end() ? nullptr : &found.value();
}

Moment LiveSet::buffer_touched(const LiveTensor& tensor) const {
  if (!tensor.buffer) return tensor.touched;
  const Buffer& buffer = buffers_.find(*tensor.buffer)->second;
  Moment last = buffer.touched;
  for (std::optional<trace::TensorId> id = buffer.oldest; id;) {
    const LiveTensor& on_it = tensors_.find(*id)->second;
    last = later(last, on_it.touched);
    id = on_it.younger;
  }
  return last;
}

void LiveSet::clear() {
  tensors_.clear();
  buffers_.clear();
  unshared_ = held_bytes_ = tensor_bytes_ = 0;
}

void LiveSet::link(trace::TensorId id, trace::BufferId buffer_id) {
  LiveTensor& tensor = at(id);
  const auto [entry, is_new] =
      buffers_.try_emplace(buffer_id, Buffer{.oldest = id, .youngest = id, .bytes = tensor.bytes});
  Buffer& buffer = entry.value();
  if (is_new) return hold(tensor, buffer.bytes);

  // Almost always the new tensor is the youngest; an assign brings an older variable.
  std::optional<trace::TensorId> older = buffer.youngest;
  while (older && at(*older).sequence > tensor.sequence)
    older = at(*older).older;
  tensor.older = older;
  tensor.younger = older ? at(*older).younger : buffer.oldest;
  if (older) at(*older).younger = id;
  if (tensor.younger) at(*tensor.younger).older = id;

  hold(at(buffer.oldest), 0);
  if (!tensor.older) buffer.oldest = id;
  if (!tensor.younger) buffer.youngest = id;
  buffer.bytes = std::max(buffer.bytes, tensor.bytes);
  hold(at(buffer.oldest), buffer.bytes);
  if (tensor.flags.has(trace::Flag::kVariable)) lend_to(tensor);
}

void LiveSet::lend_to(const LiveTensor& variable) {
  for (const auto& neighbour : {variable.older, variable.younger}) {
    if (!neighbour) continue;
    LiveTensor& lender = at(*neighbour);
    if (!lender.flags.has(trace::Flag::kVariable)) lender.lent = true;
  }
}

void LiveSet::unlink(LiveTensor& tensor) {
  const auto entry = buffers_.find(*tensor.buffer);
  Buffer& buffer = entry.value();
  buffer.touched = later(buffer.touched, tensor.touched);
  if (tensor.is_alone()) {
    tensor.touched = buffer.touched;
    buffers_.erase(entry);
    return;
  }
  if (tensor.older) {
    at(*tensor.older).younger = tensor.younger;
  } else {
    buffer.oldest = *tensor.younger;
    at(buffer.oldest).inherited = true;
  }
  if (tensor.younger) {
    at(*tensor.younger).older = tensor.older;
  } else {
    buffer.youngest = *tensor.older;
  }
  hold(at(buffer.oldest), buffer.bytes);
}

void LiveSet::hold(LiveTensor& tensor, std::uint64_t bytes) {
  if (tensor.held_bytes == bytes) return;
  const std::uint64_t more = bytes - tensor.held_bytes;  // wraps around when it is less
  tensor.held_bytes = bytes;
  held_bytes_ += more;
  populations_.held(tensor.site, more);
}

}  // namespace tensorleak::analysis
