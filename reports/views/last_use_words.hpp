// What earlier disposal would save, in words. Names are as the program gave them.
#pragma once

#include <cstdint>
#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// Bytes idle at the peak that are worth a word: from 1 MB and 5 % of the peak on. Where there is a
/// leak, those that were never disposed do not count, since the leak says them. Else 0.
std::uint64_t idle_bytes_to_tell(const analysis::Findings& findings);

/// "peak: of 12.3 MiB, 4.1 MiB (33 %) was not read again; most of it: …"; empty where it is too
/// little to tell.
std::string idle_at_peak(const analysis::Findings& findings);

/// "pool: 3 MiB per frame is made and disposed anew; most of it: …"; empty where it is less than
/// 1 MB, and where there is a leak, which comes first.
std::string poolable(const analysis::Findings& findings);

/// "14 frames after its last use", "3.1 ms after it was made, never read", "never disposed": when
/// the site's idle tensors were disposed, on average.
std::string drag_in_words(const analysis::IdleSite& site);

/// "relu float32 [1,64,64,3]".
std::string kind_in_words(const analysis::SiteName& made);

/// "sketch.js:12"; empty where it is not known.
std::string place_in_words(const analysis::SiteName& made);

/// "in frame 12", "before the first frame"; empty where no survivor was read.
std::string last_read_in_words(const analysis::Evidence& evidence);

}  // namespace tensorleak::views
