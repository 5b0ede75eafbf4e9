// Libraries that are loaded, unloaded and replaced while the program records.

#include <dlfcn.h>

#include <cstdio>

#include "libtrack/record/tests/programs/scenes.hpp"

namespace scenes {
namespace {

using Arguments = std::vector<std::string>;

/// Loads a plugin, lets it make a tensor, and unloads it again; returns where it was.
void* use_plugin(const std::string& path, std::uint64_t key) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return nullptr;
  }
  void* const function = dlsym(library, "plugin_make");
  reinterpret_cast<void (*)(std::uint64_t)>(function)(key);
  dlclose(library);
  return function;
}

/// Arguments: the libraries in turn. Exit code 3: they were not loaded at one address.
int loads_in_turn(const Arguments& arguments) {
  make(100);
  void* first = nullptr;
  bool at_one_address = true;
  std::uint64_t key = 0;
  for (const std::string& path : arguments) {
    void* const address = use_plugin(path, ++key);
    if (address == nullptr) return 2;
    if (first == nullptr) first = address;
    at_one_address = at_one_address && address == first;
  }
  return at_one_address ? 0 : 3;
}

/// Another copy of libtrack, by its own path.
int second_copy(const Arguments& arguments) {
  make(1);
  void* const copy = dlopen(arguments.at(0).c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (copy == nullptr) return 2;
  using Start = track_status (*)(const char*);
  const auto start = reinterpret_cast<Start>(dlsym(copy, "track_start"));
  if (start == &track_start) return 3;
  const track_status first = start("of-the-copy");
  const track_status second = start("of-the-copy");
  make(2);
  return first == TRACK_UNSUPPORTED && second == TRACK_UNSUPPORTED ? 0 : 4;
}

int plugin_comes_and_goes(const Arguments& arguments) {
  for (std::uint64_t turn = 0; turn < 50; ++turn) {
    if (use_plugin(arguments.at(0), turn) == nullptr) return 2;
  }
  return 0;
}

}  // namespace

std::vector<NamedScene> scenes_of_modules() {
  return {{"loads_in_turn", loads_in_turn},
          {"second_copy", second_copy},
          {"plugin_comes_and_goes", plugin_comes_and_goes}};
}

}  // namespace scenes
