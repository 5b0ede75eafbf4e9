// Whether the program is on its way out.
//
// A tensor that a static holds to the end is no leak: its handle goes in the static's destructor,
// when the program has ended. Without a sign of that, it would look lost.
#pragma once

namespace track::detail {

/// Called at frames: puts an exit handler in front of the destructors of all statics that exist by
/// now. Does so at the frames 1, 2, 4, 8 …, since functions make statics later, too, and handlers
/// should stay few.
void watch_for_exit() noexcept;

/// True once such a handler has run.
bool program_exits() noexcept;

}  // namespace track::detail
