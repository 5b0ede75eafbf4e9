#include <track/allocator.hpp>

namespace track {

void detail::block_created(track_heap* heap, const void* block, std::size_t count,
                           std::size_t bytes, const char* dtype) noexcept {
  const std::uint64_t size = count;
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = bytes;
  info.shape = &size;
  info.rank = 1;
  info.known_shape = 1;
  info.dtype = dtype;
  info.device = "cpu";
  info.op = "allocate";
  track_tensor_created(heap, key_of(block), &info);
}

memory_resource::memory_resource(const std::string& heap, std::pmr::memory_resource* upstream)
    : heap_(track_heap_register(heap.c_str(), 0)), upstream_(upstream) {}

memory_resource::~memory_resource() = default;

void* memory_resource::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* block = upstream_->allocate(bytes, alignment);
  if (track_is_active()) detail::block_created(heap_, block, bytes, bytes, "uint8");
  return block;
}

void memory_resource::do_deallocate(void* block, std::size_t bytes, std::size_t alignment) {
  // First, since another thread may get the address as soon as it is free.
  track_tensor_disposed(heap_, detail::key_of(block), TRACK_DISPOSE);
  upstream_->deallocate(block, bytes, alignment);
}

bool memory_resource::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
  return this == &other;
}

}  // namespace track
