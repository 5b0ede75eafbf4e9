// Gives each group of survivors its label (DESIGN: the ordered table of verdicts).
#pragma once

#include "reports/analysis/findings.hpp"
#include "reports/analysis/growth.hpp"

namespace tensorleak::analysis {

/// From this many frames without a read on, a reference counts as long held.
inline constexpr std::uint64_t kLongIdle = 10;

/// Whether old survivors are still read, as the entries of a cache are: a tenth of those from the
/// first half of the group's frames, and at least one, were read in the last third.
bool is_still_filling(const Evidence& evidence);

/// The label of a group in a run with frames. Reads excuse no pool, whose members in rotation are
/// read for ever, and no growth in size.
Label label_in_frames(const Growth& growth, const Evidence& evidence, std::uint64_t alive);

/// The label of a group in a run without frames. `ended_cleanly` is whether the program ended in
/// an orderly way, so that what is alive then was never disposed, and a handle that is left then is
/// a static one.
Label label_at_exit(const Evidence& evidence, std::uint64_t alive, bool ended_cleanly);

}  // namespace tensorleak::analysis
