#include <fmt/format.h>

#include <array>
#include <memory>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"
#include "libtrack/trace/recording.hpp"
#include "libtrack/trace/trace_dump.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::cli {

using trace::TraceSurvey;
using views::counted;
using views::grouped;

namespace {

constexpr std::size_t kMostFaults = 20;

/// Stops early where standard output cannot be written, as when `head` has seen enough.
int dump(const std::string& input) {
  const auto source = trace::open_recording(input);
  if (!source) return refuse(source.error());
  trace::Result<void> written;
  const auto failure = trace::dump(**source, [&written](std::string_view lines) {
    if (written) written = write_output(lines);
  });
  if (!written) return refuse(written.error());
  if (failure) return refuse(*failure);
  const bool whole = (*source)->ending() == trace::Ending::kClean;
  if (!whole) complain(input + ": the trace is incomplete; all that is sound in it was printed");
  return static_cast<int>(whole ? ExitCode::kClean : ExitCode::kNoVerdict);
}

std::string events_by_kind(const TraceSurvey& survey) {
  std::string list;
  for (std::size_t kind = 0; kind < survey.events_of_kind.size(); ++kind) {
    if (survey.events_of_kind[kind] == 0) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", grouped(survey.events_of_kind[kind]),
                        trace::kind_name(kind));
  }
  return list;
}

std::string headline(const TraceSurvey& survey) {
  if (survey.is_whole()) return "SOUND  the trace is whole and has a clean end";
  // A trace that only stops early has no footer, and nothing else that is wrong.
  const bool damaged = survey.lost_blocks > 0 || (survey.footer && survey.faults.count() > 0);
  if (damaged) {
    return fmt::format("DAMAGED  {}, {} lost; all that is sound is used",
                       counted(survey.faults.count(), "fault"),
                       counted(survey.lost_blocks, "block"));
  }
  if (survey.is_cut) return "INCOMPLETE  the trace stops within a record";
  return "INCOMPLETE  the trace has no clean end: the program or its recorder was stopped";
}

std::string in_words(const TraceSurvey& survey) {
  std::string text = headline(survey) + "\n";
  text += fmt::format("format:  {}.{}\n", survey.header.major, survey.header.minor);
  text += fmt::format("file:    {} B; {} B for each event\n", grouped(survey.file_bytes),
                      fmt::format("{:.2f}", survey.bytes_per_event()));
  text += fmt::format("blocks:  {} ({} compressed, {:.1f} to 1) of {} in {}\n",
                      grouped(survey.blocks), grouped(survey.zstd_blocks), survey.ratio(),
                      counted(survey.streams, "stream"), counted(survey.epochs, "epoch"));
  text += fmt::format("events:  {}\n", grouped(survey.events));
  if (survey.events > 0) text += fmt::format("         {}\n", events_by_kind(survey));
  if (survey.lost_events > 0) {
    text += fmt::format("lost:    {} or more\n", counted(survey.lost_events, "event"));
  }
  const auto& faults = survey.faults.first();
  for (std::size_t i = 0; i < std::min(faults.size(), kMostFaults); ++i) {
    text += fmt::format("fault:   at byte {}: {}\n", grouped(faults[i].offset),
                        views::printable(faults[i].what));
  }
  return text;
}

int verify(const std::string& input) {
  const auto survey = trace::trace_verify(input);
  if (!survey) return refuse(survey.error());
  const auto written = write_output(in_words(*survey));
  if (!written) return refuse(written.error());
  return static_cast<int>(survey->is_whole() ? ExitCode::kClean : ExitCode::kNoVerdict);
}

void add_part(CLI::App& command, const std::string& name, const std::string& description,
              const std::string& input_description, int (*act)(const std::string&),
              Action& chosen) {
  const auto input = std::make_shared<std::string>();
  CLI::App* const part = command.add_subcommand(name, description);
  part->add_option("TRACE", *input, input_description)->required()->type_name("");
  part->callback([input, act, &chosen] { chosen = [input, act] { return act(*input); }; });
}

}  // namespace

void add_trace_command(CLI::App& application, Action& chosen) {
  CLI::App* const command =
      application.add_subcommand("trace", "Look into a trace: dump its events, verify its bytes");
  command->require_subcommand(1);
  add_part(*command, "dump", "Print the events as lines of an event log",
           "A trace (.tltrace), or an event log", dump, chosen);
  add_part(*command, "verify", "Read every byte; say what is there and what is damaged",
           "A trace (.tltrace)", verify, chosen);
}

}  // namespace tensorleak::cli
