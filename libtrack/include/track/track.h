/* track.h: the C interface of libtrack.
 *
 * A program, or an adapter for a runtime, tells libtrack what happens to its tensors. While
 * something records, each call becomes an event of the trace (docs/trace-format.md); while nothing
 * does, it costs a load and a branch.
 *
 *   track_heap* heap = track_heap_register("my engine", 0);
 *   uint64_t shape[] = {1, 224, 224, 3};
 *   track_tensor_info info = {sizeof info};
 *   info.bytes = 602112; info.rank = 4; info.shape = shape; info.dtype = "float32";
 *   track_tensor_created(heap, (uint64_t)(uintptr_t)data, &info);
 *   …
 *   track_tensor_disposed(heap, (uint64_t)(uintptr_t)data, TRACK_DISPOSE);
 *   track_frame();
 *
 * Keys. A tensor is named by its heap and a 64-bit key of the caller's choice, such as its address
 * or number. A key is unique among the live tensors of its heap and may be used again afterwards.
 * Disposing, using or flagging an unknown key is harmless.
 *
 * Ownership. libtrack copies every string and array before a call returns.
 * Threads. Every function may be called from any thread, also before main and in exit handlers.
 * Errors. Nothing here throws, aborts or sets errno. Functions that can fail return a
 * track_status; the events return nothing, since there is nothing that a program should do.
 *
 * With TRACK_DISABLE defined before this header, every function is an empty inline and the program
 * needs no libtrack to link.
 */
#ifndef TRACK_TRACK_H
#define TRACK_TRACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a function or a field is added; never shrinks. */
#define TRACK_ABI_VERSION 3u

typedef enum track_status {
  TRACK_OK = 0,
  TRACK_NOT_RECORDING = 1, /* nothing records */
  TRACK_BUSY = 2,          /* something records already */
  TRACK_IO = 3,            /* the trace cannot be written; one line on stderr said why */
  TRACK_UNSUPPORTED = 4,   /* this platform cannot record, or another copy of libtrack does */
  TRACK_INVALID = 5        /* an argument is null or out of range */
} track_status;

/* Why a tensor ceased to be. */
typedef enum track_why {
  TRACK_UNKNOWN = 0,
  TRACK_DISPOSE = 1,  /* the program said so */
  TRACK_SCOPE = 2,    /* its scope ended */
  TRACK_VARIABLE = 3, /* its variable was disposed, or is about to be assigned to */
  TRACK_POOL = 4,     /* its pool let go of it */
  TRACK_COLLECTED = 5 /* a garbage collector found it unreachable */
} track_why;

/* Properties of a tensor; bits. */
typedef enum track_flag {
  TRACK_FLAG_VARIABLE = 1,
  TRACK_FLAG_KEPT = 2,    /* exempt from its scope */
  TRACK_FLAG_TAPE = 4,    /* saved for a gradient */
  TRACK_FLAG_POOL = 8,    /* owned by a pool that hands it out again */
  TRACK_FLAG_COUNTED = 16 /* its handles are counted: track_tensor_lost() tells of the last one */
} track_flag;

/* How a runtime counts; bits. */
typedef enum track_heap_flag {
  /* The bytes that track_counter() says hold a shared buffer once for each tensor on it, not once.
   * What the first heap says counts, and from the next recording on. Since version 2. */
  TRACK_HEAP_BYTES_PER_TENSOR = 1,
  /* Tensors of it may have been made before the first call: as for a recording that starts late.
   * Since version 2. */
  TRACK_HEAP_STARTED_LATE = 2
} track_heap_flag;

/* As the `stack` of a tensor: it is not recorded. Since version 2. */
#define TRACK_STACK_NONE UINT64_MAX

/* Tensors of one runtime, whose keys are unique among themselves. Lives as long as the process. */
typedef struct track_heap track_heap;

/* What a tensor is. Zero what is not known. */
typedef struct track_tensor_info {
  size_t struct_size;    /* sizeof(track_tensor_info) */
  uint64_t buffer;       /* key of the buffer, the same for all tensors that share it; 0: its own */
  uint64_t bytes;        /* size of the buffer */
  const uint64_t* shape; /* rank sizes; NULL: not known, unless rank is 0 and known_shape is set */
  uint32_t rank;
  uint32_t known_shape; /* nonzero: a rank of 0 is a scalar */
  const char* dtype;    /* such as "float32" */
  const char* device;   /* such as "cpu" */
  const char* op;       /* the operation that made it */
  uint32_t flags;       /* track_flag bits */
  uint64_t stack; /* of track_stack(), or TRACK_STACK_NONE; 0: the thread's. Since version 2 */
} track_tensor_info;

/* What an event that is told later says. Since version 3. */
typedef enum track_event_kind {
  TRACK_EVENT_CREATED = 1,      /* key, info */
  TRACK_EVENT_ASSIGNED = 2,     /* key, info */
  TRACK_EVENT_DISPOSED = 3,     /* key; detail: a track_why */
  TRACK_EVENT_USED = 4,         /* key; text: the operation */
  TRACK_EVENT_FLAG_SET = 5,     /* key; detail: a track_flag */
  TRACK_EVENT_FLAG_CLEARED = 6, /* the same */
  TRACK_EVENT_SCOPE_BEGIN = 7,  /* text: its name; scope: where its id is put */
  TRACK_EVENT_SCOPE_END = 8     /* scope: where its id stands by then */
} track_event_kind;

