#include "cli/workloads/recording.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/workloads/spool.hpp"
#include "libtrack/trace/recording.hpp"
#include "reports/symbols/source_maps/source_maps.hpp"
#include "reports/symbols/symbolizer.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::cli {

using analysis::Analyzer;
using analysis::Findings;
using analysis::FramePlan;
using analysis::FrameRequest;
using analysis::FrameScout;
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

/// `maps` must outlive what is returned.
analysis::FindOriginal originals_from(symbols::SourceMaps& maps) {
  return [&maps](std::string_view file, std::uint32_t line,
                 std::uint32_t column) -> std::optional<analysis::OriginalPlace> {
    auto found = maps.find(file, line, column);
    if (!found) return std::nullopt;
    return analysis::OriginalPlace{.file = std::move(found->file),
                                   .line = found->line,
                                   .column = found->column,
                                   .generated_name = std::move(found->generated_name),
                                   .original_name = std::move(found->original_name),
                                   .bundle = std::move(found->bundle)};
  };
}

/// Gives each event of the recording, with its place, to `consume` for as long as that says true.
template <class Consume>
Result<trace::Ending> read_events(trace::EventSource& events, Progress& progress,
                                  const Consume& consume) {
  for (std::uint64_t count = 1;; ++count) {
    const auto event = events.next();
    if (!event) return trace::fail(event.error());
    if (*event == nullptr || !consume(**event)) break;
    progress.advance(events.bytes_consumed(), count);
  }
  return events.ending();
}

Result<FramePlan> plan_frames(const std::string& path, const analysis::Options& options,
                              const FrameRequest& request,
                              const Progress::Surroundings& surroundings) {
  const auto recording = trace::open_recording(path);
  if (!recording) return trace::fail(recording.error());
  trace::EventSource& events = **recording;
  Progress progress(views::printable(path) + ", looking for frames", events.stored_size(),
                    surroundings);
  FrameScout scout(request, options.framework_patterns, options.resolve_address,
                   options.find_original);
  const auto read = read_events(events, progress, [&scout](const trace::Event& event) {
    scout.consume(event);
    return scout.wants_more();
  });
  if (!read) return trace::fail(read.error());
  return scout.plan();
}

Result<Findings> judge_file(const std::string& path, analysis::Options options,
                            const FrameRequest& request, const Reading& reading) {
  Symbolizer symbolizer;
  options.resolve_address = names_from(symbolizer);
  symbols::SourceMaps maps(options.source_root, reading.elsewhere);
  options.find_original = originals_from(maps);
  if (!request.is_for_marks()) {
    auto plan = plan_frames(path, options, request, reading.surroundings);
    if (!plan) return trace::fail(plan.error());
    options.frame_plan = std::move(*plan);
  }
  const auto recording = trace::open_recording(path);
  if (!recording) return trace::fail(recording.error());
  trace::EventSource& events = **recording;
  Progress progress(views::printable(path), events.stored_size(), reading.surroundings);
  Analyzer analyzer(std::move(options));
  const auto ending = read_events(events, progress, [&](const trace::Event& event) {
    analyzer.consume(event, events.place());
    if (reading.witness) reading.witness(event);
    return true;
  });
  if (!ending) return trace::fail(ending.error());
  Findings findings = analyzer.finish(*ending);
  findings.notes = symbolizer.notes();
  std::ranges::copy(maps.notes(), std::back_inserter(findings.notes));
  return findings;
}

}  // namespace

Result<Findings> judge_recording(const std::string& path, analysis::Options options,
                                 const FrameRequest& frames, const Reading& reading) {
  std::optional<Spool> spool;
  if (!frames.is_for_marks() && Spool::is_needed(path)) {
    auto copied = Spool::copy(path);
    if (!copied) return trace::fail(copied.error());
    spool = std::move(*copied);
  }
  auto findings = judge_file(spool ? spool->path() : path, std::move(options), frames, reading);
  if (!findings) {
    trace::Error error = findings.error();
    if (spool && error.file == spool->path()) error.file = spool->name();
    if (error.file.empty()) error.file = path;
    return trace::fail(std::move(error));
  }
  findings->subject.input = path;
  return findings;
}

}  // namespace tensorleak::cli
