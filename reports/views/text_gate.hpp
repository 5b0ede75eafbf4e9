// The answer of the gate on a terminal: whether it lets pass, the leaks that it does not, and what
// became of suppressions, baseline and limits.
//
//   FAILED  1 leak where none is allowed; from the baseline: 1 new, 2 same; 1 leak is suppressed
//   1  LEAK, growing  +1 tensor, 24 B per frame   float32 [2,3]   Zeros   12 alive   3f9a21c4
//   …
//   new: Zeros at onFrame, app.js:14:21 (3f9a21c4): +1 tensor, 24 B per frame
//   suppressed: op:^Sub$: 30 tensors at 1 site; upstream, fixed in 1.5 (known.txt:3)
//   SUMMARY: tensorleak: failed: 1 leak where none is allowed
#pragma once

#include <string>
#include <vector>

#include "reports/gate/judgement.hpp"
#include "reports/views/text.hpp"
#include "reports/views/text_headline.hpp"

namespace tensorleak::views {

/// What was judged: the findings, what the gate said of them, and what it held them against.
struct Gated {
  const analysis::Findings& findings;
  const gate::Judgement& judgement;
  const gate::Rules& rules;
};

Headline headline_of(const Gated& gated);

/// The whole answer, ending in a line break.
std::string text(const Gated& gated, const TextOptions& options);

/// Lines of a suppressions file for each leak that does not pass, ready to be pasted; empty where
/// there is none.
std::string suppressions_for(const Gated& gated);

}  // namespace tensorleak::views
