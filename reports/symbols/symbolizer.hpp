// From raw addresses of a recording to functions, files and lines.
//
//   Symbolizer symbolizer;
//   for (const ResolvedFrame& frame : symbolizer.resolve(module, return_address)) …
//   for (const std::string& note : symbolizer.notes()) …   // what could not be named, and why
//
// A module is an executable or shared library as it was loaded in the recorded program; it need
// not be loaded, or even loadable, in this one. Its file is opened when its first address is asked
// for. Where names come from is the build's choice, see file_names.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/symbols/resolved_frame.hpp"

namespace tensorleak::symbols {

/// Views are read during the call only.
using Module = trace::ModuleDefinition;

/// Not safe for use by two threads at once. Files are mapped until the process ends.
class Symbolizer {
 public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(Symbolizer&&) noexcept;
  Symbolizer& operator=(Symbolizer&&) noexcept;

  /// The frames at a return address: the innermost inlined call first, the function that was really
  /// called last; never none. Where there are no names the one frame's function is
  /// "libfoo.so+0x1234", the address as the file itself counts. Valid as long as this object.
  std::span<const ResolvedFrame> resolve(const Module& module, std::uint64_t address);

  /// For each module whose names are left out, why: "/lib/libfoo.so was rebuilt since the
  /// recording; names left out". Grows with resolve().
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  class ModuleNames;

  ModuleNames& names_of(const Module& module);

  /// By path and build-id: one path can have been two files in the course of a recording.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<ModuleNames>> modules_;
  std::vector<std::string> notes_;
};

}  // namespace tensorleak::symbols
