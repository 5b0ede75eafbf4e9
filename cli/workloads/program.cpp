#include "cli/workloads/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "cli/workloads/child_process.hpp"
#include "cli/workloads/output_folder.hpp"
#include "cli/workloads/why_blind.hpp"
#include "cli/workloads/worst_recording.hpp"
#include "reports/analysis/analyzer.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

namespace fs = std::filesystem;

namespace {

Findings nothing_observed(const std::vector<std::string>& command, const ProgramWishes& wishes) {
  Findings findings = analysis::Analyzer({}).finish(trace::Ending::kClean);
  findings.subject.input = fmt::format("{}", fmt::join(command, " "));
  findings.subject.program = findings.subject.input;
  findings.notes = why_blind(command[0], wishes.adapter);
  return findings;
}

}  // namespace

Result<RecordedProgram> record_program(const std::vector<std::string>& command,
                                       const fs::path& folder, const ProgramWishes& wishes) {
  const Result<fs::path> absolute = prepare_for_traces(folder);
  if (!absolute) return trace::fail(absolute.error());
  std::vector<std::string> environment = node_environment(*absolute);
  environment.push_back("TENSORLEAK_TRACE=" + trace_of(*absolute, "%p").string());
  for (std::string& wish : stack_environment(wishes.stacks))
    environment.push_back(std::move(wish));
  for (std::string& wish : holder_environment(wishes.holders))
    environment.push_back(std::move(wish));
  if (wishes.adapter) {
    auto preload = preload_environment(*wishes.adapter);
    if (!preload) return trace::fail(preload.error());
    for (std::string& wish : *preload)
      environment.push_back(std::move(wish));
  }
  const auto child = run_child(command, environment);
  if (!child) return trace::fail(child.error());

  RecordedProgram program{.end = {.exit_code = static_cast<std::uint64_t>(child->exit_code),
                                  .signal = static_cast<std::uint64_t>(child->signal)}};
  std::vector<ProcessTrace> found = traces_of_processes(folder);
  std::stable_partition(found.begin(), found.end(), [&](const ProcessTrace& trace) {
    return trace.process == static_cast<unsigned long long>(child->process);
  });
  for (ProcessTrace& trace : found)
    program.traces.push_back(std::move(trace.path));
  const fs::path own = trace_of(folder, std::to_string(child->process));
  if (!program.traces.empty() && program.traces[0] == own) {
    std::error_code error;
    const fs::path name = folder / kTraceName;
    fs::rename(program.traces[0], name, error);
    if (!error) program.traces[0] = name;
  }
  return program;
}

Result<Findings> judge_program(const std::vector<std::string>& command,
                               const RecordedProgram& program, const ProgramWishes& wishes,
                               const JudgeTrace& judge, const Weigh& weigh) {
  auto findings = program.traces.empty() ? Result<Findings>(nothing_observed(command, wishes))
                                         : judge_worst(program.traces, "process", judge, weigh);
  if (findings) findings->program_end = program.end;
  return findings;
}

}  // namespace tensorleak::cli
