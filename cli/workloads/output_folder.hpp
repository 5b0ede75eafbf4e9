// The folder into which `run` writes: traces of this run in it, and none of earlier ones.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// The trace that is judged: of the program itself, or of a script.
inline constexpr const char* kTraceName = "trace.tltrace";

/// Makes the folder where it is missing and removes the traces of an earlier run, which would be
/// taken for this one's. Its absolute path.
trace::Result<std::filesystem::path> prepare_for_traces(const std::filesystem::path& folder);

/// Where a process writes its trace: FOLDER/trace.PROCESS.tltrace.
std::filesystem::path trace_of(const std::filesystem::path& folder, const std::string& process);

/// Traces of that name, in the order of their processes.
std::vector<std::filesystem::path> traces_of_processes(const std::filesystem::path& folder);

}  // namespace tensorleak::cli
