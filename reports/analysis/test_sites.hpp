// Sites for tests, without a recording.
#pragma once

#include <cstdint>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/populations.hpp"

namespace tensorleak::analysis {

/// A leak of one tensor on each of 30 frames, all of which are alive.
inline Site growing(const Evidence& evidence) {
  return {.label = Label::kLeakGrowing,
          .tensors_per_frame = {1, 1, true},
          .alive = 30,
          .created = 30,
          .evidence = evidence,
          .population = {{0, 0, 0}, {30, 30, 0}}};
}

/// Makes or disposes tensors of the site until so many are alive.
inline void move_to(Populations& populations, SiteIndex site, std::uint64_t alive) {
  while (populations[site].alive < alive)
    populations.created(site);
  while (populations[site].alive > alive)
    populations.disposed(site);
}

}  // namespace tensorleak::analysis
