// Runs a program that is linked with libtrack, or that node runs with the adapter for
// TensorFlow.js, and judges what its processes recorded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/workloads/node_adapter.hpp"
#include "cli/workloads/preload.hpp"
#include "cli/workloads/worst_recording.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::cli {

/// What a program left behind.
struct RecordedProgram {
  analysis::ProgramEnd end;
  std::vector<std::filesystem::path> traces;  ///< one a process; that of the program itself first
};

/// What of a program is to be recorded beside its events.
struct ProgramWishes {
  std::optional<StackChoice> stacks;  ///< absent: as the environment says
  bool holders = false;               ///< who holds survivors
  std::optional<Preload> adapter;     ///< what is put into the program; absent: nothing
};

/// Starts `command` so that each of its processes records a trace into `folder`, which is made
/// where it is missing, and waits for it. The program's own trace is FOLDER/trace.tltrace, that of
/// another process FOLDER/trace.PID.tltrace; traces of earlier runs are removed. Node processes
/// load the adapter; where its addon does not load, each of their threads writes an event log,
/// FOLDER/trace.PID.THREAD.jsonl. Fails where the folder cannot be written or the program cannot
/// be started.
trace::Result<RecordedProgram> record_program(const std::vector<std::string>& command,
                                              const std::filesystem::path& folder,
                                              const ProgramWishes& wishes);

/// The findings of the program's process that weighs worst (the program itself where none does),
/// with how the program ended, and notes on the other processes. Where no process recorded
/// anything, nothing was observed, and the notes say why that can be.
trace::Result<analysis::Findings> judge_program(const std::vector<std::string>& command,
                                                const RecordedProgram& program,
                                                const ProgramWishes& wishes,
                                                const JudgeTrace& judge, const Weigh& weigh);

}  // namespace tensorleak::cli
