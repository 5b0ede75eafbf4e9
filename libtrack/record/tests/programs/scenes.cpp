#include "libtrack/record/tests/programs/scenes.hpp"

#include <atomic>
#include <cstdio>

namespace scenes {

track_heap* heap() {
  // No static that is made on first use: a signal handler or a forked child would wait for it.
  static constinit std::atomic<track_heap*> registered = nullptr;
  if (registered == nullptr) registered = track_heap_register("scenes", 0);
  return registered;
}

void make(std::uint64_t key, std::uint64_t bytes) {
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = bytes;
  info.op = "make";
  track_tensor_created(heap(), key, &info);
}

void drop(std::uint64_t key) {
  track_tensor_disposed(heap(), key, TRACK_DISPOSE);
}

}  // namespace scenes

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.empty()) return 64;
  for (const auto& all :
       {scenes::scenes_of_events(), scenes::scenes_of_exits(), scenes::scenes_of_forks(),
        scenes::scenes_of_modules(), scenes::scenes_of_threads()}) {
    for (const scenes::NamedScene& candidate : all) {
      if (arguments[0] == candidate.name) {
        return candidate.scene({arguments.begin() + 1, arguments.end()});
      }
    }
  }
  std::fprintf(stderr, "no scene %s\n", arguments[0].c_str());
  return 64;
}
