// Whether a thread is inside exit().
//
// What a static holds to the end is no leak: its handle goes in the static's destructor, when the
// program has ended. Without a sign of that, the tensor would look lost. The sign is the stack: on
// x86-64 and aarch64 Linux, exit() runs the destructors of statics and of the last thread's
// thread_locals, and it stands below them.
#pragma once

namespace tensorleak::record {

/// Walks the stack; once exit() was found on a thread, only looks that up. Any thread may call it.
/// Allocates nothing and takes no lock of its own.
bool is_exiting() noexcept;

}  // namespace tensorleak::record