/* An event for track_events(). Zero what its kind does not name. Since version 3. */
typedef struct track_event {
  uint32_t kind; /* a track_event_kind; others are skipped */
  uint32_t detail;
  uint64_t key;
  uint64_t time; /* CLOCK_MONOTONIC in nanoseconds when it happened; 0: now */
  const track_tensor_info* info;
  const char* text;
  uint64_t* scope; /* may be the same for a begin and its end in one call */
} track_event;

#ifdef TRACK_DISABLE
#include <track/track_noop.h>
#else

#if defined(__GNUC__)
#define TRACK_API __attribute__((visibility("default")))
#define TRACK_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define TRACK_API
#define TRACK_UNLIKELY(condition) (condition)
#endif

/* 0 while nothing records; the only thing that an idle call reads. Read it through
 * track_is_active(). It starts as nonzero: the first call of a process finds out whether the
 * environment asks for a recording. */
extern TRACK_API int track_active_;

static inline int track_is_active(void) {
#if defined(__GNUC__)
  return TRACK_UNLIKELY(__atomic_load_n(&track_active_, __ATOMIC_RELAXED) != 0) != 0;
#else
  return *(volatile int*)&track_active_ != 0;
#endif
}

/* The version of the library that is loaded, to be compared with TRACK_ABI_VERSION. */
TRACK_API uint32_t track_abi_version(void);

/* ---- Recording ---------------------------------------------------------------------------- */

/* Starts to record into the file `path` (created, or emptied). A trace that starts after tensors
 * were made says so. TRACK_BUSY, TRACK_IO, TRACK_UNSUPPORTED, TRACK_INVALID. */
TRACK_API track_status track_start(const char* path);
/* Ends the recording with a clean end. TRACK_NOT_RECORDING, TRACK_IO. */
TRACK_API track_status track_stop(void);
/* Writes out what is buffered. TRACK_NOT_RECORDING, TRACK_IO. */
TRACK_API track_status track_flush(void);
/* Nonzero while events are recorded. */
TRACK_API int track_is_recording(void);

/* ---- Heaps -------------------------------------------------------------------------------- */

/* Registers a heap under a name for reports. Never NULL; the same name gives the same heap.
 * `flags`: track_heap_flag bits, of the first call with that name. */
TRACK_API track_heap* track_heap_register(const char* name, uint32_t flags);
/* All tensors of the heap have ceased to be, such as those of a thread's runtime that ended. Writes
 * nothing where nothing records. Since version 2. */
TRACK_API void track_heap_cleared(track_heap* heap, track_why why);
/* What recordings that start from now on say of their process: the runtime with its version, such
 * as "tfjs 4.22.0", its backend and what is run. NULL leaves what is said without it: the name of
 * the first heap, "native" and the command line. Say it before the first event. Since version 2. */
TRACK_API void track_describe(const char* runtime, const char* backend, const char* program);

/* ---- Stacks of code that has no addresses --------------------------------------------------- */

/* A place in a script or an interpreted program, for reports: a function, its file, a line and a
 * column (from 1; 0: not known). The same place gives the same number, which is never 0 unless
 * memory is at its end. Costs a look-up under a lock: keep the number. Where nothing is going to
 * record, places may be named all the same. */
TRACK_API uint64_t track_place(const char* function, const char* file, uint32_t line,
                               uint32_t column);
/* From now on the calling thread's tensors are recorded with this stack, innermost first, instead
 * of its native one; at most 512 places of it. With a count of 0 the native stack is captured
 * again. The places are copied. */
TRACK_API void track_stack_set(const uint64_t* places, size_t count);
/* A number for a whole stack of places, innermost first, for track_tensor_info.stack: an event that
 * names a number costs less than one with places. At most 512 places of it; the same stack gives
 * the same number. TRACK_STACK_NONE for a count of 0, and where memory is at its end. Since
 * version 2. */
TRACK_API uint64_t track_stack(const uint64_t* places, size_t count);

/* ---- Events: use the inline functions below ------------------------------------------------ */

TRACK_API void track_tensor_created_(track_heap* heap, uint64_t key, const track_tensor_info* info);
TRACK_API void track_tensor_assigned_(track_heap* heap, uint64_t key,
                                      const track_tensor_info* info);
TRACK_API void track_tensor_disposed_(track_heap* heap, uint64_t key, track_why why);
TRACK_API void track_tensor_used_(track_heap* heap, uint64_t key, const char* op);
TRACK_API void track_tensor_flag_(track_heap* heap, uint64_t key, track_flag flag, int value);
TRACK_API void track_tensor_name_(track_heap* heap, uint64_t key, const char* name);
TRACK_API void track_tensor_lost_(track_heap* heap, uint64_t key);
TRACK_API void track_tensor_holder_(track_heap* heap, uint64_t key, const char* by,
                                    const char* path, uint64_t members);
