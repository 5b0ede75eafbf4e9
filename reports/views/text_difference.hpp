// What a change added and removed, on a terminal.
//
//   WORSE  1 new, 1 gone
//   1  LEAK, growing  +1 tensor, 24 B per frame   float32 [2,3]   Zeros   12 alive   3f9a21c4
//   …
//   new: Zeros at onFrame, app.js:14:21 (3f9a21c4): +1 tensor, 24 B per frame
//   gone: Sub at onClick, app.js:20:3 (77aa10b2): was +1 tensor, 8 B per frame
//   alive: 64 tensors, 18,066,736 B; before: 4 tensors, 3,136 B
//   SUMMARY: tensorleak: worse: 1 new, 1 gone
#pragma once

#include <cstdint>
#include <string>

#include "reports/gate/comparison.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::views {

/// How two reports compare as a whole.
enum class Trend : std::uint8_t {
  kWorse,      ///< something is new or worse
  kNoVerdict,  ///< nothing is, and one of the two has no verdict
  kBetter,     ///< something is better or gone
  kSame,
};

Trend trend_of(const gate::Comparison& changes, const analysis::Findings& before,
               const analysis::Findings& after);

/// The whole answer, ending in a line break.
std::string difference_text(const gate::Comparison& changes, const analysis::Findings& before,
                            const analysis::Findings& after, const TextOptions& options);

}  // namespace tensorleak::views
