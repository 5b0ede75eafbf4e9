#include "tests/programs/handles.hpp"

#include <cstdio>

int main(int count, char** words) {
  handles::Scenes scenes;
  handles::add_turns(scenes);
  handles::add_statics(scenes);
  handles::add_without_frames(scenes);
  const auto scene = scenes.find(count > 1 ? words[1] : "");
  if (scene == scenes.end()) {
    std::fputs("handles: no such scene\n", stderr);
    return 64;
  }
  scene->second();
  return 0;
}
