// The answer on a terminal: the verdict in the first line, one block for each leaking site, worst
// first, a few short lines on everything else, and a last line made for grep.
//
//   LEAK  1 site grows by 1 tensor, 20 B every 3 frames
//   1  LEAK, growing  +1 tensor, 20 B every 3 frames   float32 [1,5]   20 alive   3f9a21c4
//        Object.zeros   node_modules/@tensorflow/tfjs-core/dist/tf-core.node.js:15018:19
//      ▸ detectFaces    every-third-frame.js:9:6
//      made on every third frame and never disposed
//      fix: dispose() it after its last use
//   checks: 60 of 60 counters agree
//   SUMMARY: tensorleak: 20 tensors, 400 B leaked at 1 site
//
// All names that come from the program are made harmless for a terminal (printable.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

enum class Verbosity : std::uint8_t {
  kQuiet,   ///< the first line alone
  kNormal,  ///< leaking sites; the rest in sums
  kVerbose  ///< all groups, whole stacks, populations
};

struct TextOptions {
  bool color = false;
  Verbosity verbosity = Verbosity::kNormal;
  std::size_t width = 0;  ///< columns at which sentences are wrapped; 0: never
};

/// The whole answer, ending in a line break.
std::string text(const analysis::Findings& findings, const TextOptions& options);

}  // namespace tensorleak::views
