// The events that JavaScript wrote into shared memory, which costs a tenth of a call for each:
// agent/batch.cjs writes the words, and its head comment has their meaning.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tensorleak::tfjs {

/// Numbers of the words' kinds; the same as in agent/batch.cjs.
enum class Code : std::uint8_t {
  kAlloc = 1,
  kFree = 2,
  kUse = 3,
  kFlag = 4,
  kScopeBegin = 5,
  kScopeEnd = 6,
  kTime = 7,
};

/// One event as it was written. Only what its kind has may be asked for.
class BatchEvent {
 public:
  /// A head is its code and 256 times its detail.
  static constexpr std::uint64_t kCodes = 256;

  explicit BatchEvent(const double* words) : words_(words), head_(whole(0)) {}

  /// 0 where there is no such code.
  std::size_t length() const {
    constexpr std::array<std::size_t, 8> kLengths = {0, 6, 2, 2, 2, 1, 1, 2};
    const std::uint64_t code = head_ % kCodes;
    return code < kLengths.size() ? kLengths[code] : 0;
  }

  Code code() const { return static_cast<Code>(head_ % kCodes); }
  /// Why, operation, flag and value, name of a scope.
  std::uint32_t detail() const { return static_cast<std::uint32_t>(head_ / kCodes); }
  std::uint64_t id() const { return whole(1); }
  std::uint64_t buffer() const { return whole(2); }
  std::uint64_t bytes() const { return whole(3); }
  std::uint32_t kind() const { return static_cast<std::uint32_t>(whole(4)); }
  std::uint32_t stack() const { return static_cast<std::uint32_t>(whole(5)); }
  /// Of kTime: performance.now().
  double milliseconds() const { return std::isfinite(words_[1]) ? words_[1] : 0; }

 private:
  /// A whole number below 2^53; 0 where it is none.
  std::uint64_t whole(std::size_t index) const {
    constexpr double kFirstInexact = 9007199254740992.0;
    const double word = words_[index];
    return word > 0 && word < kFirstInexact
               ? static_cast<std::uint64_t>(static_cast<std::int64_t>(word))
               : 0;
  }

  const double* words_;
  std::uint64_t head_;
};

/// Memory that is written by JavaScript: nothing in it is believed.
class Batch {
 public:
  Batch();

  /// All of it; the first word is the number of words that are written, itself included.
  std::span<double> memory() const { return {words_.get(), kWords}; }

  /// Calls `act(event)` for each event, and empties the batch. What makes no sense ends it.
  template <class Act>
  void take(Act act) {
    const std::size_t end = begin_taking();
    for (std::size_t at = 1; at < end;) {
      const BatchEvent event(words_.get() + at);
      const std::size_t length = event.length();
      if (length == 0 || length > end - at) return;
      act(event);
      at += length;
    }
  }

 private:
  static constexpr std::size_t kWords = 4096;

  /// Returns how many words are written.
  std::size_t begin_taking();

  std::unique_ptr<double[]> words_;
};

}  // namespace tensorleak::tfjs
