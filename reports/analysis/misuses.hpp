// How often the program used its runtime as it is not meant to be used, by kind and place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/stack_table.hpp"

namespace tensorleak::analysis {

/// Counts misuses of one kind with one stack together. Memory is bounded: beyond so many places, a
/// further one counts with the first of its kind.
class Misuses {
 public:
  /// `stack` is a number of the stack table.
  void note(const trace::Misuse& misuse, std::uint32_t stack);

  /// Of one kind and one line of the user's together, most frequent first.
  std::vector<MisuseFinding> findings(const StackTable& stacks, const FrameOwner& owners) const;

 private:
  struct Noted {
    std::string kind;
    std::string words;  ///< of the first
    std::uint32_t stack = 0;
    std::uint64_t count = 0;
  };

  std::vector<Noted> all_;
};

/// What to do about a kind of misuse; empty where nothing is known of it.
std::string_view advice_on_misuse(std::string_view kind);

}  // namespace tensorleak::analysis
