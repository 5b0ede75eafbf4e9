#include "cli/workloads/recording.hpp"

#include <utility>
#include <vector>

#include "libtrack/trace/recording.hpp"
#include "reports/symbols/symbolizer.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::cli {

using analysis::Analyzer;
using analysis::Findings;
using analysis::ResolveAddress;
using symbols::Symbolizer;
using trace::Result;

namespace {

/// `symbolizer` must outlive what is returned.
ResolveAddress names_from(Symbolizer& symbolizer) {
  return [&symbolizer](const trace::ModuleDefinition& module, std::uint64_t address) {
    const auto resolved = symbolizer.resolve(module, address);
    std::vector<trace::StackFrame> frames;
    frames.reserve(resolved.size());
    for (const symbols::ResolvedFrame& frame : resolved) {
      frames.push_back({.function = frame.function,
                        .file = frame.file,
                        .line = frame.line,
                        .column = frame.column});
    }
    return frames;
  };
}

}  // namespace

Result<Findings> judge_recording(const std::string& path, analysis::Options options,
                                 Progress::Surroundings surroundings, const EventWitness& witness) {
  const auto recording = trace::open_recording(path);
  if (!recording) return trace::fail(recording.error());
  trace::EventSource& events = **recording;
  Progress progress(views::printable(path), events.stored_size(), std::move(surroundings));
  Symbolizer symbolizer;
  options.resolve_address = names_from(symbolizer);
  Analyzer analyzer(std::move(options));
  for (std::uint64_t count = 1;; ++count) {
    const auto event = events.next();
    if (!event) return trace::fail(event.error());
    if (*event == nullptr) break;
    analyzer.consume(**event, events.place());
    if (witness) witness(**event);
    progress.advance(events.bytes_consumed(), count);
  }
  Findings findings = analyzer.finish(events.ending());
  findings.subject.input = path;
  findings.notes = symbolizer.notes();
  return findings;
}

}  // namespace tensorleak::cli
