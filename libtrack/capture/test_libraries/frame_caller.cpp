// Calls back from a frame of FRAME_BYTES, which no frame pointer leads out of.
extern "C" [[gnu::visibility("default")]] void call_through_a_frame(void (*function)()) {
  volatile char frame[FRAME_BYTES];
  frame[0] = 1;
  function();
  frame[1] = frame[0];
}
