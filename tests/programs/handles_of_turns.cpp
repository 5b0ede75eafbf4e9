#include <any>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tests/programs/handles.hpp"

// Each turn is written for any handle: with plain ones it loses a tensor, with owners it does not.
namespace handles {

namespace {

template <class Handle>
void copied() {
  const Handle first(track::zeros({4}));  // here: copied
  const Handle second = first;
}

template <class Handle>
void moved() {
  Handle first(track::zeros({4}));  // here: moved
  const Handle second = std::move(first);
}

template <class Handle>
void self_assigned() {
  Handle handle(track::zeros({4}));  // here: self assigned
  const Handle& same = handle;
  handle = same;
}

template <class Handle>
Handle made() {
  return Handle(track::zeros({4}));  // here: returned
}

template <class Handle>
void returned() {
  const Handle handle = made<Handle>();
}

template <class Handle>
void ignored() {
  static_cast<void>(Handle(track::zeros({4})));  // here: ignored
}

template <class Handle>
void in_vector() {
  std::vector<Handle> handles;
  handles.emplace_back(track::zeros({4}));  // here: vector
  handles.resize(100);                      // which moves it
}

template <class Handle>
void in_map() {
  std::map<std::string, Handle> handles;
  handles.emplace("newest", track::zeros({4}));  // here: map
}

template <class Handle>
void in_deque() {
  std::deque<Handle> handles;
  handles.emplace_front(track::zeros({4}));  // here: deque
}

template <class Handle>
void in_array() {
  const std::array<Handle, 2> handles = {Handle(track::zeros({4})), Handle()};  // here: array
}

template <class Handle>
void in_optional() {
  std::optional<Handle> handle(track::zeros({4}));  // here: optional
  handle.reset();
}

template <class Handle>
void in_pair() {
  const std::pair<int, Handle> numbered(1, track::zeros({4}));  // here: pair
}

template <class Handle>
void in_member() {
  struct Detection {
    Handle boxes;
  };
  const Detection detection{Handle(track::zeros({4}))};  // here: member
}

template <class Handle>
void in_shared_ptr() {
  const auto handle = std::make_shared<Handle>(track::zeros({4}));  // here: shared_ptr
  const auto same = handle;
}

template <class Handle>
void in_any() {
  std::any box = Handle(track::zeros({4}));  // here: any
  box = 1;
}

template <class Handle>
void captured() {
  const Handle handle(track::zeros({4}));  // here: captured
  const std::function<bool()> call = [handle] { return static_cast<bool>(handle); };
  call();
}

template <class Handle>
void thrown_past() {
  try {
    const Handle handle(track::zeros({4}));  // here: thrown past
    throw std::runtime_error("no camera");
  } catch (const std::runtime_error&) {
    return;
  }
}

template <class Handle>
void of_thread() {
  std::thread([] {
    thread_local Handle scratch;
    scratch = Handle(track::zeros({4}));  // here: thread_local
  }).join();
}

template <class Handle>
void add(Scenes& scenes, const std::string& kind) {
  const std::pair<const char*, void (*)()> turns[] = {{"copied", copied<Handle>},
                                                      {"moved", moved<Handle>},
                                                      {"self assigned", self_assigned<Handle>},
                                                      {"returned", returned<Handle>},
                                                      {"ignored", ignored<Handle>},
                                                      {"vector", in_vector<Handle>},
                                                      {"map", in_map<Handle>},
                                                      {"deque", in_deque<Handle>},
                                                      {"array", in_array<Handle>},
                                                      {"optional", in_optional<Handle>},
                                                      {"pair", in_pair<Handle>},
                                                      {"member", in_member<Handle>},
                                                      {"shared_ptr", in_shared_ptr<Handle>},
                                                      {"any", in_any<Handle>},
                                                      {"captured", captured<Handle>},
                                                      {"thrown past", thrown_past<Handle>},
                                                      {"thread_local", of_thread<Handle>}};
  for (const auto& [name, turn] : turns)
    scenes[kind + name] = [turn = turn] { in_frames(turn); };
}

}  // namespace

void add_turns(Scenes& scenes) {
  add<track::Tensor>(scenes, "plain, ");
  add<track::OwnedTensor>(scenes, "owned, ");
}

}  // namespace handles
