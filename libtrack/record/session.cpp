#include "libtrack/record/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <new>

#include "libtrack/record/process_facts.hpp"
#include "libtrack/record/ticks.hpp"

namespace tensorleak::record {
namespace {

constexpr trace::Nanoseconds kFlushEvery = 1'000'000'000;
constexpr trace::Nanoseconds kFlushMarksEvery = 100'000'000;

/// Makes room for `id`. Throws std::bad_alloc.
bool is_new(std::uint64_t id, std::pmr::vector<bool>& defined) {
  if (id >= defined.size()) defined.resize(std::max<std::size_t>(id + 1, defined.size() * 2));
  return !defined[id];
}

}  // namespace

Session::Session(const Settings& settings, trace::TraceSink& sink, const Start& start)
    : tables_memory_(settings.max_memory / 4),
      writer_memory_(settings.max_memory / 2, Arena::Scan::kByLeakSanitizer),
      writer_(sink, &writer_memory_),
      places_(start.places),
      defined_stacks_(&tables_memory_),
      defined_modules_(&tables_memory_),
      live_(&tables_memory_),
      late_(start.late),
      number_(start.number),
      last_flush_(now()) {
  write(trace::Header{.runtime = start.runtime,
                      .backend = start.backend,
                      .program = start.program,
                      .bytes_rule = start.bytes_rule,
                      .process = static_cast<std::uint64_t>(getpid()),
                      .started_late = start.late});
}

void Session::write(const trace::Event& event) noexcept {
  if (!failed_) failed_ = !writer_.write(event);
}

trace::Nanoseconds Session::now() noexcept {
  if (told_time_) return now_ = *told_time_;
  now_ = nanoseconds_now();
  return now_;
}

/// What the writer keeps grows with definitions; it fails for good where its memory ends, so none
/// are begun shortly before.
bool Session::is_full() const noexcept {
  return writer_memory_.used() > writer_memory_.limit() / 8 * 7;
}

void Session::flush() noexcept {
  write_dropped();
  if (!failed_) failed_ = !writer_.flush();
  last_flush_ = now_;
}

void Session::flush_if_due() noexcept {
  if (now_ - last_flush_ >= kFlushEvery) flush();
}

void Session::finish() noexcept {
  write_dropped();
  write(trace::End{.time = now()});
  if (!failed_) failed_ = !writer_.finish();
}

void Session::write_dropped() noexcept {
  if (dropped_ > 0) {
    write(trace::Dropped{.count = dropped_, .why = "the recorder's memory is at its limit"});
  }
  if (missed_ > 0) {
    write(trace::Dropped{.count = missed_, .why = "made in a signal handler, or by the recorder"});
  }
  dropped_ = 0;
  missed_ = 0;
}

void Session::write_rss(trace::Nanoseconds now) noexcept {
  if (const auto bytes = resident_bytes()) write(trace::Counter{.rss = *bytes, .time = now});
}

void Session::frame(std::string_view lane, std::string_view name) noexcept {
  const trace::Nanoseconds time = now();
  if (is_full()) name = {};
  const bool flushes = time - last_mark_flush_ >= kFlushMarksEvery;
  // Before the mark, at which it then counts.
  if (flushes) write_rss(time);
  write(trace::FrameMark{.name = name, .lane = lane, .time = time});
  if (!flushes) return;
  last_mark_flush_ = time;
  flush();
}

/// Writes the stack where that has not been done.
std::optional<trace::StackId> Session::id_of(const KnownStack* stack) noexcept {
  if (stack == nullptr || stack->addresses.empty()) return std::nullopt;
  if (stack == last_defined_) return stack->id;
  try {
    if (is_new(stack->id.value, defined_stacks_)) {
      if (is_full()) return std::nullopt;
      define(*stack);
      defined_stacks_[stack->id.value] = true;
    }
    last_defined_ = stack;
    return stack->id;
  } catch (const std::bad_alloc&) {
    ++dropped_;
    return std::nullopt;
  }
}

/// Writes the module where that has not been done.
trace::StackFrame Session::frame_at(std::uintptr_t address, const Module* module) {
  if (const Place* const place = places_ == nullptr ? nullptr : places_->find(address)) {
    return {.function = place->function,
            .file = place->file,
            .line = place->line,
            .column = place->column};
  }
  if (module == nullptr) return {.address = address};
  if (is_new(module->id.value, defined_modules_)) {
    write(trace::ModuleDefinition{.id = module->id,
                                  .path = module->path,
                                  .build_id = module->build_id,
                                  .begin = module->range.begin,
                                  .end = module->range.end,
                                  .load_bias = module->load_bias});
    defined_modules_[module->id.value] = true;
  }
  return {.address = address, .module = module->id};
}

void Session::define(const KnownStack& stack) {
  std::array<trace::StackFrame, capture::kMaxDepth> frames{};
  for (std::size_t i = 0; i < stack.addresses.size(); ++i)
    frames[i] = frame_at(stack.addresses[i], stack.modules[i]);
  write(trace::StackDefinition{.id = stack.id,
                               .frames = std::span(frames).first(stack.addresses.size())});
}

}  // namespace tensorleak::record
