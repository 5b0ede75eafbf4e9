#include "reports/views/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "reports/analysis/function_name.hpp"
#include "reports/views/last_use_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::views {

using analysis::Evidence;
using analysis::Frame;
using analysis::Owner;
using analysis::Sample;
using analysis::Site;

namespace {

constexpr std::size_t kIndent = 5;
/// Functions in minified code can be longer than a line; one of them must not push all places away.
constexpr std::size_t kWidestFunction = 48;

std::string listed(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += separator;
    result += part;
  }
  return result;
}

std::string place_of_frame(const auto& frame) {
  if (const auto& original = frame.original)
    return place(original->file, original->line, original->column);
  return place(frame.file, frame.line, frame.column);
}

std::string stack_lines(const Site& site, const Paint& paint) {
  if (site.stack.empty()) return "";
  std::size_t width = 0;
  for (const Frame& frame : site.stack) {
    width = std::max(width, std::min(display_width(function_in_words(frame)), kWidestFunction));
  }
  std::string result = site.stacks > 1
                           ? fmt::format("     the largest of {} stacks:\n", grouped(site.stacks))
                           : "     stack:\n";
  for (const Frame& frame : site.stack) {
    const std::string where = place(frame);
    const std::string function = function_in_words(frame);
    const std::string line = where.empty()
                                 ? fmt::format("       {}", function)
                                 : fmt::format("       {}   {}", padded(function, width), where);
    result += (frame.owner == Owner::kUser ? line : paint.faint(line)) + "\n";
  }
  return result;
}

std::string scope_line(const Site& site) {
  if (site.scope_path.empty()) return "";
  return paragraph("scope: " + listed(site.scope_path, " › "), kIndent, 0);
}

std::string number_line(const Site& site, const TextOptions& options) {
  std::vector<std::string> parts;
  const auto counts = counts_of(site);
  parts.reserve(counts.size() + 2);
  for (const auto& [number, words] : counts)
    parts.push_back(fmt::format("{} {}", grouped(number), words));
  const std::string last_read = last_read_in_words(site.evidence);
  if (!last_read.empty()) parts.push_back("last read " + last_read);
  if (!site.lane.empty()) parts.push_back("lane " + site.lane);
  return paragraph("numbers: " + listed(parts, ", "), kIndent, options.width);
}

std::string shape_lines(const Site& site) {
  if (site.shapes.size() < 2) return "";
  std::vector<std::string> parts;
  for (const auto& [shape, alive] : site.shapes) {
    parts.push_back(fmt::format("{} of [{}]", grouped(alive),
                                shape ? fmt::format("{}", fmt::join(*shape, ",")) : "?"));
  }
  return paragraph("shapes: " + listed(parts, ", "), kIndent, 0);
}

std::string samples_in_words(std::span<const Sample> samples) {
  std::vector<std::string> parts;
  for (const Sample& sample : samples) {
    parts.push_back(fmt::format("{} at {}", grouped(sample.tensors), grouped(sample.mark)));
  }
  return listed(parts, ", ");
}

/// Tensors at marks where their number changed; the middle of a long row says nothing new.
std::string population_line(const Site& site, const TextOptions& options) {
  constexpr std::size_t kHead = 12;
  constexpr std::size_t kTail = 4;
  const std::span<const Sample> samples(site.population);
  if (samples.empty()) return "";
  std::string row =
      samples.size() <= kHead + kTail + 1
          ? samples_in_words(samples)
          : samples_in_words(samples.first(kHead)) + " … " + samples_in_words(samples.last(kTail));
  return paragraph("alive at marks: " + row, kIndent, options.width);
}

}  // namespace

std::string site_detail(const Site& site, const TextOptions& options, const Paint& paint) {
  return scope_line(site) + number_line(site, options) + shape_lines(site) +
         population_line(site, options) + stack_lines(site, paint);
}

std::vector<Count> counts_of(const Site& site) {
  const Evidence& evidence = site.evidence;
  std::vector<Count> counts{{site.created, "created"},
                            {site.disposed, "disposed"},
                            {evidence.never_read, "never read"},
                            {evidence.read_again, "read again in later frames"},
                            {evidence.lost, "lost"},
                            {evidence.kept, "kept"},
                            {evidence.variables, "variables"},
                            {evidence.pooled, "pooled"},
                            {evidence.aliases, "aliases"},
                            {evidence.in_setup, "made in setup"},
                            {evidence.out_of_scope, "results of ended scopes"}};
  const auto unsaid = std::remove_if(counts.begin() + 2, counts.end(),
                                     [](const Count& count) { return count.number == 0; });
  counts.erase(unsaid, counts.end());
  return counts;
}

std::string recorded_stacks_in_words(const Site& site) {
  if (!site.stacks_recorded) return "";
  std::string words = fmt::format("the stack was recorded of {} of its {}",
                                  grouped(*site.stacks_recorded), counted(site.created, "tensor"));
  if (site.stacks_estimated.value_or(false)) {
    words +=
        "; that the others are from here is estimated: the same op, shape and scope have "
        "other stacks, too";
  }
  return words;
}

std::vector<std::string> holders_in_words(const Site& site) {
  std::vector<std::string> words;
  if (!site.held_by) return words;
  for (const auto& [by, path, members, looked_at] : *site.held_by) {
    std::string line = "held by " + (by.empty() ? "nobody but the engine" : printable(by));
    if (!path.empty()) line += ": " + printable(path);
    if (site.held_by->size() > 1) {
      std::uint64_t all = 0;
      for (const analysis::HolderFinding& other : *site.held_by)
        all += other.looked_at;
      line += fmt::format(" ({} of {} that were looked at)", grouped(looked_at), grouped(all));
    }
    words.push_back(std::move(line));
  }
  return words;
}

std::string place(const std::string& file, std::uint32_t line, std::uint32_t column) {
  std::string result = printable(file);
  if (line != 0) result += fmt::format(":{}", line);
  if (line != 0 && column != 0) result += fmt::format(":{}", column);
  return result;
}

std::string place(const Frame& frame) {
  return place_of_frame(frame);
}

std::string place(const analysis::UserFrame& frame) {
  return place_of_frame(frame);
}

std::string function_in_words(const Frame& frame) {
  return frame.function.empty() ? "(anonymous)"
                                : printable(analysis::without_parameters(frame.function));
}

}  // namespace tensorleak::views
