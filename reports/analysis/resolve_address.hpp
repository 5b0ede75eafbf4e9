// How the analysis asks for the names of raw addresses, without knowing who finds them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "libtrack/trace/event.hpp"

namespace tensorleak::analysis {

/// The frames at a return address in a module: inlined calls first, innermost first. Empty where
/// nothing is known. A frame without a source file is shown with the module's path. Views in the
/// frames stay valid until the next call; the module's are read during the call only.
using ResolveAddress = std::function<std::vector<trace::StackFrame>(
    const trace::ModuleDefinition& module, std::uint64_t address)>;

}  // namespace tensorleak::analysis
