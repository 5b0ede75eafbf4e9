#include "cli/workloads/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/workloads/child_process.hpp"
#include "cli/workloads/why_blind.hpp"
#include "reports/analysis/analyzer.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using analysis::Outcome;
using trace::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "trace.";
constexpr std::string_view kSuffix = ".tltrace";
constexpr const char* kOwnTrace = "trace.tltrace";
constexpr std::size_t kMostNotedProcesses = 5;

fs::path trace_of(const fs::path& folder, const std::string& process) {
  return folder / fmt::format("{}{}{}", kPrefix, process, kSuffix);
}

/// The process whose trace has this file name; nothing where it is no such name.
std::optional<std::string> process_of(const std::string& name) {
  if (name.size() <= kPrefix.size() + kSuffix.size()) return std::nullopt;
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  std::string process = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
  const bool is_number = process.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::optional(std::move(process)) : std::nullopt;
}

std::vector<fs::path> traces_of_processes(const fs::path& folder) {
  std::vector<std::pair<unsigned long long, fs::path>> numbered;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto process = process_of(entry.path().filename())) {
      numbered.emplace_back(std::stoull(*process), entry.path());
    }
  }
  std::ranges::sort(numbered);
  std::vector<fs::path> traces;
  traces.reserve(numbered.size());
  for (auto& [process, path] : numbered)
    traces.push_back(std::move(path));
  return traces;
}

tl::unexpected<trace::Error> unusable(const fs::path& folder, const std::string& what) {
  return trace::fail({folder, 0, 0, what, "name another folder with -o"});
}

/// Makes the folder, and removes what an earlier run recorded: it would be taken for this one's.
Result<fs::path> prepared(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unusable(folder, "traces cannot be written here: " + error.message());
  fs::path absolute = fs::absolute(folder, error);
  if (error) return unusable(folder, "this folder cannot be found: " + error.message());
  if (absolute.string().find("%p") != std::string::npos) {
    return unusable(folder, "\"%p\" in its path would be taken for a process id");
  }
  std::vector<fs::path> old = traces_of_processes(folder);
  old.push_back(folder / kOwnTrace);
  for (const fs::path& trace : old) {
    fs::remove(trace, error);
    if (error) {
      return trace::fail({trace, 0, 0, "this old trace cannot be removed: " + error.message(), ""});
    }
  }
  return absolute;
}

/// Leaks are worse than doubts; among equals the first, which is the program's own.
int badness(const Findings& findings) {
  switch (findings.verdict.outcome) {
    case Outcome::kLeak:
      return 2;
    case Outcome::kNoVerdict:
      return findings.totals.created > 0 ? 1 : -1;  // a process without tensors says nothing
    case Outcome::kClean:
      return 0;
  }
  return 0;
}

std::string in_one_line(const Findings& findings) {
  std::string line = views::text(findings, {.verbosity = views::Verbosity::kQuiet});
  line.pop_back();
  return line;
}

void note_others(const std::vector<Findings>& all, std::size_t chosen, Findings& findings) {
  std::size_t noted = 0;
  for (std::size_t i = 0; i < all.size() && noted < kMostNotedProcesses; ++i) {
    if (i == chosen) continue;
    findings.notes.push_back(
        fmt::format("another process recorded {}: {}", all[i].subject.input, in_one_line(all[i])));
    ++noted;
  }
  if (const std::size_t left = all.size() - 1 - noted; left > 0) {
    findings.notes.push_back(fmt::format("{} more processes recorded traces", left));
  }
}

Findings nothing_observed(const std::vector<std::string>& command) {
  Findings findings = analysis::Analyzer({}).finish(trace::Ending::kClean);
  findings.subject.input = fmt::format("{}", fmt::join(command, " "));
  findings.subject.program = findings.subject.input;
  findings.notes = why_blind(command[0]);
  return findings;
}

}  // namespace

Result<RecordedProgram> record_program(const std::vector<std::string>& command,
                                       const fs::path& folder) {
  const Result<fs::path> absolute = prepared(folder);
  if (!absolute) return trace::fail(absolute.error());
  const auto child = run_child(command, {"TENSORLEAK_TRACE=" + trace_of(*absolute, "%p").string()});
  if (!child) return trace::fail(child.error());

  RecordedProgram program{.end = {.exit_code = static_cast<std::uint64_t>(child->exit_code),
                                  .signal = static_cast<std::uint64_t>(child->signal)}};
  program.traces = traces_of_processes(folder);
  const auto own =
      std::ranges::find(program.traces, trace_of(folder, std::to_string(child->process)));
  if (own != program.traces.end()) {
    std::rotate(program.traces.begin(), own, own + 1);
    std::error_code error;
    const fs::path name = folder / kOwnTrace;
    fs::rename(program.traces[0], name, error);
    if (!error) program.traces[0] = name;
  }
  return program;
}

Result<Findings> judge_program(const std::vector<std::string>& command,
                               const RecordedProgram& program, const JudgeTrace& judge) {
  std::vector<Findings> all;
  all.reserve(program.traces.size());
  for (const fs::path& trace : program.traces) {
    auto findings = judge(trace);
    if (!findings) return findings;
    all.push_back(std::move(*findings));
  }
  if (all.empty()) all.push_back(nothing_observed(command));
  const auto worst = std::ranges::max_element(all, {}, badness);
  Findings findings = *worst;
  note_others(all, static_cast<std::size_t>(worst - all.begin()), findings);
  findings.program_end = program.end;
  return findings;
}

}  // namespace tensorleak::cli
