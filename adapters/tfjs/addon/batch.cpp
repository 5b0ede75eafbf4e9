#include "adapters/tfjs/addon/batch.hpp"

#include <algorithm>

namespace tensorleak::tfjs {

Batch::Batch() : words_(std::make_unique<double[]>(kWords)) {
  words_[0] = 1;
}

std::size_t Batch::begin_taking() {
  const double written = words_[0];
  words_[0] = 1;
  const bool is_sound = written > 0 && written <= static_cast<double>(kWords);
  return is_sound ? static_cast<std::size_t>(written) : 0;
}

}  // namespace tensorleak::tfjs
