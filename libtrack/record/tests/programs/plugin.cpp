// A library that uses libtrack, loaded by a program at run time. Built twice: the two differ in
// their build-ids and may come to lie at one address.
#include <track/track.h>

extern "C" [[gnu::visibility("default")]] void plugin_make(uint64_t key) {
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = PLUGIN_BYTES;
  info.op = "plugin";
  track_tensor_created(track_heap_register("plugin", 0), key, &info);
}
