#include "adapters/heap/next_allocator.hpp"

#include <dlfcn.h>
#include <sched.h>

#include <cerrno>
#include <cstdlib>

namespace tensorleak::heap {

constinit NextAllocator detail::found;
constinit std::atomic<bool> detail::is_found = false;

namespace {

/// Who looks: the first thread that calls. Others wait, which takes microseconds.
constinit std::atomic<bool> somebody_looks = false;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool this_thread_looks = false;

template <class Function>
void find(Function*& into, const char* symbol) noexcept {
  into = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, symbol));
}

bool are_of_one_object(const void* one, const void* other) noexcept {
  Dl_info of_one{};
  Dl_info of_other{};
  return one != nullptr && other != nullptr && dladdr(one, &of_one) != 0 &&
         dladdr(other, &of_other) != 0 && of_one.dli_fbase == of_other.dli_fbase;
}

void find_c_functions(NextAllocator& next) noexcept {
  find(next.malloc, "malloc");
  find(next.calloc, "calloc");
  find(next.realloc, "realloc");
  find(next.free, "free");
  find(next.aligned_alloc, "aligned_alloc");
  find(next.posix_memalign, "posix_memalign");
  find(next.memalign, "memalign");
  find(next.valloc, "valloc");
  find(next.usable_size, "malloc_usable_size");
  if (!are_of_one_object(reinterpret_cast<const void*>(next.malloc),
                         reinterpret_cast<const void*>(next.usable_size))) {
    next.usable_size = nullptr;
  }
}

// The names are those of the Itanium C++ ABI for a std::size_t of 64 bits.
static_assert(sizeof(std::size_t) == sizeof(unsigned long));

void find_new(NextAllocator& next) noexcept {
  find(next.new_one, "_Znwm");
  find(next.new_array, "_Znam");
  find(next.new_one_nothrow, "_ZnwmRKSt9nothrow_t");
  find(next.new_array_nothrow, "_ZnamRKSt9nothrow_t");
  find(next.new_one_aligned, "_ZnwmSt11align_val_t");
  find(next.new_array_aligned, "_ZnamSt11align_val_t");
  find(next.new_one_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t");
  find(next.new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t");
}

void find_delete(NextAllocator& next) noexcept {
  find(next.delete_one, "_ZdlPv");
  find(next.delete_array, "_ZdaPv");
  find(next.delete_one_nothrow, "_ZdlPvRKSt9nothrow_t");
  find(next.delete_array_nothrow, "_ZdaPvRKSt9nothrow_t");
  find(next.delete_one_sized, "_ZdlPvm");
  find(next.delete_array_sized, "_ZdaPvm");
  find(next.delete_one_aligned, "_ZdlPvSt11align_val_t");
  find(next.delete_array_aligned, "_ZdaPvSt11align_val_t");
  find(next.delete_one_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t");
  find(next.delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t");
  find(next.delete_one_sized_aligned, "_ZdlPvmSt11align_val_t");
  find(next.delete_array_sized_aligned, "_ZdaPvmSt11align_val_t");
}

}  // namespace

/// False on the thread that is in here already.
bool detail::find_next_allocator() noexcept {
  if (this_thread_looks) return false;
  if (somebody_looks.exchange(true)) {
    while (!is_found.load(std::memory_order_acquire))
      sched_yield();
    return true;
  }
  const int error = errno;
  this_thread_looks = true;
  find_c_functions(found);
  find_new(found);
  find_delete(found);
  this_thread_looks = false;
  errno = error;
  // Without an allocator no word can be said either.
  if (found.malloc == nullptr || found.free == nullptr) std::abort();
  is_found.store(true, std::memory_order_release);
  return true;
}

}  // namespace tensorleak::heap
