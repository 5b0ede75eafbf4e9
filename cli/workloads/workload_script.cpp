#include "cli/workloads/workload_script.hpp"

#include <fmt/format.h>

#include <utility>

#include <track/track.h>

#include "cli/workloads/output_folder.hpp"
#include "cli/workloads/script/check_script.hpp"
#include "cli/workloads/script/read_script.hpp"
#include "cli/workloads/script/runner.hpp"
#include "cli/workloads/whole_file.hpp"
#include "reports/views/numbers.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using script::RunEnd;
using script::Script;
using trace::Result;

namespace {

Result<Script> read(const std::string& path) {
  const auto text = read_whole_file(path);
  if (!text) return trace::fail(text.error());
  auto script = script::read_script(*text, path);
  if (!script) return script;
  if (auto error = script::check_script(*script)) return trace::fail(std::move(*error));
  return script;
}

std::string why_not_started(track_status status) {
  switch (status) {
    case TRACK_BUSY:
      return "this process is recorded already; unset TENSORLEAK_TRACE";
    case TRACK_UNSUPPORTED:
      return "nothing can record here; unset TENSORLEAK_DISABLE, or use a system that is supported";
    default:
      return "the trace cannot be written; name another folder with -o";
  }
}

/// Runs the script while the process records into `trace`.
Result<RunEnd> record(const Script& script, const std::filesystem::path& trace) {
  const track_status started = track_start(trace.c_str());
  if (started != TRACK_OK) return trace::fail({trace, 0, 0, why_not_started(started), ""});
  script::Runner runner(script);
  auto end = runner.run();
  // Before the runner lets go of what is alive: a program's globals outlive its recording, too.
  const track_status stopped = track_stop();
  if (end && stopped != TRACK_OK) return trace::fail({trace, 0, 0, why_not_started(stopped), ""});
  return end;
}

}  // namespace

Result<Findings> judge_workload_script(const std::string& path, const std::filesystem::path& folder,
                                       const JudgeTrace& judge) {
  const auto script = read(path);
  if (!script) return trace::fail(script.error());
  const auto prepared = prepare_for_traces(folder);
  if (!prepared) return trace::fail(prepared.error());
  const std::filesystem::path trace = folder / kTraceName;
  const auto end = record(*script, trace);
  if (!end) return trace::fail(end.error());
  auto findings = judge(trace);
  if (!findings) return findings;
  findings->subject.program = script->name.empty() ? path : script->name;
  if (end->is_out_of_memory) {
    findings->notes.push_back(
        fmt::format("memory ran out: the script's limit of {} was reached in "
                    "frame {}, and the run ended there",
                    views::human_size(*script->memory_limit), end->frames + 1));
  }
  return findings;
}

}  // namespace tensorleak::cli
