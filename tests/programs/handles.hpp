// A program with one scene for each way to hold tensors; its argument chooses one.
//
// A comment "here: NAME" ends the line on which scene NAME makes the tensor that matters.
#pragma once

#include <functional>
#include <map>
#include <string>

#include <track/track.hpp>

namespace handles {

using Scenes = std::map<std::string, std::function<void()>>;

/// What a turn of the loop makes and holds goes with the turn: twelve frames.
void add_turns(Scenes& scenes);
/// What is held to the end of the program, over twelve frames and, as "NAME, no frames", over none.
void add_statics(Scenes& scenes);
/// A tensor that is made once, in runs that mostly have no frame.
void add_without_frames(Scenes& scenes);

/// Twelve frames.
inline void in_frames(const std::function<void()>& turn) {
  constexpr int kFrames = 12;
  for (int frame = 0; frame < kFrames; ++frame) {
    track::frame();
    turn();
  }
  track::frame();
}

}  // namespace handles
