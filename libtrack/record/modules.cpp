#include "libtrack/record/modules.hpp"

#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/record/loaded_object.hpp"

namespace tensorleak::record {
namespace {

/// What a callback fills; an exception must not pass through the loader, which holds a lock.
struct Scan {
  std::pmr::memory_resource* memory;
  ModulePicture picture;
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
    ModulePicture& picture = scan.picture;
    picture.generation = info->dlpi_adds + info->dlpi_subs;
    picture.unloads = info->dlpi_subs;
    const bool is_program = picture.modules.empty() && *info->dlpi_name == '\0';
    if (range.is_empty()) return 0;
    picture.modules.push_back(Module{.id = {},
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

ModulePicture picture_of_modules(std::pmr::memory_resource* memory) {
  Scan scan{
      .memory = memory, .picture = {.modules = std::pmr::vector<Module>(memory)}, .error = {}};
  capture::ask_loader(scan_one, &scan);
  if (scan.error) std::rethrow_exception(scan.error);
  std::ranges::sort(scan.picture.modules, {},
                    [](const Module& module) { return module.range.begin; });
  return std::move(scan.picture);
}

bool Modules::is_outdated() const noexcept {
  return generation_.load(std::memory_order_relaxed) != capture::loader_generation();
}

const Module* Modules::same_as(const Module& module, bool some_unloaded) const noexcept {
  const auto before = std::ranges::find_if(
      loaded_, [&](const Module* candidate) { return is_same(*candidate, module, some_unloaded); });
  return before == loaded_.end() ? nullptr : *before;
}

void Modules::adopt(const ModulePicture& picture) {
  if (picture.generation <= generation_.load(std::memory_order_relaxed)) return;
  std::pmr::polymorphic_allocator<> allocator(memory_);
  std::pmr::vector<const Module*> now(memory_);
  now.reserve(picture.modules.size());
  for (const Module& module : picture.modules) {
    const Module* known = same_as(module, picture.unloads != unloads_);
    if (known == nullptr) {
      known = allocator.new_object<Module>(Module{.id = {++last_id_},
                                                  .range = module.range,
                                                  .load_bias = module.load_bias,
                                                  .path = {module.path, memory_},
                                                  .build_id = {module.build_id, memory_}});
    }
    now.push_back(known);
  }
  loaded_.swap(now);
  unloads_ = picture.unloads;
  generation_.store(picture.generation, std::memory_order_relaxed);
}

const Module* Modules::find(std::uintptr_t return_address) const noexcept {
  // A call at the very end of a module returns to the address behind it.
  const std::uintptr_t call = return_address - 1;
  const auto behind = std::ranges::upper_bound(
      loaded_, call, {}, [](const Module* module) { return module->range.begin; });
  if (behind == loaded_.begin()) return nullptr;
  const Module* const module = *std::prev(behind);
  return module->range.contains(call) ? module : nullptr;
}

}  // namespace tensorleak::record
