#include "reports/analysis/counter_check.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMaxDifferences = 5;

std::string difference(std::string_view what, const std::optional<std::uint64_t>& said,
                       std::uint64_t counted) {
  if (!said || *said == counted) return "";
  return fmt::format(", {} {} {}, the replay has {}", what == "bytes" ? "says" : "counts", *said,
                     what, counted);
}

}  // namespace

void compare(const trace::Counter& counter, const ReplayCounts& replay, std::uint64_t place,
             CounterCheck& check) {
  if (!counter.tensors && !counter.buffers && !counter.bytes) return;
  ++check.checked;
  const std::string differences = difference("tensors", counter.tensors, replay.tensors) +
                                  difference("buffers", counter.buffers, replay.buffers) +
                                  difference("bytes", counter.bytes, replay.bytes);
  if (differences.empty()) {
    ++check.agreed;
  } else if (check.differences.size() < kMaxDifferences) {
    check.differences.push_back(
        fmt::format("line {}: the program {}", place, differences.substr(2)));
  }
}

}  // namespace tensorleak::analysis
