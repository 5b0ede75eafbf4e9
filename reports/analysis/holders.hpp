// Who holds survivors, as far as the recording tells.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/live_set.hpp"

namespace tensorleak::analysis {

/// What was said of single tensors. Memory is bounded: an adapter looks at a few of each site.
class Holders {
 public:
  /// The last that is said of a tensor counts.
  void note(const LiveTensor& tensor, const trace::Holder& holder);

  /// Of these survivors, one entry for each holder, the one of most survivors first. Nothing where
  /// nobody looked.
  std::optional<std::vector<HolderFinding>> of(const std::vector<LiveTensor>& survivors) const;

 private:
  tsl::robin_map<std::uint64_t, HolderFinding> by_sequence_;  ///< of one tensor each
};

/// Whether a collection holds most of the survivors that were looked at.
bool is_held_by_collection(const Site& site);

/// Whether nobody but the runtime holds most of the survivors that were looked at.
bool is_held_by_nobody(const Site& site);

}  // namespace tensorleak::analysis
