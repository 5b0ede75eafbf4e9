#include "libtrack/record/known_stacks.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <optional>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/record/arena.hpp"
#include "libtrack/record/places.hpp"

namespace tensorleak::record {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kMostForAPicture = std::size_t{64} << 20;

using Addresses = std::span<const std::uintptr_t>;

bool has_same_frames(const KnownStack& stack, const capture::SeenStack& seen) noexcept {
  return stack.hash == seen.hash && stack.truncated == seen.truncated &&
         std::ranges::equal(stack.addresses, seen.addresses);
}

/// Calls `act` with each stack that the slot of `hash` may lead to, until that is true.
template <class Table, class Act>
const KnownStack* find_from(const Table& table, std::uint64_t hash, Act act) noexcept {
  for (std::size_t place = hash & table.mask;; place = (place + 1) & table.mask) {
    const KnownStack* const stack = table.slots[place].load(std::memory_order_acquire);
    if (stack == nullptr || act(*stack)) return stack;
  }
}

bool all_stay(Addresses addresses) noexcept {
  return std::ranges::all_of(
      addresses, [](std::uintptr_t address) { return capture::code_at(address - 1).stays; });
}

}  // namespace

const KnownStack* KnownStacks::find(const capture::SeenStack& seen) const noexcept {
  const Table* const table = table_.load(std::memory_order_acquire);
  if (table == nullptr) return nullptr;
  return find_from(*table, seen.hash, [&](const KnownStack& stack) {
    if (!has_same_frames(stack, seen)) return false;
    const std::uint64_t generation = stack.generation.load(std::memory_order_relaxed);
    return generation == 0 || generation == seen.generation;
  });
}

const KnownStack* KnownStacks::find_or_add(const capture::SeenStack& seen) noexcept {
  if (const KnownStack* const known = find(seen)) return known;
  try {
    return find_or_add_slowly(seen);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

const KnownStack* KnownStacks::find(trace::StackId id) noexcept {
  const std::lock_guard lock(adding_);
  return id.value == 0 || id.value > stacks_.size() ? nullptr : stacks_[id.value - 1];
}

[[gnu::noinline, gnu::cold]] const KnownStack* KnownStacks::find_or_add_slowly(
    const capture::SeenStack& seen) {
  capture::SeenStack added = seen;
  Arena scratch(kMostForAPicture);
  std::optional<ModulePicture> picture;
  if (!std::ranges::all_of(seen.addresses, Places::is_token)) {
    if (modules_.is_outdated()) picture.emplace(picture_of_modules(&scratch));
    if (added.generation != 0 && all_stay(seen.addresses)) added.generation = 0;
  }
  const std::lock_guard lock(adding_);
  if (picture) modules_.adopt(*picture);
  if (const KnownStack* const known = find(seen)) return known;  // another thread has added it
  std::array<const Module*, capture::kMaxDepth> found{};
  const std::span modules = std::span(found).first(seen.addresses.size());
  std::ranges::transform(seen.addresses, modules.begin(),
                         [&](std::uintptr_t address) { return modules_.find(address); });
  if (const KnownStack* const same = revive(added, modules)) return same;
  return add(added, modules);
}

/// The stack of an earlier generation that means the same in this one.
const KnownStack* KnownStacks::revive(const capture::SeenStack& seen,
                                      std::span<const Module* const> modules) const noexcept {
  const Table* const table = table_.load(std::memory_order_relaxed);
  if (table == nullptr) return nullptr;
  const KnownStack* const same = find_from(*table, seen.hash, [&](const KnownStack& stack) {
    return has_same_frames(stack, seen) && std::ranges::equal(stack.modules, modules);
  });
  if (same == nullptr) return nullptr;
  const std::uint64_t before = same->generation.load(std::memory_order_relaxed);
  const std::uint64_t now = seen.generation == 0 ? 0 : std::max(before, seen.generation);
  same->generation.store(now, std::memory_order_relaxed);
  return same;
}

const KnownStack* KnownStacks::add(const capture::SeenStack& seen,
                                   std::span<const Module* const> modules) {
  const Table* const table = table_.load(std::memory_order_relaxed);
  if (table == nullptr || stacks_.size() * 2 > table->mask) grow();
  const auto copy_of = [&]<class Value>(std::span<const Value> values) {
    std::pmr::polymorphic_allocator<> allocator(memory_);
    auto* const copy = allocator.allocate_object<Value>(values.size());
    std::ranges::copy(values, copy);
    return std::span<const Value>(copy, values.size());
  };
  const Addresses addresses = copy_of(seen.addresses);
  const auto known_modules = copy_of(modules);
  auto* const stack = new (memory_->allocate(sizeof(KnownStack), alignof(KnownStack)))
      KnownStack{.id = {stacks_.size() + 1},
                 .hash = seen.hash,
                 .generation = seen.generation,
                 .addresses = addresses,
                 .modules = known_modules,
                 .truncated = seen.truncated};
  stacks_.push_back(stack);
  put(*table_.load(std::memory_order_relaxed), *stack);
  return stack;
}

void KnownStacks::put(const Table& table, const KnownStack& stack) const noexcept {
  std::size_t place = stack.hash & table.mask;
  while (table.slots[place].load(std::memory_order_relaxed) != nullptr)
    place = (place + 1) & table.mask;
  table.slots[place].store(&stack, std::memory_order_release);
}

void KnownStacks::grow() {
  using Slot = std::atomic<const KnownStack*>;
  const Table* const old = table_.load(std::memory_order_relaxed);
  const std::size_t count = old == nullptr ? kFirstSlots : (old->mask + 1) * 2;
  std::pmr::polymorphic_allocator<> allocator(memory_);
  auto* const slots = allocator.allocate_object<Slot>(count);
  for (std::size_t i = 0; i < count; ++i)
    new (slots + i) Slot(nullptr);
  const auto* const table = allocator.new_object<Table>(Table{.mask = count - 1, .slots = slots});
  for (std::size_t i = 0; old != nullptr && i <= old->mask; ++i) {
    if (const KnownStack* const stack = old->slots[i].load(std::memory_order_relaxed))
      put(*table, *stack);
  }
  table_.store(table, std::memory_order_release);
}

}  // namespace tensorleak::record
