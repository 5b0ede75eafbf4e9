// A thread of the recorder's own, which records what busy threads leave.
#pragma once

#include <atomic>
#include <cstdint>

namespace tensorleak::record {

/// None before a ring was full for the first time: programs that make few tensors never get it.
/// Any thread may call the functions.
class WriterThread {
 public:
  constexpr WriterThread() noexcept = default;

  /// Does nothing from the second call on. Without the thread each ring is emptied by its own.
  void start() noexcept;

  /// There is something to do.
  void wake() noexcept {
    if (sleeps_.load(std::memory_order_relaxed) != 0) wake_sleeper();
  }

  /// In a forked child, which has no such thread.
  void after_fork() noexcept;

 private:
  static void* run(void* self);
  void sleep() noexcept;
  void wake_sleeper() noexcept;

  std::atomic<bool> started_ = false;
  std::atomic<std::uint32_t> sleeps_ = 0;
};

/// The process's own.
WriterThread& writer_thread() noexcept;

}  // namespace tensorleak::record
