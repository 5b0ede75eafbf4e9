// Ctrl-C as something to wait for.
#pragma once

#include <csignal>

#include "cli/workloads/browser/devtools_pipe.hpp"

namespace tensorleak::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process but make `descriptor()`
/// readable. Make it before any thread, which inherits that.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  int descriptor() const { return descriptor_.number(); }

  /// After descriptor() became readable: so that it can be waited for again.
  void clear();

 private:
  sigset_t before_ = {};
  Descriptor descriptor_;
};

}  // namespace tensorleak::cli
