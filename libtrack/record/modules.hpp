// Which executable and shared libraries are loaded, and where.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <vector>

#include "libtrack/capture/capture.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::record {

struct Module {
  trace::ModuleId id;
  capture::AddressRange range;
  std::uint64_t load_bias = 0;
  std::pmr::string path;
  std::pmr::string build_id;  ///< hexadecimal; empty: it has none
  bool written = false;       ///< its definition is in the trace
};

/// A picture of the loader's list. Not safe for use by two threads at once.
class Modules {
 public:
  explicit Modules(std::pmr::memory_resource* memory) noexcept
      : memory_(memory), modules_(memory), changed_(memory) {}

  /// Whether libraries were loaded or unloaded since the last update.
  bool is_outdated() const noexcept;

  /// Takes the picture anew. A module that is still what it was keeps its id. Returns the ranges
  /// where other code lies than before; valid until the next call. Throws std::bad_alloc.
  const std::pmr::vector<capture::AddressRange>& update();

  /// The module in which the call before `return_address` lies; null: in none.
  Module* find(std::uintptr_t return_address) noexcept;

 private:
  void adopt(std::pmr::vector<Module>& now, bool some_unloaded);

  std::pmr::memory_resource* memory_;
  std::pmr::vector<Module> modules_;  ///< by address
  std::pmr::vector<capture::AddressRange> changed_;
  std::uint64_t loads_ = 0;
  std::uint64_t unloads_ = 0;
  std::uint64_t last_id_ = 0;
};

}  // namespace tensorleak::record
