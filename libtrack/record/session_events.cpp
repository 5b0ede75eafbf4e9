// What becomes of each call of a program.

#include <algorithm>
#include <new>
#include <utility>
#include <variant>

#include "libtrack/record/session.hpp"

namespace tensorleak::record {

/// Scopes that a thread opened in an earlier recording mean nothing in this one.
void Session::adopt(ThreadState& thread) const noexcept {
  if (thread.session == number_) return;
  thread.session = number_;
  thread.scopes.clear();
}

std::optional<trace::TensorId> Session::alive_or_recent(Key tensor) const {
  const auto alive = live_.find(tensor);
  return alive ? alive : live_.recently_disposed(tensor);
}

void Session::write_alloc(const ThreadState& thread, const LiveTable::Created& tensor,
                          const TensorInfo& info, std::optional<trace::StackId> stack) noexcept {
  // Where it is going to be: an event is large, and each of its copies costs as much as its bytes.
  trace::Event event(std::in_place_type<trace::Alloc>);
  trace::Alloc& alloc = *std::get_if<trace::Alloc>(&event);
  alloc.id = tensor.id;
  alloc.buffer = tensor.buffer;
  alloc.bytes = info.bytes;
  alloc.shape = info.shape;
  alloc.dtype = info.dtype;
  alloc.device = info.device;
  alloc.op = info.op;
  alloc.stack = stack;
  if (!thread.scopes.empty()) alloc.scope = thread.scopes.back();
  alloc.thread = thread.number;
  alloc.time = now_;
  alloc.flags = info.flags;
  write(event);
}

void Session::created(ThreadState& thread, Key tensor, const TensorInfo& info,
                      const KnownStack* stack) noexcept {
  adopt(thread);
  now();
  if (is_full()) {
    ++dropped_;
    return;
  }
  const auto made_at = id_of(stack);
  try {
    write_alloc(thread, live_.create(tensor, info.buffer), info, made_at);
  } catch (const std::bad_alloc&) {
    ++dropped_;
  }
}

void Session::assigned(ThreadState& thread, Key tensor, const TensorInfo& info,
                       const KnownStack* stack) noexcept {
  const auto alive = live_.find(tensor);
  if (!alive) {
    created(thread, tensor, info, stack);
    return;
  }
  adopt(thread);
  now();
  try {
    // The pair must stay together: it is one step on this thread.
    const LiveTable::Created same = live_.create(tensor, info.buffer);
    write(trace::Free{
        .id = *alive, .why = trace::FreeReason::kVariable, .thread = thread.number, .time = now_});
    write_alloc(thread, same, info, id_of(stack));
  } catch (const std::bad_alloc&) {
    ++dropped_;
  }
}

void Session::disposed(ThreadState& thread, Key tensor, trace::FreeReason why,
                       const KnownStack* stack) noexcept {
  now();
  auto id = live_.dispose(tensor);
  if (!id) {
    id = live_.recently_disposed(tensor);
    // Where tensors were made before the recording, a dispose of one of them is no mistake.
    if (!id && late_) return;
    if (!id) id = live_.fresh_id();
  }
  trace::Event event(std::in_place_type<trace::Free>);
  trace::Free& free = *std::get_if<trace::Free>(&event);
  free.id = *id;
  free.why = why;
  free.stack = id_of(stack);
  free.thread = thread.number;
  free.time = now_;
  write(event);
}

void Session::used(Key tensor, std::string_view op) noexcept {
  const auto id = alive_or_recent(tensor);
  if (id) write(trace::Use{.id = *id, .op = op, .time = now()});
}

void Session::flagged(Key tensor, trace::Flag flag, bool value) noexcept {
  const auto id = live_.find(tensor);
  if (!id) return;
  if (flag == trace::Flag::kKept) {
    write(trace::Keep{.id = *id, .value = value});
  } else {
    write(trace::FlagChange{.id = *id, .flag = flag, .value = value});
  }
}

void Session::named(Key tensor, std::string_view name) noexcept {
  const auto id = live_.find(tensor);
  if (!id) return;
  if (is_full()) {
    ++dropped_;
    return;
  }
  write(trace::Name{.id = *id, .text = name});
}

void Session::lost(Key tensor) noexcept {
  const auto id = live_.find(tensor);
  if (id) write(trace::Lost{.id = *id});
}

void Session::held(Key tensor, std::string_view by, std::string_view path,
                   std::uint64_t members) noexcept {
  const auto id = live_.find(tensor);
  if (!id) return;
  trace::Holder holder{.id = *id, .by = by, .path = path};
  if (members != 0) holder.members = members;
  write(holder);
}

std::uint64_t Session::scope_begun(ThreadState& thread, std::string_view name) noexcept {
  adopt(thread);
  std::optional<trace::ScopeId> parent;
  if (!thread.scopes.empty()) parent = thread.scopes.back();
  const trace::ScopeId id = {last_scope_ + 1};
  try {
    if (is_full()) throw std::bad_alloc();
    thread.scopes.push_back(id);
  } catch (const std::bad_alloc&) {
    ++dropped_;
    return 0;
  }
  last_scope_ = id.value;
  write(trace::ScopeBegin{
      .id = id, .parent = parent, .name = name, .thread = thread.number, .time = now()});
  return id.value;
}

void Session::scope_ended(ThreadState& thread, std::uint64_t scope) noexcept {
  adopt(thread);
  const auto ended = std::ranges::find(thread.scopes, trace::ScopeId{scope});
  if (ended == thread.scopes.end()) return;
  const trace::Nanoseconds time = now();
  for (bool done = false; !done;) {
    const trace::ScopeId innermost = thread.scopes.back();
    thread.scopes.pop_back();
    write(trace::ScopeEnd{.id = innermost, .thread = thread.number, .time = time});
    done = innermost.value == scope;
  }
}

void Session::misused(const ThreadState& thread, std::string_view kind, std::string_view words,
                      const KnownStack* stack) noexcept {
  if (is_full()) {
    ++dropped_;
    return;
  }
  const auto id = id_of(stack);
  write(trace::Misuse{
      .kind = kind, .words = words, .stack = id, .thread = thread.number, .time = now()});
}

void Session::heap_cleared(const ThreadState& thread, std::uint32_t heap,
                           trace::FreeReason why) noexcept {
  now();
  live_.clear(heap, [&](trace::TensorId id) {
    write(trace::Free{.id = id, .why = why, .thread = thread.number, .time = now_});
  });
}

void Session::thread_ended(ThreadState& thread) noexcept {
  adopt(thread);
  if (!thread.scopes.empty()) scope_ended(thread, thread.scopes.front().value);
}

void Session::resource(std::string_view name, std::uint64_t value) noexcept {
  const trace::Resource one{.name = name, .value = value};
  write(trace::Counter{.resources = {&one, 1}, .time = now()});
}

void Session::counted(std::uint64_t tensors, std::uint64_t buffers, std::uint64_t bytes) noexcept {
  write(trace::Counter{.tensors = tensors, .buffers = buffers, .bytes = bytes, .time = now()});
}

}  // namespace tensorleak::record
