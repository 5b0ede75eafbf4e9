#include "reports/views/html_memory.hpp"

#include <string>
#include <string_view>

#include "reports/views/memory_words.hpp"
#include "reports/views/numbers.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Lane;
using analysis::Measured;
using analysis::Memory;
using analysis::Rate;
using analysis::ResourceFinding;

namespace {

std::string in_unit(std::uint64_t number, Unit unit) {
  return unit == Unit::kBytes ? human_size(number) : grouped(number);
}

Markup cell(std::string_view words) {
  return element("td", {{"class", "number"}}, escaped(words));
}

Markup row(std::string_view name, std::uint64_t first, std::uint64_t last, const Rate& per_frame,
           Unit unit) {
  const Pace growth = pace(per_frame, unit);
  const std::string grows = per_frame.amount == 0 ? "" : growth.amount + " " + growth.period;
  return element("tr", {},
                 element("td", {}, escaped(name)) + cell(in_unit(first, unit)) +
                     cell(in_unit(last, unit)) + cell(grows));
}

Markup row(std::string_view name, const std::optional<Measured>& measured, Unit unit) {
  if (!measured) return {};
  return row(name, measured->first, measured->last, measured->per_frame, unit);
}

Markup tensor_rows(const Findings& findings) {
  if (findings.lanes.empty() || findings.lanes.front().population.empty()) return {};
  const Lane& lane = findings.lanes.front();
  const auto& first = lane.population.front();
  const auto& last = lane.population.back();
  const auto& verdict = findings.verdict;
  return row("Tensors, watched", first.tensors, last.tensors, verdict.tensors_per_frame,
             Unit::kCount) +
         row("Bytes of them", first.bytes, last.bytes, verdict.bytes_per_frame, Unit::kBytes);
}

Markup rows(const Findings& findings) {
  const Memory& memory = *findings.memory;
  Markup result = tensor_rows(findings) +
                  row("Tensors, as the runtime counts", memory.runtime_tensors, Unit::kCount) +
                  row("Bytes, as the runtime counts", memory.runtime_bytes, Unit::kBytes) +
                  row("GPU memory", memory.gpu_bytes, Unit::kBytes) +
                  row("RSS", memory.rss, Unit::kBytes);
  for (const ResourceFinding& resource : findings.resources)
    result += row(resource.name, resource.first, resource.last, resource.per_frame, Unit::kCount);
  return result;
}

Markup headings() {
  Markup cells = element("th", {{"scope", "col"}}, escaped("Counted"));
  for (const std::string_view title : {"First mark", "Last mark", "Growth"}) {
    cells += element("th", {{"scope", "col"}, {"data-kind", "number"}}, escaped(title));
  }
  return element("thead", {}, element("tr", {}, cells));
}

/// The sentence of the terminal, without the word that says what kind of note it is.
std::string sentence(const Findings& findings) {
  const std::string words = explained_growth(findings);
  const std::size_t colon = words.find(": ");
  return colon == std::string::npos ? words : words.substr(colon + 2);
}

}  // namespace

Markup memory_section(const Findings& findings) {
  if (!findings.memory) return {};
  return element(
      "section", {{"id", "memory"}, {"aria-labelledby", "memory-title"}},
      element("h2", {{"id", "memory-title"}}, escaped("Memory beside tensors")) +
          labelled("p", "explained", sentence(findings)) +
          element("div",
                  {{"class", "scroll"},
                   {"tabindex", "0"},
                   {"role", "region"},
                   {"aria-label", "Table of what was counted"}},
                  element("table", {}, headings() + element("tbody", {}, rows(findings)))));
}

}  // namespace tensorleak::views
