// The library in which a tensor was made, where that is not the user's own code.
#pragma once

#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/source_lines.hpp"

namespace tensorleak::analysis {

/// The outermost package that made the tensor on behalf of the user's code, such as "ml5@1.4.0" or
/// "@tensorflow/tfjs-layers@4.22.0". Empty where the user's code called the tensor runtime itself
/// or no package is in the stack. The version is that of the path, else of the package.json in the
/// package's folder, else it is left out. `stack` is innermost first.
std::string library_of(const std::vector<Frame>& stack, SourceLines& sources);

/// Whether the frame is the tensor runtime's: by its package, by the name of its bundle, or because
/// it is an operation ("add__op"), which a library's bundle may have taken in.
bool is_runtime(const Frame& frame);

/// Whether the user's code (or, without any, whatever is outermost) called the tensor runtime
/// itself.
bool calls_runtime(const std::vector<Frame>& stack);

}  // namespace tensorleak::analysis
