// Findings for the tests of the views, as the analysis would give them.
#pragma once

#include <cstdint>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// A page with ml5's image classifier: two growing sites, the model's weights retained.
analysis::Findings leaking_example();

/// The same page with a version of ml5 that does not leak.
analysis::Findings clean_example();

/// A log without a single tensor.
analysis::Findings blind_example();

/// Every field of every type is set, to values that no other field has.
analysis::Findings full_example();

/// A site of sketch.js:12 with so many bytes idle at the peak, disposed 14 frames after their use.
analysis::IdleSite idle_relu(std::uint64_t bytes);

/// clean_example() with a peak in frame 7, of which that site holds so many idle bytes.
analysis::Findings with_idle(std::uint64_t bytes, std::uint64_t peak);

/// clean_example() with two candidates for a pool: three quarters of the bytes are that site's.
analysis::Findings with_pool(std::uint64_t bytes_per_frame);

/// clean_example(), whose RSS grew by 40 MiB over 320 frames; tensors explain so much of it.
analysis::Findings with_growth(std::uint64_t explained_mib);

}  // namespace tensorleak::views
