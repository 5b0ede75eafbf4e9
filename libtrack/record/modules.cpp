#include "libtrack/record/modules.hpp"

#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/record/loaded_object.hpp"

namespace tensorleak::record {
namespace {

struct Counts {
  std::uint64_t loads = 0;
  std::uint64_t unloads = 0;
};

Counts counts_now() noexcept {
  Counts counts;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<Counts*>(into) = {.loads = info->dlpi_adds, .unloads = info->dlpi_subs};
        return 1;
      },
      &counts);
  return counts;
}

/// What a callback fills; an exception must not pass through the loader, which holds a lock.
struct Scan {
  std::pmr::memory_resource* memory;
  std::pmr::vector<Module> found;
  Counts counts;
  std::exception_ptr error;
};

std::pmr::string path_of(const dl_phdr_info& info, bool is_program,
                         std::pmr::memory_resource* memory) {
  const char* const name = is_program ? "/proc/self/exe" : info.dlpi_name;
  std::array<char, PATH_MAX> whole{};
  // The name may be relative to a folder that the program leaves.
  return {realpath(name, whole.data()) != nullptr ? whole.data() : name, memory};
}

int scan_one(dl_phdr_info* info, std::size_t /*size*/, void* into) {
  auto& scan = *static_cast<Scan*>(into);
  try {
    const capture::AddressRange range = capture::range_of(*info);
    scan.counts = {.loads = info->dlpi_adds, .unloads = info->dlpi_subs};
    const bool is_program = scan.found.empty() && *info->dlpi_name == '\0';
    if (range.is_empty()) return 0;
    scan.found.push_back(Module{.id = {},
                                .range = range,
                                .load_bias = info->dlpi_addr,
                                .path = path_of(*info, is_program, scan.memory),
                                .build_id = build_id_of(*info, scan.memory)});
    return 0;
  } catch (...) {
    scan.error = std::current_exception();
    return 1;
  }
}

/// Without a build-id, nothing tells a file from one that took its place.
bool is_same(const Module& before, const Module& now, bool some_unloaded) {
  return before.range.begin == now.range.begin && before.range.end == now.range.end &&
         before.path == now.path && before.build_id == now.build_id &&
         !(now.build_id.empty() && some_unloaded);
}

}  // namespace

bool Modules::is_outdated() const noexcept {
  const Counts now = counts_now();
  return now.loads != loads_ || now.unloads != unloads_;
}

const std::pmr::vector<capture::AddressRange>& Modules::update() {
  Scan scan{
      .memory = memory_, .found = std::pmr::vector<Module>(memory_), .counts = {}, .error = {}};
  dl_iterate_phdr(scan_one, &scan);
  if (scan.error) std::rethrow_exception(scan.error);
  std::ranges::sort(scan.found, {}, [](const Module& module) { return module.range.begin; });
  changed_.clear();
  adopt(scan.found, scan.counts.unloads != unloads_);
  loads_ = scan.counts.loads;
  unloads_ = scan.counts.unloads;
  return changed_;
}

void Modules::adopt(std::pmr::vector<Module>& now, bool some_unloaded) {
  changed_.reserve(modules_.size() + now.size());
  for (Module& module : now) {
    const auto before = std::ranges::find_if(modules_, [&](const Module& candidate) {
      return candidate.id.value != 0 && is_same(candidate, module, some_unloaded);
    });
    if (before == modules_.end()) {
      module.id = {++last_id_};
      changed_.push_back(module.range);
    } else {
      module.id = before->id;
      module.written = before->written;
      before->id = {};  // accounted for
    }
  }
  for (const Module& gone : modules_) {
    if (gone.id.value != 0) changed_.push_back(gone.range);
  }
  modules_.swap(now);
}

Module* Modules::find(std::uintptr_t return_address) noexcept {
  const std::uintptr_t call = return_address - 1;
  const auto behind = std::ranges::upper_bound(
      modules_, call, {}, [](const Module& module) { return module.range.begin; });
  if (behind == modules_.begin()) return nullptr;
  Module& module = *std::prev(behind);
  return module.range.contains(call) ? &module : nullptr;
}

}  // namespace tensorleak::record
