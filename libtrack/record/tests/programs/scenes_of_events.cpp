// What each call becomes.

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <iterator>

#include "libtrack/record/tests/programs/scenes.hpp"

namespace scenes {
namespace {

using Arguments = std::vector<std::string>;

int every_event(const Arguments&) {
  heap();
  const std::uint64_t scope = track_scope_begin("predict");
  const std::uint64_t shape[] = {2, 3};
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.buffer = 500;
  info.bytes = 24;
  info.shape = shape;
  info.rank = 2;
  info.dtype = "float32";
  info.device = "cpu";
  info.op = "Zeros";
  info.flags = TRACK_FLAG_VARIABLE;
  track_tensor_created(heap(), 1, &info);
  track_tensor_name(heap(), 1, "weights");
  track_tensor_flag(heap(), 1, TRACK_FLAG_KEPT, 1);
  track_tensor_flag(heap(), 1, TRACK_FLAG_TAPE, 1);
  track_tensor_used(heap(), 1, "Add");
  info.bytes = 48;
  info.buffer = 501;
  track_tensor_assigned(heap(), 1, &info);
  track_scope_end(scope);
  track_frame_in("camera", "first");
  track_resource("textures", 7);
  track_counter(1, 1, 48);
  track_tensor_lost(heap(), 1);
  track_tensor_disposed(heap(), 1, TRACK_VARIABLE);
  return 0;
}

int says_its_stack(const Arguments&) {
  const std::uint64_t places[] = {track_place("relu", "model.js", 3, 7),
                                  track_place("frame", "app.js", 12, 0)};
  track_stack_set(places, 2);
  make(1);
  make(2);
  track_stack_set(places + 1, 1);
  make(3);
  track_stack_set(nullptr, 0);
  make(4);
  return places[0] == track_place("relu", "model.js", 3, 7) ? 0 : 1;
}

int describes_itself(const Arguments&) {
  track_describe("engine 4.2", "webgl", nullptr);
  track_heap* const engine = track_heap_register("engine", TRACK_HEAP_BYTES_PER_TENSOR);
  const std::uint64_t place = track_place("frame", "app.js", 12, 0);
  const std::uint64_t stack = track_stack(&place, 1);
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.stack = stack;
  track_tensor_created(engine, 1, &info);
  info.stack = TRACK_STACK_NONE;
  track_tensor_created(engine, 2, &info);
  info.stack = 4711;  // of nothing
  track_tensor_created(engine, 3, &info);
  info.stack = stack;
  track_tensor_created(engine, 4, &info);
  make(5);  // of another heap
  track_misuse_at("tidy-async", "it waits", stack);
  track_misuse_at("double-dispose", nullptr, TRACK_STACK_NONE);
  track_stack_set(&place, 1);
  track_misuse("use-after-dispose", "the thread's stack");
  track_misuse(nullptr, "nothing");
  track_tensor_holder(engine, 1, "history (Array, 2 elements)", "global → [0]", 2);
  track_tensor_holder(engine, 2, nullptr, nullptr, 0);
  track_tensor_holder(engine, 99, "of nothing", "", 0);
  track_heap_cleared(engine, TRACK_COLLECTED);
  return stack == track_stack(&place, 1) && track_stack(nullptr, 0) == TRACK_STACK_NONE ? 0 : 1;
}

int tells_later(const Arguments&) {
  std::uint64_t scope = 0;
  const std::uint64_t shape[] = {2, 3};
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = 24;
  info.shape = shape;
  info.rank = 2;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::uint64_t time = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 - 5'000'000'000;
  const track_event events[] = {
      {TRACK_EVENT_SCOPE_BEGIN, 0, 0, time, nullptr, "predict", &scope},
      {TRACK_EVENT_CREATED, 0, 1, time + 1, &info, nullptr, nullptr},
      {TRACK_EVENT_FLAG_SET, TRACK_FLAG_KEPT, 1, time + 2, nullptr, nullptr, nullptr},
      {TRACK_EVENT_FLAG_CLEARED, TRACK_FLAG_KEPT, 1, time + 2, nullptr, nullptr, nullptr},
      {TRACK_EVENT_FLAG_SET, 3, 1, time + 2, nullptr, nullptr, nullptr},  // no single flag
      {TRACK_EVENT_USED, 0, 1, time + 3, nullptr, "Add", nullptr},
      {99, 0, 1, time, nullptr, nullptr, nullptr},  // of a later version
      {TRACK_EVENT_ASSIGNED, 0, 1, time + 4, &info, nullptr, nullptr},
      {TRACK_EVENT_SCOPE_END, 0, 0, time + 5, nullptr, nullptr, &scope},
      {TRACK_EVENT_SCOPE_END, 0, 0, time + 5, nullptr, nullptr, nullptr},
      {TRACK_EVENT_CREATED, 0, 2, UINT64_MAX, nullptr, nullptr, nullptr},  // in the future
      {TRACK_EVENT_DISPOSED, TRACK_DISPOSE, 1, time + 6, nullptr, nullptr, nullptr}};
  track_events(heap(), events, std::size(events));
  // A caller that was built when the struct had another size.
  struct Longer {
    track_event event;
    std::uint64_t more;
  };
  const Longer longer[] = {{{TRACK_EVENT_DISPOSED, TRACK_POOL, 2, 0, nullptr, nullptr, nullptr}, 7},
                           {{TRACK_EVENT_CREATED, 0, 3, 0, &info, nullptr, nullptr}, 7}};
  track_events_(heap(), &longer[0].event, 2, sizeof(Longer));
  track_events_(heap(), events, 1, 8);  // of no version
  track_events_(heap(), nullptr, 5, sizeof(track_event));
  return scope == 1 ? 0 : 1;
}

int mistakes(const Arguments&) {
  make(1);
  drop(1);
  drop(1);                                    // a second free
  drop(99);                                   // a free without a tensor
  track_tensor_used(heap(), 1, "Add");        // a use after dispose
  track_tensor_used(heap(), 98, "Add");       // of nothing
  track_scope_end(12345);                     // never opened
  track_tensor_created(nullptr, 2, nullptr);  // nothing is known
  track_tensor_disposed(nullptr, 2, static_cast<track_why>(7));
  track_tensor_flag(heap(), 1, static_cast<track_flag>(3), 1);
  track_frame_in(nullptr, nullptr);
  track_resource(nullptr, 1);
  const std::uint64_t shape[] = {1};
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.rank = 1'000'000;
  info.shape = shape;
  track_tensor_created(heap(), 3, &info);
  info.struct_size = 3;
  track_tensor_created(heap(), 4, &info);
  return 0;
}

int old_struct(const Arguments&) {
  // A caller that was built when the struct ended behind `bytes`: what follows is not its own.
  track_tensor_info info;
  std::memset(&info, 0xff, sizeof info);
  info.struct_size = offsetof(track_tensor_info, shape);
  info.buffer = 0;
  info.bytes = 77;
  track_tensor_created(heap(), 1, &info);
  return 0;
}

int nested_scopes(const Arguments&) {
  const std::uint64_t outer = track_scope_begin("outer");
  track_scope_begin(nullptr);
  make(1);
  track_scope_end(outer);  // and the one inside it
  make(2);
  return 0;
}

int keeps_errno(const Arguments&) {
  errno = EDOM;
  make(1);
  drop(1);
  track_frame();
  track_flush();
  return errno == EDOM ? 0 : 1;
}

int starts_late(const Arguments& arguments) {
  make(1);
  if (track_start(arguments.at(0).c_str()) != TRACK_OK) return 1;
  if (track_start(arguments.at(0).c_str()) != TRACK_BUSY) return 2;
  drop(1);  // it was made before
  make(2);
  if (track_flush() != TRACK_OK || track_is_recording() == 0) return 3;
  if (track_stop() != TRACK_OK) return 4;
  make(3);
  if (track_stop() != TRACK_NOT_RECORDING || track_is_recording() != 0) return 5;
  return track_start(nullptr) == TRACK_INVALID ? 0 : 6;
}

int starts_at_once(const Arguments& arguments) {
  if (track_start(arguments.at(0).c_str()) != TRACK_OK) return 1;
  make(1);
  return 0;
}

int records_twice(const Arguments& arguments) {
  for (const std::string& path : arguments) {
    track_start(path.c_str());
    track_scope_begin("open until the end");
    make(1);
    track_stop();
  }
  return 0;
}

int cannot_start(const Arguments& arguments) {
  return static_cast<int>(track_start(arguments.at(0).c_str()));
}

int idle(const Arguments&) {
  make(1);
  return track_is_active();
}

int marks(const Arguments&) {
  for (int i = 0; i < 5; ++i) {
    make(static_cast<std::uint64_t>(i));
    track_frame();
    usleep(60'000);
  }
  return 0;
}

int many(const Arguments& arguments) {
  const std::uint64_t count = std::stoull(arguments.at(0));
  for (std::uint64_t key = 0; key < count; ++key)
    make(key);
  return 0;
}

}  // namespace

std::vector<NamedScene> scenes_of_events() {
  return {{"every_event", every_event},
          {"tells_later", tells_later},
          {"mistakes", mistakes},
          {"says_its_stack", says_its_stack},
          {"describes_itself", describes_itself},
          {"old_struct", old_struct},
          {"nested_scopes", nested_scopes},
          {"keeps_errno", keeps_errno},
          {"starts_late", starts_late},
          {"starts_at_once", starts_at_once},
          {"records_twice", records_twice},
          {"cannot_start", cannot_start},
          {"idle", idle},
          {"marks", marks},
          {"many", many}};
}

}  // namespace scenes
