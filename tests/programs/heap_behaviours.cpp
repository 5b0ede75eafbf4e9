// A program that allocates plain memory in the way that its argument says, and knows of no
// recorder. Blocks of 100,000 bytes and a few more are those that the tests count; each way has its
// own size.
#include <dlfcn.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kSize = 100'000;
constexpr int kTurns = 60;

/// What the optimiser does not know.
void touch(void* block) {
  if (block == nullptr) std::_Exit(97);
  *static_cast<volatile char*>(block) = 1;
}

// Before main, and before the constructors of any other object of this program.
[[gnu::constructor]] void allocate_before_main() {
  touch(std::malloc(kSize + 77));
}

void turn(bool frees) {
  void* const block = std::malloc(kSize);
  touch(block);
  void* const scratch = std::calloc(10, kSize / 10 + 1);
  touch(scratch);
  std::free(scratch);
  if (frees) std::free(block);
}

void loop(bool frees) {
  for (int i = 0; i < kTurns; ++i)
    turn(frees);
}

void each_c_function() {
  void* block = std::malloc(kSize + 1);
  block = std::realloc(block, 3 * kSize);
  touch(block);
  block = reallocarray(block, 2, kSize);
  touch(block);
  std::free(block);
  touch(block = std::aligned_alloc(4096, 25 * 4096));
  std::free(block);
  if (posix_memalign(&block, 64, kSize + 2) != 0) std::_Exit(96);
  std::free(block);
  touch(block = memalign(128, kSize + 3));
  std::free(block);
  touch(block = valloc(kSize + 4));
  std::free(block);
  touch(block = pvalloc(kSize + 5));
  std::free(block);
}

struct alignas(64) Aligned {
  std::array<char, 100'032> bytes;
};

void each_cpp_form() {
  void* block = ::operator new(kSize + 10);
  touch(block);
  ::operator delete(block);
  touch(block = ::operator new(kSize + 11));
  ::operator delete(block, kSize + 11);
  touch(block = ::operator new[](kSize + 12));
  ::operator delete[](block);
  touch(block = ::operator new[](kSize + 13, std::nothrow));
  ::operator delete[](block, std::nothrow);
  touch(block = ::operator new(kSize + 14, std::nothrow));
  ::operator delete(block, std::nothrow);
  auto* const aligned = new Aligned;
  touch(aligned);
  delete aligned;
  auto* const row = new Aligned[2];
  touch(row);
  delete[] row;
  touch(block = ::operator new (kSize + 15, std::align_val_t{256}, std::nothrow));
  ::operator delete (block, std::align_val_t{256}, std::nothrow);
}

/// What cannot be had, each in its own way, and errno as the allocator leaves it.
void failures() {
  volatile std::size_t too_much = static_cast<std::size_t>(-1) / 4;
  errno = 0;
  if (std::malloc(too_much) != nullptr || errno != ENOMEM) std::_Exit(90);
  void* const block = std::malloc(kSize + 20);
  touch(block);
  if (std::realloc(block, too_much) != nullptr) std::_Exit(91);
  std::free(block);
  if (reallocarray(nullptr, too_much, 16) != nullptr) std::_Exit(92);
  if (::operator new(too_much, std::nothrow) != nullptr) std::_Exit(93);
  static void* reserve = std::malloc(kSize + 21);
  std::set_new_handler([] {
    std::free(reserve);
    reserve = nullptr;
    std::set_new_handler(nullptr);
  });
  try {
    touch(::operator new(too_much));
  } catch (const std::bad_alloc&) {
    touch(::operator new(kSize + 22));
    errno = 42;
    void* const kept = std::malloc(kSize + 23);
    if (errno != 42) std::_Exit(94);
    std::free(kept);
    if (errno != 42) std::_Exit(95);
    return;
  }
  std::_Exit(89);
}

/// Each thread frees what the other made, at once.
void threads() {
  constexpr int kBlocks = 2000;
  std::array<std::array<std::atomic<void*>, kBlocks>, 2> made{};
  const auto work = [&](std::size_t own) {
    for (std::size_t i = 0; i < kBlocks; ++i) {
      made[own][i] = std::malloc(kSize + 30);
      void* other = nullptr;
      while ((other = made[1 - own][i].exchange(nullptr)) == nullptr)
        std::this_thread::yield();
      other = std::realloc(other, kSize + 31);
      std::free(other);
    }
  };
  std::thread one(work, 0U);
  std::thread two(work, 1U);
  one.join();
  two.join();
}

int in_child() {
  const pid_t child = fork();
  if (child == 0) {
    loop(false);
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

/// Which file has the function that the loader finds behind the adapter.
void name_allocator() {
  Dl_info where{};
  void* const next = dlsym(RTLD_DEFAULT, "malloc_usable_size");
  if (next != nullptr && dladdr(next, &where) != 0) std::puts(where.dli_fname);
  std::puts(dlsym(RTLD_DEFAULT, "mallctl") != nullptr ? "mallctl" : "no mallctl");
  // Would crash where the block were another allocator's.
  void* const block = ::operator new(kSize);
  std::puts(malloc_usable_size(block) >= kSize ? "measured" : "wrong");
  ::operator delete(block);
}

}  // namespace

/// heap_behaviours WAY
int main(int argc, char** argv) {
  const std::string_view way = argc > 1 ? argv[1] : "";
  if (way == "leaks") loop(false);
  if (way == "clean") loop(true);
  if (way == "c") each_c_function();
  if (way == "cpp") each_cpp_form();
  if (way == "failures") failures();
  if (way == "threads") threads();
  if (way == "child-leaks") return in_child();
  if (way == "allocator") name_allocator();
  return 0;
}
