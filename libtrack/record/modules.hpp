// Which executable and shared libraries are loaded, and where.
#pragma once

#include <atomic>
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
};

/// The loader's list at one moment.
struct ModulePicture {
  std::pmr::vector<Module> modules;  ///< by address, without ids
  std::uint64_t generation = 0;      ///< of capture::loader_generation
  std::uint64_t unloads = 0;
};

/// Asks the loader, which has a lock of its own that a program can hold while it allocates: hold
/// none that an allocation may wait for. Throws std::bad_alloc.
ModulePicture picture_of_modules(std::pmr::memory_resource* memory);

/// All modules that were in a picture. They stay when their library goes. Not safe for use by two
/// threads at once, but for is_outdated.
class Modules {
 public:
  explicit Modules(std::pmr::memory_resource* memory) noexcept : memory_(memory), loaded_(memory) {}

  /// Whether libraries were loaded or unloaded since the last picture.
  bool is_outdated() const noexcept;

  /// Takes a picture over, unless a later one has been. A module that is still what it was keeps
  /// its id. Throws std::bad_alloc, and is then unchanged.
  void adopt(const ModulePicture& picture);

  /// The module in which the call before `return_address` lies; null: in none.
  const Module* find(std::uintptr_t return_address) const noexcept;

 private:
  const Module* same_as(const Module& module, bool some_unloaded) const noexcept;

  std::pmr::memory_resource* memory_;
  std::pmr::vector<const Module*> loaded_;  ///< by address
  std::atomic<std::uint64_t> generation_ = 0;
  std::uint64_t unloads_ = 0;
  std::uint64_t last_id_ = 0;
};

}  // namespace tensorleak::record
