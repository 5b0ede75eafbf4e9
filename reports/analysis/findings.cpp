#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

bool is_leak(Label label) {
  return label <= Label::kLeakBelow;
}

}  // namespace tensorleak::analysis