TRACK_API uint64_t track_scope_begin_(const char* name);
TRACK_API void track_scope_end_(uint64_t scope);
TRACK_API void track_frame_(const char* lane, const char* name);
TRACK_API void track_resource_(const char* name, uint64_t value);
TRACK_API void track_counter_(uint64_t tensors, uint64_t buffers, uint64_t bytes);
TRACK_API void track_misuse_(const char* kind, const char* words, uint64_t stack);
TRACK_API void track_events_(track_heap* heap, const track_event* events, size_t count,
                             size_t event_size);

/* A tensor was made, with the caller's stack and the thread's innermost open scope. */
static inline void track_tensor_created(track_heap* heap, uint64_t key,
                                        const track_tensor_info* info) {
  if (track_is_active()) track_tensor_created_(heap, key, info);
}

/* A variable got another buffer; it keeps its identity and its first stack. */
static inline void track_tensor_assigned(track_heap* heap, uint64_t key,
                                         const track_tensor_info* info) {
  if (track_is_active()) track_tensor_assigned_(heap, key, info);
}

static inline void track_tensor_disposed(track_heap* heap, uint64_t key, track_why why) {
  if (track_is_active()) track_tensor_disposed_(heap, key, why);
}

/* An operation read the tensor. */
static inline void track_tensor_used(track_heap* heap, uint64_t key, const char* op) {
  if (track_is_active()) track_tensor_used_(heap, key, op);
}

/* A property was set or, with value 0, taken away. */
static inline void track_tensor_flag(track_heap* heap, uint64_t key, track_flag flag, int value) {
  if (track_is_active()) track_tensor_flag_(heap, key, flag, value);
}

/* The program's own name for a tensor. */
static inline void track_tensor_name(track_heap* heap, uint64_t key, const char* name) {
  if (track_is_active()) track_tensor_name_(heap, key, name);
}

/* The last handle is gone and the tensor is not. Nothing is recorded while exit() runs on this
 * thread: what goes in the destructors of statics was held to the end. */
static inline void track_tensor_lost(track_heap* heap, uint64_t key) {
  if (track_is_active()) track_tensor_lost_(heap, key);
}

/* Who holds the tensor, where an adapter can tell: in words what does, such as "history (Array, 30
 * elements)"; the chain of references from a root on, or NULL; and how many members the collection
 * has that holds it, 0 where it is none. NULL or "" for `by`: nobody but the runtime. The last that
 * is said of a tensor counts. Since version 3. */
static inline void track_tensor_holder(track_heap* heap, uint64_t key, const char* by,
                                       const char* path, uint64_t members) {
  if (track_is_active()) track_tensor_holder_(heap, key, by, path, members);
}

/* Opens a scope on this thread, inside the one that is open. NULL or "" is a tidy without a name.
 * Returns its id for track_scope_end; 0 while nothing records. */
static inline uint64_t track_scope_begin(const char* name) {
  return track_is_active() ? track_scope_begin_(name) : 0;
}

/* Closes the scope and any that are open inside it. 0 and unknown ids are harmless. */
static inline void track_scope_end(uint64_t scope) {
  if (track_is_active()) track_scope_end_(scope);
}

/* Ends the open frame of a lane and begins the next. NULL is the default lane. */
static inline void track_frame_in(const char* lane, const char* name) {
  if (track_is_active()) track_frame_(lane, name);
}

static inline void track_frame(void) {
  track_frame_in(NULL, NULL);
}

/* How many there are now of something below the tensors, such as "textures". */
static inline void track_resource(const char* name, uint64_t value) {
  if (track_is_active()) track_resource_(name, value);
}

/* What the runtime itself counts now; a report says whether the trace agrees. */
static inline void track_counter(uint64_t tensors, uint64_t buffers, uint64_t bytes) {
  if (track_is_active()) track_counter_(tensors, buffers, bytes);
}

/* The program uses its runtime as it is not meant to be used, and the adapter saw it: a kind for
 * reports to count by, such as "double-dispose", one sentence on this case or NULL, and a stack as
 * in track_tensor_info; track_misuse() takes the thread's. Since version 2. */
static inline void track_misuse_at(const char* kind, const char* words, uint64_t stack) {
  if (track_is_active()) track_misuse_(kind, words, stack);
}

static inline void track_misuse(const char* kind, const char* words) {
  track_misuse_at(kind, words, 0);
}

/* Tells several events of the calling thread in their order, for an adapter that collects them:
 * less than half of what the same events cost one by one. A tensor whose `stack` is 0 has none,
 * since nobody stands where it was made any more, and no stacks of disposals are captured. What is
 * not told when the process ends is lost. Since version 3. */
static inline void track_events(track_heap* heap, const track_event* events, size_t count) {
  if (track_is_active()) track_events_(heap, events, count, sizeof(track_event));
}

#endif /* TRACK_DISABLE */

#ifdef __cplusplus
}
#endif

#endif /* TRACK_TRACK_H */
