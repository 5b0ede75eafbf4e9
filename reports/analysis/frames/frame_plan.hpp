// Where frames begin in a recording that is read once more.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/frames/creation_symbols.hpp"

namespace tensorleak::analysis {

/// A place whose returns, on one thread, begin or end the frames of a lane.
struct FrameRule {
  trace::ThreadId thread;
  Symbol marker = 0;
  std::vector<Symbol> run;  ///< where it is not empty, behind one of these the marker is none
  bool begins_with_disposal = false;  ///< of what the marker made last: there the frame begins
  bool ends_turns = false;            ///< the frame begins with what the thread makes next
  bool ends_whole = false;            ///< the end of the recording is that of a frame
  std::unordered_map<Symbol, Symbol> same_places;  ///< symbols that count as others
  std::string lane;
};

/// What is judged by. The basis says which of the members count; the default is the recording's own
/// marks.
struct FramePlan {
  FrameBasis basis;
  std::vector<FrameRule> rules;        ///< of Frames::kFound and kChosen
  std::string scope;                   ///< of kChosen: its openings begin frames
  trace::Nanoseconds first_slice = 0;  ///< of kTime: where the first begins
};

}  // namespace tensorleak::analysis
