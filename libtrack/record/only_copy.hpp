// One copy of libtrack records in a process; others stay inert.
//
// Each copy carries an ELF note that says where its flag is, so that copies find each other however
// they were loaded (a symbol would only be found where it is in the global scope). Copies in
// another linker namespace (dlmopen) are not seen.
#pragma once

namespace tensorleak::record {

/// Claims recording for this copy; false: another has it. Of two that claim at the same moment,
/// both may be refused, never both accepted.
bool claim_recording() noexcept;

}  // namespace tensorleak::record
