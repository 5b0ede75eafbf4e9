#include "libtrack/trace/test_traces.hpp"

#include <fmt/format.h>

#include <array>

#include "libtrack/trace/crc32c.hpp"
#include "libtrack/trace/trace_layout.hpp"
#include "libtrack/trace/trace_reader.hpp"

namespace tensorleak::trace::testing {
namespace {

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

bool MemorySink::write(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() > most_ - bytes_.size()) return false;
  bytes_ += text_of(bytes);
  return true;
}

Trace write_trace(const std::function<void(const Take&)>& events, std::size_t flush_every,
                  bool finish) {
  MemorySink sink;
  TraceWriter writer(sink, std::pmr::new_delete_resource());
  Trace trace;
  bool sound = true;
  events([&](const Event& event) {
    sound = writer.write(event) && sound;
    trace.events.push_back(describe(event));
    if (flush_every != 0 && trace.events.size() % flush_every == 0) sound = writer.flush() && sound;
  });
  sound = (finish ? writer.finish() : writer.flush()) && sound;
  trace.bytes = sound ? sink.bytes() : "the writer failed";
  return trace;
}

ReadTrace read_trace(std::string_view bytes) {
  static const TempFolder folder;  // for all traces: making one takes longer than reading them
  ReadTrace read;
  auto reader = TraceReader::open(folder.write("t.tltrace", bytes));
  if (!reader) {
    read.error = reader.error().what;
    return read;
  }
  for (;;) {
    const auto event = (*reader)->next();
    if (!event) {
      read.error = event.error().what;
      return read;
    }
    if (*event == nullptr) break;
    read.events.push_back(describe(**event));
  }
  read.ending = (*reader)->ending();
  read.faults = (*reader)->faults().count();
  read.lost_blocks = (*reader)->lost_blocks();
  read.lost_events = (*reader)->lost_events();
  return read;
}

std::vector<std::size_t> records_of(std::string_view bytes) {
  std::vector<std::size_t> offsets;
  const auto all = std::as_bytes(std::span(bytes));
  std::size_t at = kFileHeaderSize;
  while (at < bytes.size()) {
    offsets.push_back(at);
    const auto header = load_record_header(all.subspan(at).first<kRecordHeaderSize>());
    if (!header) break;
    at += kRecordHeaderSize + header->length;
  }
  return offsets;
}

std::string record(std::uint32_t type, std::string_view payload) {
  std::array<std::byte, kRecordHeaderSize> header = {};
  store(RecordHeader{.type = type,
                     .length = static_cast<std::uint32_t>(payload.size()),
                     .payload_checksum = crc32c(std::as_bytes(std::span(payload)))},
        header);
  return text_of(header) + std::string(payload);
}

std::string file_header(const FileHeader& header) {
  std::array<std::byte, kFileHeaderSize> bytes = {};
  store(header, bytes);
  return text_of(bytes);
}

std::string footer(const Footer& footer) {
  std::array<std::byte, kFooterSize> bytes = {};
  store(footer, bytes);
  return record(static_cast<std::uint32_t>(RecordType::kFooter), text_of(bytes));
}

TraceBuilder::TraceBuilder()
    : definitions_(std::pmr::new_delete_resource()),
      encoder_(definitions_, std::pmr::new_delete_resource()),
      sealer_(std::pmr::new_delete_resource()),
      bytes_(file_header()) {}

TraceBuilder& TraceBuilder::say(const Event& event) {
  encoder_.add(event);
  return *this;
}

TraceBuilder& TraceBuilder::seal(std::uint32_t stream, std::uint64_t epoch) {
  next_.stream = stream;
  next_.epoch = epoch;
  next_.event_count = encoder_.event_count();
  bytes_ += text_of(sealer_.seal(next_, encoder_.columns()));
  return lose();
}

TraceBuilder& TraceBuilder::seal_items(std::string_view items, std::string_view tensors,
                                       std::uint32_t events) {
  const std::array columns = {std::string(items), std::string(tensors)};
  return seal_columns(columns, events);
}

TraceBuilder& TraceBuilder::seal_columns(std::span<const std::string> columns,
                                         std::uint32_t events) {
  ColumnViews views;
  for (std::size_t i = 0; i < columns.size(); ++i)
    views[i] = std::as_bytes(std::span(columns[i]));
  next_.epoch = next_.sequence;
  next_.event_count = events;
  bytes_ += text_of(sealer_.seal(next_, views));
  ++next_.sequence;
  next_.first_event += events;
  return *this;
}

TraceBuilder& TraceBuilder::lose() {
  ++next_.sequence;
  next_.first_event += encoder_.event_count();
  encoder_.start_block();
  return *this;
}

std::string TraceBuilder::finish() {
  return bytes_ +
         footer({.events = next_.first_event, .blocks = next_.sequence, .clean_end = true});
}

}  // namespace tensorleak::trace::testing
