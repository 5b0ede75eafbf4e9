#include "libtrack/record/session.hpp"

#include <unistd.h>

#include <array>
#include <ctime>
#include <new>

#include "libtrack/record/process_facts.hpp"

namespace tensorleak::record {
namespace {

constexpr trace::Nanoseconds kFlushEvery = 1'000'000'000;
constexpr trace::Nanoseconds kFlushMarksEvery = 100'000'000;

}  // namespace

Session::Session(const Settings& settings, trace::TraceSink& sink, const Start& start)
    : tables_memory_(settings.max_memory / 2),
      writer_memory_(settings.max_memory / 2, Arena::Scan::kByLeakSanitizer),
      writer_(sink, &writer_memory_),
      stacks_(&tables_memory_),
      places_(start.places),
      declared_(start.declared),
      declared_ids_(&tables_memory_),
      modules_(&tables_memory_),
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
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  now_ = trace::Nanoseconds{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
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

std::optional<trace::StackId> Session::intern(Stack stack) noexcept {
  if (stack.empty()) return std::nullopt;
  try {
    // Before the look-up: other code may lie at the same addresses by now.
    if (modules_.is_outdated()) update_modules();
    if (is_full()) return std::nullopt;
    const auto interned = stacks_.intern(stack);
    if (interned.is_new) define(interned.id, stack);
    return interned.id;
  } catch (const std::bad_alloc&) {
    ++dropped_;
    return std::nullopt;
  }
}

/// The stack that an event names, which is looked up once, or the one that came with it.
std::optional<trace::StackId> Session::stack_id(std::uint64_t declared, Stack otherwise) noexcept {
  if (declared == 0) return intern(otherwise);
  const Stack stack = declared_ == nullptr ? Stack() : declared_->find(declared);
  if (stack.empty()) return std::nullopt;
  if (declared < declared_ids_.size() && declared_ids_[declared].value != 0)
    return declared_ids_[declared];
  const auto id = intern(stack);
  try {
    if (id && declared_ids_.size() <= declared) declared_ids_.resize(declared_->size() + 1);
    if (id) declared_ids_[declared] = *id;
  } catch (const std::bad_alloc&) {
    // It is looked up again next time.
  }
  return id;
}

void Session::update_modules() {
  for (const capture::AddressRange range : modules_.update())
    stacks_.forget(range);
}

/// Writes the address's module where that has not been done.
trace::StackFrame Session::frame_at(std::uintptr_t address) noexcept {
  if (const Place* const place = places_ == nullptr ? nullptr : places_->find(address)) {
    return {.function = place->function,
            .file = place->file,
            .line = place->line,
            .column = place->column};
  }
  Module* const module = modules_.find(address);
  if (module == nullptr) return {.address = address};
  if (!module->written) {
    module->written = true;
    write(trace::ModuleDefinition{.id = module->id,
                                  .path = module->path,
                                  .build_id = module->build_id,
                                  .begin = module->range.begin,
                                  .end = module->range.end,
                                  .load_bias = module->load_bias});
  }
  return {.address = address, .module = module->id};
}

void Session::define(trace::StackId id, Stack stack) noexcept {
  std::array<trace::StackFrame, capture::kMaxDepth> frames{};
  std::size_t depth = 0;
  for (const std::uintptr_t address : stack) {
    frames[depth++] = frame_at(address);
  }
  write(trace::StackDefinition{.id = id, .frames = std::span(frames).first(depth)});
}

}  // namespace tensorleak::record
