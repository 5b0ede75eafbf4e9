// Small programs that make tensors in awkward circumstances; the tests run each as a process.
#pragma once

#include <track/track.h>

#include <cstdint>
#include <string>
#include <vector>

namespace scenes {

/// Arguments behind the scene's name; returns the exit code.
using Scene = int (*)(const std::vector<std::string>& arguments);

struct NamedScene {
  const char* name;
  Scene scene;
};

std::vector<NamedScene> scenes_of_events();
std::vector<NamedScene> scenes_of_exits();
std::vector<NamedScene> scenes_of_forks();
std::vector<NamedScene> scenes_of_modules();
std::vector<NamedScene> scenes_of_threads();

track_heap* heap();

/// A tensor of `bytes` bytes whose op is "make".
void make(std::uint64_t key, std::uint64_t bytes = 16);
void drop(std::uint64_t key);

}  // namespace scenes
