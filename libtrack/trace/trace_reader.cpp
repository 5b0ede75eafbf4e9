#include "libtrack/trace/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

std::string numbered(std::string_view word, std::uint64_t first, std::uint64_t count) {
  if (count == 1) return fmt::format("{} {} is", word, first);
  return fmt::format("{}s {} to {} are", word, first, first + count - 1);
}

}  // namespace

Result<std::unique_ptr<TraceReader>> TraceReader::open(const std::string& path) {
  auto stream = ByteStream::open(path);
  if (!stream) return fail(std::move(stream.error()));
  return open(std::move(*stream));
}

Result<std::unique_ptr<TraceReader>> TraceReader::open(std::unique_ptr<ByteStream> stream) {
  auto records = RecordReader::open(std::move(stream));
  if (!records) return fail(std::move(records.error()));
  return std::unique_ptr<TraceReader>(new TraceReader(std::move(*records)));
}

Result<const Event*> TraceReader::next() {
  if (error_) return fail(*error_);
  if (finished_) return nullptr;
  auto event = std::exchange(started_, true) ? next_of_trace() : first_event();
  if (!event) error_ = event.error();
  return event;
}

/// The Header. Each block says it again, so that only a trace without a sound block is without.
Result<const Event*> TraceReader::first_event() {
  const auto has_epoch = load_epoch();
  if (!has_epoch) return fail(has_epoch.error());
  const Event* first = *has_epoch ? merge_.peek() : nullptr;
  if (first != nullptr && std::holds_alternative<Header>(*first)) return give(merge_.next());
  event_ = Header{};
  return give(&event_);
}

Result<const Event*> TraceReader::next_of_trace() {
  for (;;) {
    if (!drops_.empty()) return give(give_drop());
    const Event* event = merge_.next();
    note_broken();
    if (event != nullptr) {
      // What was broken stood before this event; but it is valid now, so that it goes first.
      if (is_news(*event)) return give(event);
      continue;
    }
    if (!drops_.empty()) continue;
    if (gap_in_epoch_) {
      end_epoch();
      continue;
    }
    const auto has_epoch = load_epoch();
    if (!has_epoch) return fail(has_epoch.error());
    if (!*has_epoch && drops_.empty()) return finish();
  }
}

const Event* TraceReader::give(const Event* event) {
  ++place_;
  return event;
}

const Event* TraceReader::give_drop() {
  drop_text_ = std::move(drops_.front().why);
  event_ = Dropped{.count = drops_.front().count, .why = drop_text_};
  drops_.pop_front();
  return &event_;
}

/// Whether an event goes out: not what was said before, and an End only at the very end.
bool TraceReader::is_news(const Event& event) {
  if (std::holds_alternative<Alloc>(event)) {
    ++live_;
  } else if (std::holds_alternative<Free>(event)) {
    --live_;
  } else if (const auto* stack = std::get_if<StackDefinition>(&event)) {
    return stacks_.insert(stack->id).second;
  } else if (const auto* module = std::get_if<ModuleDefinition>(&event)) {
    return modules_.insert(module->id).second;
  } else if (const auto* end = std::get_if<End>(&event)) {
    end_ = end->time;
    return false;
  }
  return !std::holds_alternative<Header>(event);
}

/// Hands the blocks of the next epoch to the merge; false where there are no more.
Result<bool> TraceReader::load_epoch() {
  merge_.start();
  if (!ahead_ && !records_done_) {
    if (auto error = read_ahead()) return fail(std::move(*error));
  }
  if (!ahead_) return false;
  const std::uint64_t epoch = ahead_->block.header.epoch;
  while (ahead_ && ahead_->block.header.epoch == epoch &&
         merge_.has_room_for(ahead_->block.header)) {
    accept();
    if (auto error = read_ahead()) return fail(std::move(*error));
  }
  return true;
}

void TraceReader::accept() {
  const BlockHeader& header = ahead_->block.header;
  if (ahead_->missing_blocks > 0) note_missing(*ahead_);
  if (merge_.streams() == 0) live_ = header.live_tensors;
  next_frame_ = header.frame;
  last_time_ = std::max(last_time_, header.last_time);
  merge_.add(std::move(ahead_->block));
  ahead_.reset();
}

