// Keeps a write to a closed pipe, or beyond the file size limit, from ending the program.
#pragma once

#include <signal.h>

namespace tensorleak::record {

/// While it lives, SIGPIPE and SIGXFSZ that this thread's own writes raise are held back and then
/// taken away. Those that were pending before stay.
class WriteSignals {
 public:
  WriteSignals() noexcept;
  ~WriteSignals();
  WriteSignals(const WriteSignals&) = delete;
  WriteSignals& operator=(const WriteSignals&) = delete;

 private:
  sigset_t before_;   ///< the thread's mask
  sigset_t pending_;  ///< what waited before
};

}  // namespace tensorleak::record
