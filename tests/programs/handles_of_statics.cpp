#include <memory>
#include <utility>
#include <vector>

#include "tests/programs/handles.hpp"

namespace handles {

namespace {

track::Tensor plain;
track::OwnedTensor owner;
track::Variable variable;
std::vector<track::Tensor> history;
std::vector<std::function<bool()>> callbacks;
std::function<bool()> callback;
std::unique_ptr<track::TensorPool> pool;
track::PoolLease lease;

void set_plain() {
  plain = track::zeros({4});  // here: global
}

void set_owner() {
  owner = track::owned(track::zeros({4}));  // here: global owner
}

void set_variable() {
  const track::OwnedTensor initial(track::zeros({4}));
  variable = track::Variable(initial, "weights");  // here: global variable
}

void set_static_local() {
  static const track::Tensor weights = track::zeros({4});  // here: static local
}

void set_thread_local() {
  thread_local track::Tensor scratch;
  scratch = track::zeros({4});  // here: thread_local of main
}

void set_callback() {
  const track::Tensor weights = track::zeros({4});  // here: one callback
  callback = [weights] { return weights.is_disposed(); };
}

void set_lease() {
  pool = std::make_unique<track::TensorPool>("images");
  lease = pool->acquire({4});  // here: global lease
}

/// Nobody deletes it, but it is there.
void set_undestroyed() {
  static const auto* const weights = new track::Tensor(track::zeros({4}));  // here: undestroyed
  static_cast<void>(weights->is_disposed());
}

void grow_history() {
  history.push_back(track::zeros({4}));  // here: growing vector
}

void grow_callbacks() {
  const track::Tensor image = track::zeros({4});  // here: growing callbacks
  callbacks.emplace_back([image] { return image.is_disposed(); });
}

void swap_with_global() {
  track::Tensor newest = track::zeros({4});  // here: swapped
  std::swap(plain, newest);
}

void swap_with_owner() {
  track::OwnedTensor newest = track::owned(track::zeros({4}));  // here: swapped owner
  std::swap(owner, newest);
}

/// Held by the caller of the loop until it returns, behind the last frame.
void hold_in_caller() {
  const track::Tensor weights = track::zeros({4});  // here: caller
  in_frames([] {});
}

}  // namespace

void add_statics(Scenes& scenes) {
  const std::pair<const char*, void (*)()> held[] = {{"global", set_plain},
                                                     {"global owner", set_owner},
                                                     {"global variable", set_variable},
                                                     {"static local", set_static_local},
                                                     {"thread_local of main", set_thread_local},
                                                     {"one callback", set_callback},
                                                     {"global lease", set_lease},
                                                     {"undestroyed", set_undestroyed}};
  for (const auto& [name, hold] : held) {
    scenes[name + std::string(", no frames")] = hold;
    scenes[name] = [hold = hold] {
      hold();
      in_frames([] {});
    };
  }
  scenes["growing vector"] = [] { in_frames(grow_history); };
  scenes["growing callbacks"] = [] { in_frames(grow_callbacks); };
  scenes["swapped"] = [] { in_frames(swap_with_global); };
  scenes["swapped owner"] = [] { in_frames(swap_with_owner); };
  scenes["caller"] = hold_in_caller;
}

}  // namespace handles
