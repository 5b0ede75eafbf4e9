#include "reports/views/memory_words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "reports/views/numbers.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Label;
using analysis::Measured;
using analysis::Memory;
using analysis::Outcome;
using analysis::ResourceFinding;

namespace {

/// Less than this share of RSS's growth is none that tensors explain.
constexpr std::uint64_t kLeastPercent = 10;

/// Of the growth of RSS.
std::string total(const Memory& memory) {
  return fmt::format("{} over {}", human_size(static_cast<std::uint64_t>(memory.rss_growth)),
                     counted(memory.frames, "frame"));
}

/// What the recording knows to grow beside RSS.
std::string growing_resources(const Findings& findings) {
  std::string words;
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label != Label::kLeakBelow) continue;
    words += fmt::format("; growing too: {}, by {}", resource.name,
                         growth(resource.per_frame, Sign::kImplied));
  }
  return words;
}

/// The runtime's own count, where it stands still.
std::string still_counters(const Memory& memory) {
  const auto stands_still = [](const std::optional<Measured>& measured) {
    return measured && measured->first == measured->last;
  };
  if (!stands_still(memory.runtime_tensors)) return "";
  const std::uint64_t tensors = memory.runtime_tensors->last;
  return fmt::format("; the runtime itself counts {} from first to last",
                     stands_still(memory.runtime_bytes)
                         ? tensors_and_bytes(tensors, memory.runtime_bytes->last)
                         : counted(tensors, "tensor"));
}

std::string outside_words(const Findings& findings) {
  const Memory& memory = *findings.memory;
  const double per_frame = memory.outside_bytes_per_frame->per_frame();
  return fmt::format(
      "memory: RSS grows by about {} per frame outside tensors ({}); what grows is not in "
      "tensors{}{}",
      human_size(static_cast<std::uint64_t>(std::llround(std::abs(per_frame)))), total(memory),
      growing_resources(findings), still_counters(memory));
}

std::string shares(const Memory& memory) {
  const std::uint64_t explained = memory.explained_bytes.value_or(0);
  const std::uint64_t outside = static_cast<std::uint64_t>(memory.rss_growth) - explained;
  std::string words = fmt::format("memory: RSS grew {}; tensors explain {} ({} %)", total(memory),
                                  human_size(explained), *memory.explained_percent);
  if (outside > 0) words += fmt::format(", {} is outside tensors", human_size(outside));
  return words;
}

}  // namespace

std::string explained_growth(const Findings& findings) {
  if (!findings.memory || !findings.memory->explained_percent) return "";
  const Memory& memory = *findings.memory;
  if (memory.rss_growth <= 0 || !memory.rss) return "";
  if (*memory.explained_percent >= kLeastPercent) return shares(memory);
  // What is not decided to grow is no growth outside tensors; beside a leak its size is told.
  if (memory.rss->grows && memory.outside_bytes_per_frame) return outside_words(findings);
  return findings.verdict.outcome == Outcome::kLeak ? shares(memory) : "";
}

}  // namespace tensorleak::views
