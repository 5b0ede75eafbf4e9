#include "libtrack/trace/trace_writer.hpp"

#include <array>
#include <new>
#include <utility>

#include "libtrack/trace/block_sealer.hpp"
#include "libtrack/trace/crc32c.hpp"
#include "libtrack/trace/event_encoder.hpp"
#include "libtrack/trace/live_tally.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {

/// Counts, and hands blocks to the sink. Its functions throw what the memory resource throws.
class TraceWriter::Encoder {
 public:
  Encoder(TraceSink& sink, std::pmr::memory_resource* memory)
      : sink_(sink),
        definitions_(memory),
        events_(definitions_, memory),
        sealer_(memory),
        live_(memory) {}

  bool add(const Event& event);
  bool seal();
  bool finish();

  /// After a failure: hands out what is sound, and takes in nothing more.
  void give_up() noexcept;

 private:
  bool start_file();
  void count(const Event& event);
  void open_block();
  bool put(std::span<const std::byte> bytes);

  TraceSink& sink_;
  DefinitionStore definitions_;
  EventEncoder events_;
  BlockSealer sealer_;
  LiveTally live_;
  BlockHeader block_;
  Footer totals_;
  bool started_ = false;
  bool finished_ = false;
  bool failed_ = false;
};

bool TraceWriter::Encoder::put(std::span<const std::byte> bytes) {
  if (!failed_ && !sink_.write(bytes)) failed_ = true;
  return !failed_;
}

bool TraceWriter::Encoder::start_file() {
  if (std::exchange(started_, true)) return !failed_;
  std::array<std::byte, kFileHeaderSize> bytes = {};
  store(FileHeader{}, bytes);
  return put(bytes);
}

bool TraceWriter::Encoder::add(const Event& event) {
  if (!start_file() || finished_) return false;
  if (totals_.clean_end || !events_.add(event)) return true;
  count(event);
  if (events_.size() > kMaxBlockSize) return false;
  return !events_.is_full() || seal();
}

void TraceWriter::Encoder::count(const Event& event) {
  ++totals_.events;
  if (const auto* alloc = std::get_if<Alloc>(&event)) {
    ++totals_.allocs;
    live_.add(alloc->id.value, alloc->bytes);
  } else if (const auto* free = std::get_if<Free>(&event)) {
    ++totals_.frees;
    live_.remove(free->id.value);
  } else if (std::holds_alternative<FrameMark>(event)) {
    ++totals_.frames;
  } else if (std::holds_alternative<End>(event)) {
    totals_.clean_end = true;
  }
}

bool TraceWriter::Encoder::seal() {
  if (!start_file()) return false;
  if (events_.event_count() == 0) return true;
  block_.sequence = totals_.blocks;
  // One stream: each block is an epoch of its own, so that a reader need not wait for others.
  block_.epoch = totals_.blocks;
  block_.event_count = events_.event_count();
  block_.first_time = events_.first_time();
  block_.last_time = events_.last_time();
  if (!put(sealer_.seal(block_, events_.columns()))) return false;
  ++totals_.blocks;
  open_block();
  return true;
}

void TraceWriter::Encoder::open_block() {
  block_ = {.first_event = totals_.events,
            .frame = totals_.frames,
            .live_tensors = live_.tensors(),
            .live_bytes = live_.bytes()};
  events_.start_block();
}

bool TraceWriter::Encoder::finish() {
  if (finished_) return !failed_;
  if (!seal()) return false;
  finished_ = true;
  std::array<std::byte, kRecordHeaderSize + kFooterSize> bytes = {};
  const auto payload = std::span(bytes).last<kFooterSize>();
  store(totals_, payload);
  store(RecordHeader{.type = static_cast<std::uint32_t>(RecordType::kFooter),
                     .length = kFooterSize,
                     .payload_checksum = crc32c(payload)},
        std::span(bytes).first<kRecordHeaderSize>());
  return put(bytes);
}

void TraceWriter::Encoder::give_up() noexcept {
  if (std::exchange(failed_, true)) return;
  if (events_.event_count() == 0 || events_.size() > kMaxBlockSize) return;
  try {
    failed_ = false;
    seal();
  } catch (...) {
    // What is in the open block is lost with it.
  }
  failed_ = true;
}

void TraceWriter::Deleter::operator()(Encoder* encoder) const noexcept {
  encoder->~Encoder();
  memory->deallocate(encoder, sizeof(Encoder), alignof(Encoder));
}

TraceWriter::TraceWriter(TraceSink& sink, std::pmr::memory_resource* memory) noexcept
    : encoder_(nullptr, Deleter{memory}) {
  void* place = nullptr;
  try {
    place = memory->allocate(sizeof(Encoder), alignof(Encoder));
    encoder_.reset(new (place) Encoder(sink, memory));
  } catch (...) {
    if (place != nullptr) memory->deallocate(place, sizeof(Encoder), alignof(Encoder));
  }
}

TraceWriter::~TraceWriter() = default;

bool TraceWriter::write(const Event& event) noexcept {
  if (!encoder_) return false;
  try {
    if (encoder_->add(event)) return true;
  } catch (...) {
  }
  encoder_->give_up();
  return false;
}

bool TraceWriter::flush() noexcept {
  if (!encoder_) return false;
  try {
    if (encoder_->seal()) return true;
  } catch (...) {
  }
  encoder_->give_up();
  return false;
}

bool TraceWriter::finish() noexcept {
  if (!encoder_) return false;
  try {
    if (encoder_->finish()) return true;
  } catch (...) {
  }
  encoder_->give_up();
  return false;
}

}  // namespace tensorleak::trace
