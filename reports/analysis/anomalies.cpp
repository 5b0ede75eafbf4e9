#include "reports/analysis/anomalies.hpp"

#include <algorithm>

namespace tensorleak::analysis {

void Anomalies::note(std::string_view kind, std::uint64_t place) {
  auto found = std::ranges::find(all_, kind, &Anomaly::kind);
  if (found == all_.end()) {
    all_.push_back({.kind = std::string(kind), .count = 0, .first_place = place});
    found = std::prev(all_.end());
  }
  ++found->count;
}

}  // namespace tensorleak::analysis
