// The gate on the command line: its rules, from files and options, and its judgement of what was
// found.
#pragma once

#include <optional>
#include <string>

#include "cli/exit_code.hpp"
#include "cli/gate_settings.hpp"
#include "cli/workloads/worst_recording.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/gate/judgement.hpp"

namespace tensorleak::cli {

/// What was found, and what the gate said of it where it was asked.
struct Answer {
  analysis::Findings findings;
  std::optional<gate::Rules> rules;          ///< absent: the gate was not asked
  std::optional<gate::Judgement> judgement;  ///< present where rules are
};

/// Reads the files that `settings` name; call it before anything is run, so that a mistake in one
/// costs no run. Absent: the gate was not asked.
trace::Result<std::optional<gate::Rules>> gate_rules(const GateSettings& settings);

/// How bad findings are by these rules, or by their verdict: which of several recordings speaks.
/// Keeps the reference.
Weigh weigh_by(const std::optional<gate::Rules>& rules);

/// Judges the findings, and updates the baseline where that is wanted and they are whole. Fails
/// where they cannot be held against the baseline, or that cannot be written.
trace::Result<Answer> pass_gate(analysis::Findings findings, std::optional<gate::Rules> rules,
                                const GateSettings& settings);

/// The codes of an answer: those of the gate in place of the verdict's.
ExitCodes exit_codes(const Answer& answer);

}  // namespace tensorleak::cli
