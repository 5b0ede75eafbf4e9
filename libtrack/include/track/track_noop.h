/* track_noop.h: the C interface without a library. Included by track.h where TRACK_DISABLE is
 * defined, never by itself. Every function does nothing, records nothing and says so.
 */
#ifndef TRACK_TRACK_NOOP_H
#define TRACK_TRACK_NOOP_H

#ifndef TRACK_TRACK_H
#error "include <track/track.h>, with TRACK_DISABLE defined"
#endif

static inline int track_is_active(void) {
  return 0;
}
static inline uint32_t track_abi_version(void) {
  return TRACK_ABI_VERSION;
}

static inline track_status track_start(const char* path) {
  (void)path;
  return TRACK_UNSUPPORTED;
}
static inline track_status track_stop(void) {
  return TRACK_NOT_RECORDING;
}
static inline track_status track_flush(void) {
  return TRACK_NOT_RECORDING;
}
static inline int track_is_recording(void) {
  return 0;
}

/* Something to point at: a heap is never NULL here either. */
struct track_heap {
  char unused;
};

static inline track_heap* track_heap_register(const char* name, uint32_t flags) {
  static track_heap heap = {0};
  (void)name;
  (void)flags;
  return &heap;
}

static inline void track_heap_cleared(track_heap* heap, track_why why) {
  (void)heap;
  (void)why;
}
static inline void track_describe(const char* runtime, const char* backend, const char* program) {
  (void)runtime;
  (void)backend;
  (void)program;
}

static inline uint64_t track_place(const char* function, const char* file, uint32_t line,
                                   uint32_t column) {
  (void)function;
  (void)file;
  (void)line;
  (void)column;
  return 0;
}
static inline void track_stack_set(const uint64_t* places, size_t count) {
  (void)places;
  (void)count;
}
static inline uint64_t track_stack(const uint64_t* places, size_t count) {
  (void)places;
  (void)count;
  return TRACK_STACK_NONE;
}

static inline void track_tensor_created(track_heap* heap, uint64_t key,
                                        const track_tensor_info* info) {
  (void)heap;
  (void)key;
  (void)info;
}
static inline void track_tensor_assigned(track_heap* heap, uint64_t key,
                                         const track_tensor_info* info) {
  (void)heap;
  (void)key;
  (void)info;
}
static inline void track_tensor_disposed(track_heap* heap, uint64_t key, track_why why) {
  (void)heap;
  (void)key;
  (void)why;
}
static inline void track_tensor_used(track_heap* heap, uint64_t key, const char* op) {
  (void)heap;
  (void)key;
  (void)op;
}
static inline void track_tensor_flag(track_heap* heap, uint64_t key, track_flag flag, int value) {
  (void)heap;
  (void)key;
  (void)flag;
  (void)value;
}
static inline void track_tensor_name(track_heap* heap, uint64_t key, const char* name) {
  (void)heap;
  (void)key;
  (void)name;
}
static inline void track_tensor_lost(track_heap* heap, uint64_t key) {
  (void)heap;
  (void)key;
}
static inline void track_tensor_holder(track_heap* heap, uint64_t key, const char* by,
                                       const char* path, uint64_t members) {
  (void)heap;
  (void)key;
  (void)by;
  (void)path;
  (void)members;
}
static inline uint64_t track_scope_begin(const char* name) {
  (void)name;
  return 0;
}
static inline void track_scope_end(uint64_t scope) {
  (void)scope;
}
static inline void track_frame_in(const char* lane, const char* name) {
  (void)lane;
  (void)name;
}
static inline void track_frame(void) {}
static inline void track_resource(const char* name, uint64_t value) {
  (void)name;
  (void)value;
}
static inline void track_counter(uint64_t tensors, uint64_t buffers, uint64_t bytes) {
  (void)tensors;
  (void)buffers;
  (void)bytes;
}
static inline void track_misuse_at(const char* kind, const char* words, uint64_t stack) {
  (void)kind;
  (void)words;
  (void)stack;
}
static inline void track_misuse(const char* kind, const char* words) {
  (void)kind;
  (void)words;
}
static inline void track_events(track_heap* heap, const track_event* events, size_t count) {
  (void)heap;
  (void)events;
  (void)count;
}

#endif /* TRACK_TRACK_NOOP_H */
