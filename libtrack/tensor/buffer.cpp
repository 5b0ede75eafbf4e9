#include "libtrack/tensor/buffer.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "libtrack/tensor/counts.hpp"

namespace track::detail {

namespace {

constinit std::atomic<std::uint64_t> next_id = 1;

std::size_t stored_size(DType dtype) {
  return dtype == DType::kString ? sizeof(std::string) : element_size(dtype);
}

}  // namespace

BufferPtr Buffer::make(DType dtype, std::size_t elements) {
  return BufferPtr(new Buffer(dtype, elements));
}

Buffer::Buffer(DType dtype, std::size_t elements)
    : dtype_(dtype),
      elements_(elements),
      bytes_(elements * element_size(dtype)),
      id_(next_id.fetch_add(1, std::memory_order_relaxed)) {
  const std::size_t size = stored_size(dtype);
  if (elements > std::numeric_limits<std::ptrdiff_t>::max() / size) throw std::bad_alloc();
  // At least one byte, so that the data of an empty tensor is no null pointer.
  data_ = ::operator new (std::max<std::size_t>(elements * size, 1), std::align_val_t{kAlignment});
  if (dtype == DType::kString) {
    std::uninitialized_value_construct_n(static_cast<std::string*>(data_), elements);
  }
}

Buffer::~Buffer() {
  if (sealed_) count_buffer_freed(bytes_);
  if (dtype_ == DType::kString) std::destroy_n(static_cast<std::string*>(data_), elements_);
  ::operator delete (data_, std::align_val_t{kAlignment});
}

std::span<std::string> Buffer::strings() const noexcept {
  return {static_cast<std::string*>(data_), elements_};
}

void Buffer::seal() noexcept {
  if (dtype_ == DType::kString) {
    bytes_ = 0;
    for (const std::string& text : strings())
      bytes_ += text.size();
  }
  sealed_ = true;
  count_buffer_made(bytes_);
}

}  // namespace track::detail
