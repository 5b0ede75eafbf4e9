#include "libtrack/tensor/recorded_events.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <utility>

#include <track/track.h>

// A heap is its name; the double keeps no more of it.
struct track_heap {
  std::string name;
};

namespace {

std::mutex mutex;
std::uint64_t next_scope = 1;

/// Made at first use and never destroyed, as statics of tests report before and after main.
std::vector<std::string>& lines() {
  static std::vector<std::string>& all = *new std::vector<std::string>();
  return all;
}

void note(std::string line) {
  const std::lock_guard lock(mutex);
  lines().push_back(std::move(line));
}

std::string text(const char* words) {
  return words == nullptr ? "-" : words;
}

/// Keys of other heaps are addresses, which no test can name: the heap stands for them.
std::string key_text(const track_heap* heap, std::uint64_t key) {
  return heap->name == "libtrack" ? std::to_string(key) : heap->name;
}

std::string description(const track_tensor_info& info) {
  std::string sizes;
  for (std::uint32_t i = 0; i < info.rank; ++i) {
    sizes += (i == 0 ? "" : ",") + std::to_string(info.shape[i]);
  }
  return text(info.dtype) + " [" + sizes + "] " + std::to_string(info.bytes) + " B";
}

}  // namespace

extern "C" {

int track_active_ = 0;

track_heap* track_heap_register(const char* name, uint32_t /*flags*/) {
  static std::vector<track_heap*>& heaps = *new std::vector<track_heap*>();
  const std::lock_guard lock(mutex);
  const auto same = [&](const track_heap* heap) { return heap->name == name; };
  const auto found = std::find_if(heaps.begin(), heaps.end(), same);
  if (found != heaps.end()) return *found;
  return heaps.emplace_back(new track_heap{name});
}

void track_tensor_created_(track_heap* heap, uint64_t key, const track_tensor_info* info) {
  note("created " + key_text(heap, key) + ' ' + text(info->op) + ' ' + description(*info));
}

void track_tensor_assigned_(track_heap* heap, uint64_t key, const track_tensor_info* info) {
  note("assigned " + key_text(heap, key) + ' ' + description(*info));
}

void track_tensor_disposed_(track_heap* heap, uint64_t key, track_why why) {
  static constexpr std::array kNames = {"unknown",  "dispose", "scope",
                                        "variable", "pool",    "collected"};
  note("disposed " + key_text(heap, key) + ' ' + kNames[why]);
}

void track_tensor_used_(track_heap* heap, uint64_t key, const char* op) {
  note("used " + key_text(heap, key) + ' ' + text(op));
}

void track_tensor_flag_(track_heap* heap, uint64_t key, track_flag flag, int value) {
  note("flagged " + key_text(heap, key) + ' ' + std::to_string(flag) + ' ' + std::to_string(value));
}

void track_tensor_name_(track_heap* heap, uint64_t key, const char* name) {
  note("named " + key_text(heap, key) + ' ' + text(name));
}

void track_tensor_lost_(track_heap* heap, uint64_t key) {
  note("lost " + key_text(heap, key));
}

uint64_t track_scope_begin_(const char* name) {
  note("begin " + std::to_string(next_scope) + ' ' + text(name));
  return next_scope++;
}

void track_scope_end_(uint64_t scope) {
  note("end " + std::to_string(scope));
}
void track_frame_(const char* lane, const char* /*name*/) {
  note("frame " + text(lane));
}

void track_resource_(const char* name, uint64_t value) {
  note("resource " + text(name) + ' ' + std::to_string(value));
}

void track_counter_(uint64_t /*tensors*/, uint64_t /*buffers*/, uint64_t /*bytes*/) {}

track_status track_start(const char* path) {
  note("start " + text(path));
  return TRACK_OK;
}

track_status track_stop(void) {
  return TRACK_NOT_RECORDING;
}
track_status track_flush(void) {
  return TRACK_NOT_RECORDING;
}
int track_is_recording(void) {
  return track_active_;
}
uint32_t track_abi_version(void) {
  return TRACK_ABI_VERSION;
}

}  // extern "C"

namespace track::testing {

RecordedEvents::RecordedEvents() {
  take();
  next_scope = 1;
  track_active_ = 1;
}

RecordedEvents::~RecordedEvents() {
  track_active_ = 0;
}

std::vector<std::string> RecordedEvents::take() {
  const std::lock_guard lock(mutex);
  return std::exchange(lines(), {});
}

std::size_t RecordedEvents::count(const std::string& what, const Tensor& tensor) const {
  return count(what, tensor.id());
}

std::size_t RecordedEvents::count(const std::string& what, std::uint64_t key) const {
  const std::string whole = what + ' ' + std::to_string(key);
  const std::lock_guard lock(mutex);
  return static_cast<std::size_t>(std::count_if(
      lines().begin(), lines().end(),
      [&](const std::string& line) { return line == whole || line.starts_with(whole + ' '); }));
}

std::size_t RecordedEvents::count(const std::string& beginning) const {
  const std::lock_guard lock(mutex);
  return static_cast<std::size_t>(
      std::count_if(lines().begin(), lines().end(),
                    [&](const std::string& line) { return line.starts_with(beginning); }));
}

}  // namespace track::testing
