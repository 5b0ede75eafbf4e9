/* The smallest program in C, also without the library (TRACK_DISABLE). */
#include <track/track.h>

int main(void) {
  track_heap* heap = track_heap_register("consumer", 0);
  uint64_t shape[] = {2, 3};
  track_tensor_info info = {sizeof info, 0, 24, shape, 2, 0, "float32", "cpu", "Zeros", 0, 0};
  uint64_t place = track_place("main", "consumer.c", 6, 0);
  uint64_t scope = track_scope_begin("main");
  track_stack_set(&place, 1);
  track_tensor_created(heap, 1, &info);
  track_tensor_assigned(heap, 1, &info);
  track_tensor_used(heap, 1, "Add");
  track_tensor_flag(heap, 1, TRACK_FLAG_KEPT, 1);
  track_tensor_name(heap, 1, "weights");
  track_tensor_lost(heap, 1);
  track_tensor_disposed(heap, 1, TRACK_DISPOSE);
  track_scope_end(scope);
  track_event events[] = {{TRACK_EVENT_USED, 0, 1, 0, NULL, "Add", NULL}};
  track_events(heap, events, 1);
  track_frame();
  track_resource("textures", 1);
  track_counter(0, 0, 0);
  info.stack = track_stack(&place, 1);
  track_misuse("double-dispose", NULL);
  track_misuse_at("double-dispose", "again", info.stack);
  track_tensor_holder(heap, 1, "list", NULL, 2);
  track_describe("consumer 1", NULL, NULL);
  track_heap_cleared(heap, TRACK_UNKNOWN);
  if (heap == NULL || track_abi_version() != TRACK_ABI_VERSION) return 1;
#ifdef TRACK_DISABLE
  if (track_is_recording() || track_is_active()) return 2;
  if (track_start("nothing") != TRACK_UNSUPPORTED) return 3;
  if (track_flush() != TRACK_NOT_RECORDING || track_stop() != TRACK_NOT_RECORDING) return 4;
#endif
  return 0;
}