/// Reads up to the next sound block, the footer or the end.
std::optional<Error> TraceReader::read_ahead() {
  while (!ahead_ && !records_done_) {
    const auto record = records_.next();
    if (!record) return record.error();
    if (!*record) {
      end_records();
    } else if ((*record)->type == static_cast<std::uint32_t>(RecordType::kBlock)) {
      take_block(**record);
    } else if ((*record)->type == static_cast<std::uint32_t>(RecordType::kFooter)) {
      footer_ = load_footer((*record)->payload);
      if (!footer_) records_.faults().note((*record)->offset, "the footer is too short");
      if (footer_) return read_behind_footer();
    }
  }
  return std::nullopt;
}

std::optional<Error> TraceReader::read_behind_footer() {
  end_records();
  const auto record = records_.next();
  if (!record) return record.error();
  if (*record) records_.faults().note((*record)->offset, "there are records behind the footer");
  return std::nullopt;
}

void TraceReader::take_block(const Record& record) {
  const auto header = load_block_header(record.payload);
  if (!header) {
    records_.faults().note(record.offset, "the header of a block is malformed");
    return;
  }
  if (header->sequence < next_sequence_) {
    records_.faults().note(record.offset,
                           fmt::format("block {} stands here again", header->sequence));
    drop(header->event_count, fmt::format("block {} stands in the file a second time, at byte {}",
                                          header->sequence, record.offset));
    return;
  }
  const auto bytes = record.payload.subspan(header->size);
  const std::uint64_t next_event = next_event_;
  ahead_ = {
      .block = {.header = *header, .bytes = {bytes.begin(), bytes.end()}, .offset = record.offset},
      .missing_blocks = header->sequence - next_sequence_,
      .missing_events = header->first_event > next_event ? header->first_event - next_event : 0};
  next_sequence_ = header->sequence + 1;
  next_event_ = header->first_event + header->event_count;
  faults_at_block_ = records_.faults().count();
}

void TraceReader::note_missing(const Ahead& ahead) {
  const BlockHeader& header = ahead.block.header;
  lost_blocks_ += ahead.missing_blocks;
  std::string why =
      fmt::format("{} missing or damaged before byte {}",
                  numbered("block", header.sequence - ahead.missing_blocks, ahead.missing_blocks),
                  ahead.block.offset);
  if (header.frame > next_frame_) {
    why += fmt::format(", in frames {} to {}", next_frame_, header.frame);
  }
  if (merge_.streams() == 0 && header.live_tensors != live_) {
    why += fmt::format("; {} tensors were alive before, {} are after", live_, header.live_tensors);
  }
  // An epoch whose number is that of its block has no earlier block: nothing of it is missing.
  gap_in_epoch_ = gap_in_epoch_ || header.epoch != header.sequence;
  drop(std::max<std::uint64_t>(ahead.missing_events, 1), std::move(why));
}

void TraceReader::note_broken() {
  while (const auto broken = merge_.take_broken()) {
    const std::string why =
        fmt::format("block {} cannot be read: {}", broken->sequence, broken->why);
    records_.faults().note(broken->offset, why);
    ++lost_blocks_;
    gap_in_epoch_ = merge_.streams() > 1;
    drop(broken->lost_events, why);
  }
}

/// What was missing may have been anywhere in the epoch.
void TraceReader::end_epoch() {
  gap_in_epoch_ = false;
  drop(0, "the events that are missing belong to the part that ends here");
}

void TraceReader::end_records() {
  records_done_ = true;
  const std::uint64_t cut = records_.is_cut() ? 1 : 0;
  const bool damaged = records_.faults().count() > faults_at_block_ + cut;
  if (footer_ && footer_->events > next_event_) {
    lost_blocks_ += footer_->blocks > next_sequence_ ? footer_->blocks - next_sequence_ : 1;
    drop(footer_->events - next_event_, "the last blocks are missing or damaged");
  } else if (!footer_ && damaged) {
    drop(1, "the end of the trace is damaged; how many events it had is not known");
  }
}

const Event* TraceReader::finish() {
  if (footer_ && footer_->clean_end && ending_ != Ending::kClean) {
    ending_ = Ending::kClean;
    event_ = End{.time = end_.value_or(last_time_)};
    return give(&event_);
  }
  finished_ = true;
  if (!footer_ && records_.is_cut()) ending_ = Ending::kCutStream;
  return nullptr;
}

void TraceReader::drop(std::uint64_t count, std::string why) {
  lost_events_ += count;
  drops_.push_back({count, std::move(why)});
}

}  // namespace tensorleak::trace
