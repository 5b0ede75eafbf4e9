#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "libtrack/trace/epoch_merge.hpp"
#include "libtrack/trace/trace_dump.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

/// Takes records in one by one.
class Surveyor {
 public:
  explicit Surveyor(RecordReader& records) : records_(records) {
    survey_.header = records.header();
  }

  void take(const Record& record);
  TraceSurvey finish();

 private:
  void take_block(const Record& record);
  void count_events(const StoredBlock& block);
  void fault(std::uint64_t offset, std::string what) {
    records_.faults().note(offset, std::move(what));
  }

  RecordReader& records_;
  TraceSurvey survey_;
  BlockLoader loader_;
  BlockLoader::Block block_;
  EventDecoder decoder_;
  std::set<std::uint32_t> streams_;
  std::uint64_t next_sequence_ = 0;
  std::uint64_t next_event_ = 0;
  std::optional<std::uint64_t> epoch_;
};

void Surveyor::take(const Record& record) {
  if (survey_.footer) {
    fault(record.offset, "there are records behind the footer");
  } else if (record.type == static_cast<std::uint32_t>(RecordType::kBlock)) {
    take_block(record);
  } else if (record.type == static_cast<std::uint32_t>(RecordType::kFooter)) {
    survey_.footer = load_footer(record.payload);
    if (!survey_.footer) fault(record.offset, "the footer is too short");
  } else {
    ++survey_.unknown_records;
  }
}

void Surveyor::take_block(const Record& record) {
  const auto header = load_block_header(record.payload);
  if (!header) return fault(record.offset, "the header of a block is malformed");
  if (header->sequence < next_sequence_) {
    return fault(record.offset, fmt::format("block {} stands here again", header->sequence));
  }
  if (header->sequence > next_sequence_) {
    survey_.lost_blocks += header->sequence - next_sequence_;
    if (header->first_event > next_event_) survey_.lost_events += header->first_event - next_event_;
    fault(record.offset, fmt::format("block {} follows, where block {} is expected",
                                     header->sequence, next_sequence_));
  }
  next_sequence_ = header->sequence + 1;
  next_event_ = header->first_event + header->event_count;
  if (epoch_ != header->epoch) ++survey_.epochs;
  epoch_ = header->epoch;
  if (streams_.size() < kMaxStreams) streams_.insert(header->stream);
  ++survey_.blocks;
  if (header->codec == static_cast<std::uint32_t>(Codec::kZstd)) ++survey_.zstd_blocks;
  survey_.stored_bytes += header->stored_size;
  survey_.raw_bytes += header->raw_size;
  const auto bytes = record.payload.subspan(header->size);
  count_events({.header = *header, .bytes = {bytes.begin(), bytes.end()}, .offset = record.offset});
}

void Surveyor::count_events(const StoredBlock& block) {
  const std::uint64_t number = block.header.sequence;
  std::uint64_t events = 0;
  Event event;
  const std::string_view why = loader_.load(block, block_);
  decoder_.start(block_.columns);
  auto step = why.empty() ? decoder_.next(event) : EventDecoder::Step::kMalformed;
  for (; step == EventDecoder::Step::kEvent || step == EventDecoder::Step::kAgain;
       step = decoder_.next(event)) {
    if (step == EventDecoder::Step::kAgain) {
      ++survey_.definitions_again;
    } else {
      ++survey_.events_of_kind[event.index()];
      ++events;
    }
  }
  survey_.events += events;
  if (step == EventDecoder::Step::kMalformed) {
    ++survey_.lost_blocks;
    survey_.lost_events +=
        block.header.event_count > events ? block.header.event_count - events : 0;
    fault(block.offset, fmt::format("block {} cannot be read: {}", number,
                                    why.empty() ? "its items are malformed" : why));
  } else if (events != block.header.event_count) {
    fault(block.offset, fmt::format("block {} has {} events and claims {}", number, events,
                                    block.header.event_count));
  }
}

TraceSurvey Surveyor::finish() {
  const std::uint64_t end = records_.stream().bytes_consumed();
  if (!survey_.footer) {
    fault(end, "there is no footer: the recording was stopped, or the file is cut");
  } else if (survey_.footer->events > next_event_) {
    survey_.lost_events += survey_.footer->events - next_event_;
    const std::uint64_t blocks = survey_.footer->blocks;
    survey_.lost_blocks += blocks > next_sequence_ ? blocks - next_sequence_ : 0;
    fault(end, "the last blocks are missing");
  }
  survey_.file_bytes = end;
  survey_.streams = streams_.size();
  survey_.is_cut = records_.is_cut();
  survey_.faults = records_.faults();
  return std::move(survey_);
}

}  // namespace

double TraceSurvey::ratio() const {
  return stored_bytes == 0 ? 1 : static_cast<double>(raw_bytes) / static_cast<double>(stored_bytes);
}

double TraceSurvey::bytes_per_event() const {
  return events == 0 ? 0 : static_cast<double>(file_bytes) / static_cast<double>(events);
}

bool TraceSurvey::is_whole() const {
  return footer && footer->clean_end && faults.count() == 0;
}

Result<TraceSurvey> trace_verify(const std::string& path) {
  auto stream = ByteStream::open(path);
  if (!stream) return fail(std::move(stream.error()));
  auto records = RecordReader::open(std::move(*stream));
  if (!records) return fail(std::move(records.error()));
  Surveyor surveyor(*records);
  for (;;) {
    const auto record = records->next();
    if (!record) return fail(record.error());
    if (!*record) return surveyor.finish();
    surveyor.take(**record);
  }
}

}  // namespace tensorleak::trace
