// Reads the binary trace that docs/trace-format.md specifies, from a file or a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "libtrack/trace/epoch_merge.hpp"
#include "libtrack/trace/event_source.hpp"
#include "libtrack/trace/record_reader.hpp"

namespace tensorleak::trace {

/// Gives out the events of a trace, the Header first, each definition once and before its first
/// use, the End last. Memory is that of one epoch (with one stream: two blocks) and of the ids of
/// the definitions, whatever the length of the trace. Not safe for use by two threads at once.
///
/// Damage is no error: whatever is sound is given out. Where events are missing a Dropped event
/// stands in their place and says in words what is lost; how many is known when a later part of the
/// file is sound. Where streams are merged, a second Dropped of no events ends the epoch, since the
/// missing events may have been anywhere in it. A trace that stops early simply ends, and ending()
/// tells: kCutStream within a record, kNoEnd without a footer, or with one that saw no End event.
/// An End event is given out only where the footer confirms it.
class TraceReader final : public EventSource {
 public:
  /// Opens `path`, as ByteStream::open does. Fails on what is no trace, on an unknown major version
  /// and on an unknown required feature.
  static Result<std::unique_ptr<TraceReader>> open(const std::string& path);
  static Result<std::unique_ptr<TraceReader>> open(std::unique_ptr<ByteStream> stream);

  Result<const Event*> next() override;
  Ending ending() const override { return ending_; }
  /// Number of the event that next() returned last, from 1.
  std::uint64_t place() const override { return place_; }
  std::uint64_t bytes_consumed() const override { return records_.stream().bytes_consumed(); }
  std::optional<std::uint64_t> stored_size() const override {
    return records_.stream().stored_size();
  }

  /// What is damaged. Complete once next() has returned nullptr.
  const TraceFaults& faults() const { return records_.faults(); }
  std::uint64_t lost_blocks() const { return lost_blocks_; }
  std::uint64_t lost_events() const { return lost_events_; }

 private:
  /// The block after those of the open epoch, and what is missing before it.
  struct Ahead {
    StoredBlock block;
    std::uint64_t missing_blocks = 0;
    std::uint64_t missing_events = 0;
  };

  explicit TraceReader(RecordReader records) : records_(std::move(records)) {}

  Result<const Event*> first_event();
  Result<const Event*> next_of_trace();
  const Event* give(const Event* event);
  const Event* give_drop();
  bool is_news(const Event& event);
  Result<bool> load_epoch();
  std::optional<Error> read_ahead();
  std::optional<Error> read_behind_footer();
  void take_block(const Record& record);
  void accept();
  void note_missing(const Ahead& ahead);
  void note_broken();
  void end_epoch();
  void end_records();
  const Event* finish();
  void drop(std::uint64_t count, std::string why);

  RecordReader records_;
  EpochMerge merge_;
  std::optional<Ahead> ahead_;
  std::optional<Footer> footer_;
  bool records_done_ = false;
  std::uint64_t next_sequence_ = 0;    // that a block should have
  std::uint64_t next_event_ = 0;       // that a block should start with
  std::uint64_t next_frame_ = 0;       // at the start of the last block
  std::uint64_t faults_at_block_ = 0;  // when the last sound block had been read

  struct Drop {
    std::uint64_t count;
    std::string why;
  };
  std::deque<Drop> drops_;  // to be given out before anything else
  std::string drop_text_;   // of the one given out last
  bool gap_in_epoch_ = false;

  std::unordered_set<StackId> stacks_;
  std::unordered_set<ModuleId> modules_;
  std::optional<Nanoseconds> end_;  // time of the End event
  Nanoseconds last_time_ = 0;
  std::uint64_t live_ = 0;  // tensors, as the headers of blocks and the events since have it
  std::uint64_t lost_blocks_ = 0;
  std::uint64_t lost_events_ = 0;

  Event event_;
  std::uint64_t place_ = 0;
  Ending ending_ = Ending::kNoEnd;
  bool started_ = false;
  bool finished_ = false;
  std::optional<Error> error_;
};

}  // namespace tensorleak::trace
