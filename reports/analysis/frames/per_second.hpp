// Growth told per second, where frames are slices of time.
#pragma once

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// Turns every rate that is per slice into one per second. No such rate is exact: a slice begins
/// where no turn of the program does.
void tell_per_second(Findings& findings);

/// Says of every rate that it is per second, as a report whose frames are slices of time means it.
void mark_per_second(Findings& findings);

}  // namespace tensorleak::analysis
