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

/// Where a thread of a process writes an event log where it has no trace:
/// FOLDER/trace.PROCESS.THREAD.jsonl.
std::filesystem::path log_of(const std::filesystem::path& folder, const std::string& process,
                             const std::string& thread);

/// A trace or a log of such a name.
struct ProcessTrace {
  unsigned long long process = 0;
  std::filesystem::path path;

  friend auto operator<=>(const ProcessTrace&, const ProcessTrace&) = default;
};

/// Traces and logs of these names, in the order of their processes.
std::vector<ProcessTrace> traces_of_processes(const std::filesystem::path& folder);

}  // namespace tensorleak::cli
