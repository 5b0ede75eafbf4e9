// From what a replay noted of last uses to findings: what earlier disposal would save.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reports/analysis/find_original.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/fingerprint.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/replay.hpp"
#include "reports/analysis/source_lines.hpp"

namespace tensorleak::analysis {

/// What names sites; the references outlive the calls that they are passed to.
struct Naming {
  const FrameOwner& owners;
  Fingerprints& fingerprints;  ///< every stack that has names is added
  SourceLines& sources;
  const FindOriginal& find_original;
};

/// The disposed tensors of these sites together; nothing where the recording has no uses.
std::optional<Lifetimes> lifetimes_of(const std::vector<SiteIndex>& sites, const Replay& replay);

/// Nothing where the recording has no uses: what is not told is not idle. `frames` are those of the
/// longest lane. Looks up the names of at most 20 stacks.
std::optional<LastUse> last_use_of(const Replay& replay, std::uint64_t frames, Naming naming);

}  // namespace tensorleak::analysis
