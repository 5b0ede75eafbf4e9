// The whole of the program `tensorleak`, but for main().
#pragma once

namespace tensorleak::cli {

/// Understands the command line, does what it says and returns the exit code. Throws nothing.
int run_application(int argc, char** argv) noexcept;

}  // namespace tensorleak::cli
