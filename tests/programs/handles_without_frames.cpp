#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/programs/handles.hpp"

namespace handles {

namespace {

void lose() {
  const track::Tensor handle = track::zeros({4});  // here: lost
}

void lose_kept() {
  track::keep(track::zeros({4}));  // here: kept and lost
}

void lose_variable() {
  const track::OwnedTensor initial(track::zeros({4}));
  const track::Variable weights(initial);  // here: variable and lost
}

void lose_in_thread() {
  std::thread([] {
    thread_local track::Tensor scratch;
    scratch = track::zeros({4});  // here: thread that ends
  }).join();
}

/// Ends the program in the middle: the handles of open functions are never destroyed.
void exit_in_the_middle() {
  const track::Tensor handle = track::zeros({4});  // here: exit
  std::exit(0);                                    // NOLINT(concurrency-mt-unsafe): the only thread
}

/// A runtime of the program's own, whose handles nobody counts.
void leave_uncounted() {
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = 16;
  track_tensor_created(track_heap_register("engine", 0), 1, &info);  // here: uncounted
}

void leave_block() {
  using Samples = std::vector<float, track::Allocator<float>>;
  static const auto* const samples = new Samples(4);  // here: block
  static_cast<void>(samples->size());
}

}  // namespace

void add_without_frames(Scenes& scenes) {
  scenes["lost"] = lose;
  scenes["lost, then frames"] = [] {
    lose();
    in_frames([] {});
  };
  scenes["kept and lost"] = lose_kept;
  scenes["variable and lost"] = lose_variable;
  scenes["thread that ends"] = lose_in_thread;
  scenes["exit"] = exit_in_the_middle;
  scenes["uncounted"] = leave_uncounted;
  scenes["block"] = leave_block;
}

}  // namespace handles
