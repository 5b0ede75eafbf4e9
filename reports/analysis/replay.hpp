// Follows a recording event by event and keeps what the judgement needs: populations at marks, the
// live tensors, the stacks, and what did not fit together.
//
// Memory grows with live tensors, sites, stacks and lanes, not with events or frames.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/anomalies.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/holders.hpp"
#include "reports/analysis/interner.hpp"
#include "reports/analysis/last_uses.hpp"
#include "reports/analysis/live_set.hpp"
#include "reports/analysis/memory.hpp"
#include "reports/analysis/misuses.hpp"
#include "reports/analysis/populations.hpp"
#include "reports/analysis/scopes.hpp"
#include "reports/analysis/series.hpp"
#include "reports/analysis/stack_table.hpp"

namespace tensorleak::analysis {

/// A resource below the tensors, at the marks of every lane.
struct ResourceHistory {
  std::uint64_t latest = 0;
  std::vector<Series> in_lanes;
};

class Replay {
 public:
  explicit Replay(ResolveAddress resolve = {}, FindOriginal find_original = {})
      : live_(populations_), stacks_(std::move(resolve), std::move(find_original)) {}
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  /// Takes in one event; `place` is where it stands, for the reports of anomalies.
  void consume(const trace::Event& event, std::uint64_t place);

  /// Takes in a mark that the recording does not have.
  void mark(const trace::FrameMark& mark, std::uint64_t place);

  /// Forgets what is alive and all populations, as if the recording started here, but not what was
  /// defined: events are missing, and whatever was alive may have been disposed in them.
  void restart();

  /// The tensors that were alive at the last mark, disposed or lost since or not: as they were.
  std::vector<LiveTensor> alive_at_last_mark() const;
  std::vector<LiveTensor> alive_at_end() const;

  Populations& populations() { return populations_; }
  const Populations& populations() const { return populations_; }
  const StackTable& stacks() const { return stacks_; }
  const Scopes& scopes() const { return scopes_; }
  const std::vector<std::string>& lane_names() const { return lane_names_; }
  /// The time from a lane's first mark to its last.
  trace::Nanoseconds lane_duration(LaneIndex lane) const {
    return lane_times_[lane].last - lane_times_[lane].first;
  }
  /// The lane of the last mark.
  LaneIndex last_lane() const { return last_lane_; }
  std::map<std::string, ResourceHistory, std::less<>>& resources() { return resources_; }
  MemoryHistory& memory() { return memory_; }
  const std::string& string(std::uint32_t number) const { return strings_[number]; }
  /// How many different shapes had been made at each of the lane's marks.
  std::vector<Sample> shapes_seen(LaneIndex lane);

  /// The shape with this number; nothing where it is not known.
  std::optional<Dimensions> shape(std::uint32_t number) const;

  std::uint64_t marks() const { return marks_; }
  /// Whether events were missing somewhere, so that frames may have been, too.
  bool was_restarted() const { return restarted_; }
  std::uint64_t dropped() const { return dropped_; }
  const Subject& subject() const { return subject_; }
  trace::Nanoseconds latest_time() const { return first_time_.value_or(0) + totals_.duration; }
  const Totals& totals() const { return totals_; }
  const CounterCheck& counters() const { return counters_; }
  const std::vector<Anomaly>& anomalies() const { return anomalies_.all(); }
  const Misuses& misuses() const { return misuses_; }
  const Holders& holders() const { return holders_; }
  const LiveSet& live() const { return live_; }
  const LastUses& last_uses() const { return last_uses_; }

 private:
  void on(const trace::Header& header);
  void on(const trace::End& end);
  void on(const trace::Alloc& alloc);
  void on(const trace::Free& free);
  void on(const trace::Use& use);
  void on(const trace::Keep& keep);
  void on(const trace::FlagChange& change);
  void on(const trace::Lost& lost);
  void on(const trace::ScopeBegin& scope);
  void on(const trace::ScopeEnd& scope);
  void on(const trace::FrameMark& mark);
  void on(const trace::Counter& counter);
  void on(const trace::StackDefinition& stack);
  void on(const trace::Dropped& dropped);
  void on(const trace::ModuleDefinition& module);
  void on(const trace::Misuse& misuse);
  void on(const trace::Holder& holder);
  void on(const trace::Name&) {}
  void on(const trace::Unknown&) {}

  /// Completes the assign that a Free on the alloc's thread began, if that is what this is.
  bool assign(const trace::Alloc& alloc);
  void create(const trace::Alloc& alloc);
  SiteIndex site_of(const trace::Alloc& alloc, std::uint32_t scope_path);
  std::uint32_t thread_number(trace::ThreadId thread);
  void insert(trace::TensorId id, const LiveTensor& tensor);
  std::optional<LiveTensor> dispose(trace::TensorId id);
  LiveTensor* expect_live(trace::TensorId id, std::string_view what);
  std::optional<LaneIndex> lane(std::string_view name);
  void check_number(const trace::FrameMark& mark, LaneIndex lane);
  void check_counts(const trace::Counter& counter);
  void see(trace::Nanoseconds time);
  Moment now(trace::Nanoseconds time) const { return {totals_.events, marks_, time}; }

  Populations populations_;
  LiveSet live_;
  StackTable stacks_;
  LastUses last_uses_;
  Scopes scopes_;
  StringInterner strings_;
  ShapeInterner shapes_;
  Anomalies anomalies_;
  Misuses misuses_;
  Holders holders_;
  RecentlyFreed recently_freed_;
  CounterCheck counters_;
  Subject subject_;
  Totals totals_;
  trace::BytesRule bytes_rule_ = trace::BytesRule::kPerBuffer;

  /// Disposed on a thread as the first half of what may be an assign.
  struct Reassigned {
    trace::TensorId id;
    LiveTensor tensor;
  };
  tsl::robin_map<trace::ThreadId, Reassigned> reassigned_;

  /// Disposed since the last mark, at which they were alive.
  std::vector<LiveTensor> disposed_since_mark_;

  tsl::robin_map<trace::ThreadId, std::uint32_t> threads_;
  std::vector<std::string> lane_names_;
  std::vector<std::uint64_t> next_numbers_;  ///< of each lane
  struct LaneTimes {
    trace::Nanoseconds first = 0;
    trace::Nanoseconds last = 0;
  };
  std::vector<LaneTimes> lane_times_;
  LaneIndex last_lane_ = 0;
  std::map<std::string, ResourceHistory, std::less<>> resources_;
  std::vector<Series> shapes_seen_;  ///< of each lane
  MemoryHistory memory_;

  std::uint64_t place_ = 0;
  std::uint64_t marks_ = 0;
  std::uint64_t dropped_ = 0;
  bool restarted_ = false;
  bool knows_all_ = true;  ///< no tensor was made that the recording does not have
  std::optional<trace::Nanoseconds> first_time_;
};

}  // namespace tensorleak::analysis
