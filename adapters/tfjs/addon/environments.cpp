#include "adapters/tfjs/addon/environments.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace tensorleak::tfjs {
namespace {

/// Environments join and leave from their own threads, and know of each other only through this.
struct Environments {
  std::mutex mutex;
  std::vector<bool> used;
  std::atomic<std::uint32_t> count = 0;
  std::atomic<bool> ending = false;
};

Environments& environments() {
  static auto* const all = new Environments;  // outlives exit handlers
  return *all;
}

}  // namespace

std::uint32_t join_environments() {
  Environments& all = environments();
  const std::lock_guard lock(all.mutex);
  const auto free = std::find(all.used.begin(), all.used.end(), false);
  const auto number = static_cast<std::uint32_t>(free - all.used.begin());
  if (free == all.used.end()) {
    all.used.push_back(true);
  } else {
    *free = true;
  }
  ++all.count;
  return number;
}

void leave_environments(std::uint32_t number) noexcept {
  Environments& all = environments();
  const std::lock_guard lock(all.mutex);
  if (number != 0) all.used[number] = false;
  --all.count;
}

bool is_only_environment() noexcept {
  return environments().count == 1;
}

void end_environments() noexcept {
  environments().ending = true;
}

bool are_environments_ending() noexcept {
  return environments().ending;
}

}  // namespace tensorleak::tfjs
