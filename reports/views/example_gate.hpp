// Judgements of the gate for the tests of the views.
#pragma once

#include <string_view>

#include "reports/gate/judgement.hpp"
#include "reports/views/text_gate.hpp"

namespace tensorleak::views {

/// Findings and what the gate says of them by some rules.
struct GatedExample {
  analysis::Findings findings;
  gate::Rules rules;
  gate::Judgement judgement;

  Gated gated() const { return {findings, judgement, rules}; }
};

/// The third of December 2026 is today.
GatedExample gated(analysis::Findings findings, gate::Rules rules);

/// Rules with the suppressions of a file known.txt of this text.
gate::Rules suppressing(std::string_view text);

/// A page of which everything is said that can be said: limits are broken, suppressions are used,
/// unused, exceeded and expired, and against the baseline something is new, worse, better and gone.
GatedExample gated_example();

}  // namespace tensorleak::views
