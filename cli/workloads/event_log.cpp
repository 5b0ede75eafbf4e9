#include "cli/workloads/event_log.hpp"

#include <utility>

#include "libtrack/trace/event_log_reader.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::cli {

using analysis::Analyzer;
using analysis::Findings;
using trace::EventLogReader;
using trace::Result;

Result<Findings> judge_event_log(const std::string& path, const analysis::Options& options,
                                 Progress::Surroundings surroundings) {
  const auto log = EventLogReader::open(path);
  if (!log) return trace::fail(log.error());
  EventLogReader& events = **log;
  Progress progress(views::printable(path), events.stored_size(), std::move(surroundings));
  Analyzer analyzer(options);
  for (std::uint64_t count = 1;; ++count) {
    const auto event = events.next();
    if (!event) return trace::fail(event.error());
    if (*event == nullptr) break;
    analyzer.consume(**event, events.place());
    progress.advance(events.bytes_consumed(), count);
  }
  Findings findings = analyzer.finish(events.ending());
  findings.subject.input = path;
  return findings;
}

}  // namespace tensorleak::cli
