#include "libtrack/capture/loaded_code.hpp"

#include <elf.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <span>
#include <string_view>

namespace tensorleak::capture {
namespace {

/// Threads that are asking the loader.
class Questions {
 public:
  constexpr Questions() noexcept = default;

  void begin() noexcept {
    for (++asking_; held_; ++asking_) {
      --asking_;
      while (held_)
        sched_yield();
    }
  }

  void end() noexcept { --asking_; }

  /// Not without end: one that waits for the loader waits for a thread of the program that has its
  /// lock, and that one may be waiting in begin().
  void hold() noexcept {
    constexpr int kMostWaits = 1000;
    constexpr timespec kWait{.tv_sec = 0, .tv_nsec = 100'000};
    held_ = true;
    for (int i = 0; asking_ != 0 && i < kMostWaits; ++i)
      nanosleep(&kWait, nullptr);
  }

  void allow() noexcept { held_ = false; }
  void forget() noexcept { asking_ = 0; }

 private:
  std::atomic<int> asking_ = 0;
  std::atomic<bool> held_ = false;
};

constinit Questions questions;

/// What the dynamic section of an object says of its name and its needs.
struct Dynamic {
  const ElfW(Dyn) * entries = nullptr;  ///< null: it has none
  const char* texts = nullptr;

  std::uint64_t find(std::int64_t tag) const noexcept {
    if (entries == nullptr) return 0;
    for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == tag) return entry->d_un.d_val;
    }
    return 0;
  }

  bool is_never_unloaded() const noexcept { return (find(DT_FLAGS_1) & DF_1_NODELETE) != 0; }

  std::string_view name() const noexcept {
    const std::uint64_t at = find(DT_SONAME);
    return at == 0 || texts == nullptr ? std::string_view() : texts + at;
  }

  bool needs(std::string_view name) const noexcept {
    if (entries == nullptr || texts == nullptr) return false;
    for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_NEEDED && name == texts + entry->d_un.d_val) return true;
    }
    return false;
  }
};

Dynamic dynamic_of(const dl_phdr_info& info) noexcept {
  Dynamic dynamic;
  for (const ElfW(Phdr) & header : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
    if (header.p_type == PT_DYNAMIC)
      dynamic.entries = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + header.p_vaddr);
  }
  // The loader has put the base into most addresses, but not into those of the vDSO.
  const std::uint64_t texts = dynamic.find(DT_STRTAB);
  const std::uintptr_t at = texts >= info.dlpi_addr ? texts : info.dlpi_addr + texts;
  if (texts != 0) dynamic.texts = reinterpret_cast<const char*>(at);
  return dynamic;
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// The objects that stay: the program, those that say so, and all that these need. A list of
/// those at the time of the first question is enough, since they do not go.
class StayingObjects {
 public:
  constexpr StayingObjects() noexcept = default;

  void after_fork() noexcept {
    if (state_.load() == State::kMade) return;
    count_ = 0;
    state_.store(State::kNotMade);
  }

  /// False also for as long as another thread is making the list.
  bool has(std::uintptr_t base) noexcept {
    State expected = State::kNotMade;
    if (state_.compare_exchange_strong(expected, State::kInTheMaking)) {
      make();
      state_.store(State::kMade, std::memory_order_release);
    }
    return state_.load(std::memory_order_acquire) == State::kMade && is_listed(base);
  }

 private:
  enum class State : std::uint8_t { kNotMade, kInTheMaking, kMade };
  struct Object {
    std::uintptr_t base = 0;
    Dynamic dynamic;
  };

  static constexpr std::size_t kMost = 1024;

  /// Until a pass over the loader's list finds no more.
  void make() noexcept {
    for (std::size_t before = SIZE_MAX; before != count_;) {
      before = count_;
      ask_loader(
          [](dl_phdr_info* info, std::size_t, void* self) {
            static_cast<StayingObjects*>(self)->consider(*info);
            return 0;
          },
          this);
    }
  }

  void consider(const dl_phdr_info& info) noexcept {
    if (count_ == kMost || is_listed(info.dlpi_addr)) return;
    const Dynamic dynamic = dynamic_of(info);
    const bool is_program = count_ == 0;  // the first in the loader's list
    if (is_program || dynamic.is_never_unloaded() || is_needed(info, dynamic))
      objects_[count_++] = {.base = info.dlpi_addr, .dynamic = dynamic};
  }

  bool is_needed(const dl_phdr_info& info, const Dynamic& dynamic) const noexcept {
    const std::string_view own_name = dynamic.name();
    const std::string_view name = own_name.empty() ? last_part(info.dlpi_name) : own_name;
    return std::ranges::any_of(std::span(objects_).first(count_),
                               [&](const Object& object) { return object.dynamic.needs(name); });
  }

  bool is_listed(std::uintptr_t base) const noexcept {
    return std::ranges::any_of(std::span(objects_).first(count_),
                               [&](const Object& object) { return object.base == base; });
  }

  std::array<Object, kMost> objects_{};
  std::size_t count_ = 0;
  std::atomic<State> state_ = State::kNotMade;
};

constinit StayingObjects staying_objects;

struct Object {
  AddressRange range;  ///< empty: there is none
  std::uintptr_t base = 0;
};

Object object_around(std::uintptr_t address) noexcept {
  struct Search {
    std::uintptr_t address = 0;
    Object found;
  } search{.address = address, .found = {}};
  ask_loader(
      [](dl_phdr_info* info, std::size_t, void* into) {
        auto& wanted = *static_cast<Search*>(into);
        const AddressRange range = range_of(*info);
        if (!range.contains(wanted.address)) return 0;
        wanted.found = {.range = range, .base = info->dlpi_addr};
        return 1;
      },
      &search);
  return search.found;
}

}  // namespace

AddressRange range_of(const dl_phdr_info& info) noexcept {
  AddressRange range{.begin = UINTPTR_MAX, .end = 0};
  for (const ElfW(Phdr) & header : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
    range.begin = std::min(range.begin, begin);
    range.end = std::max(range.end, begin + header.p_memsz);
  }
  return range.end == 0 ? AddressRange{} : range;
}

std::uint64_t loader_generation() noexcept {
  std::uint64_t generation = 0;
  ask_loader(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<std::uint64_t*>(into) = info->dlpi_adds + info->dlpi_subs;
        return 1;
      },
      &generation);
  return generation;
}

int ask_loader(int (*look)(dl_phdr_info*, std::size_t, void*), void* data) noexcept {
  questions.begin();
  const int answer = dl_iterate_phdr(look, data);
  questions.end();
  return answer;
}

void hold_questions() noexcept {
  questions.hold();
}

void allow_questions() noexcept {
  questions.allow();
}

void forget_unfinished() noexcept {
  questions.forget();
  staying_objects.after_fork();
}

AddressRange range_around(std::uintptr_t address) noexcept {
  return object_around(address).range;
}

Code code_at(std::uintptr_t address) noexcept {
  const Object object = object_around(address);
  return {.object = object.range,
          .stays = !object.range.is_empty() && staying_objects.has(object.base)};
}

}  // namespace tensorleak::capture
