// From a recording to findings: the face of this folder.
//
//   Analyzer analyzer(options);
//   while (const Event* event = …next event of a trace::EventSource…) {
//     analyzer.consume(*event, source.place());
//   }
//   Findings findings = analyzer.finish(source.ending());
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/event_source.hpp"
#include "reports/analysis/find_original.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/frames/frame_plan.hpp"
#include "reports/analysis/resolve_address.hpp"

namespace tensorleak::analysis {

struct Options {
  std::vector<std::string> framework_patterns;          ///< see FrameOwner
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  ///< bytes
  std::string source_root;                              ///< see SourceLines
  ResolveAddress resolve_address;                       ///< none: addresses stay numbers
  FindOriginal find_original;                           ///< none: generated code stays what it is
  std::optional<FramePlan> frame_plan;                  ///< see FrameScout; absent: marks alone
};

class FrameMarker;
class Replay;

/// Judges one recording. Memory grows with live tensors, sites and stacks, not with events. Not
/// safe for use by two threads at once.
class Analyzer {
 public:
  explicit Analyzer(Options options);
  ~Analyzer();
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;

  /// Takes in the next event; `place` is where it stands in its recording.
  void consume(const trace::Event& event, std::uint64_t place);

  /// The findings. Called once, after the last event. Where events were dropped, the part after the
  /// last gap is judged; a leak that an earlier part showed stands in its stead when it shows none.
  Findings finish(trace::Ending ending);

 private:
  void close_part();
  Findings conclude_part(trace::Ending ending);

  Options options_;
  std::unique_ptr<Replay> replay_;
  std::unique_ptr<FrameMarker> marker_;
  std::optional<Findings> leaking_part_;
};

}  // namespace tensorleak::analysis
