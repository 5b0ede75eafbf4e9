// Where libbacktrace is led to do what this project needs. It is made for a program that looks at
// itself, and reports/symbols/libbacktrace.cmake points two of its calls here:
//
// dl_iterate_phdr. Beside the file that it is given libbacktrace reads every module of the running
//   process, and takes the file's load address from there. Here the file is another program's, so
//   libbacktrace is shown a process that has this one module, loaded at 0. That makes it resolve
//   the addresses that the file itself counts by, for executables of both kinds and for shared
//   libraries alike, and read no file that was not asked for.
// backtrace_dwarf_add. Where several compilation units have a template's code and the linker keeps
//   one, the others' address ranges point at it too, and libbacktrace before GCC 15 then loses what
//   follows (its issue 137): a third of the calls in a C++ program of several files. A second
//   look, with each unit on its own, finds them. It costs more, so only what was lost takes it.
#pragma once

#include <backtrace.h>

namespace tensorleak::symbols {

/// What every call of libbacktrace here has as its `data`, or at the start of it.
struct Look {
  bool at_each_unit_alone = false;
};

/// Starts a look at the file at `path`, to which a pointer is kept. Reads nothing yet. nullptr: no
/// memory. It stands here so that whoever uses libbacktrace links the hooks.
backtrace_state* open_for_libbacktrace(const char* path, backtrace_error_callback on_error);

}  // namespace tensorleak::symbols
