#include "reports/views/html_last_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "reports/views/last_use_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_site.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::IdleSite;
using analysis::LastUse;
using analysis::PoolCandidate;
using analysis::SiteName;

namespace {

Markup number_cell(std::string_view words) {
  return element("td", {{"class", "number"}}, escaped(words));
}

Markup made_at(const SiteName& made) {
  if (!made.user_frame) return element("td", {}, {});
  const auto& frame = *made.user_frame;
  return element("td", {},
                 labelled("span", "function", function_in_words(frame)) +
                     labelled("span", "place", place(frame)));
}

Markup tensor_cell(const SiteName& made) {
  return element("td", {}, labelled("span", "shape", kind_in_words(made)));
}

Markup idle_row(const IdleSite& site) {
  return element("tr", {},
                 tensor_cell(site.made) + made_at(site.made) +
                     number_cell(grouped(site.idle_tensors)) +
                     number_cell(human_size(site.idle_bytes)) +
                     element("td", {}, escaped(drag_in_words(site))));
}

Markup pool_row(const PoolCandidate& candidate) {
  const std::uint64_t frames = std::max<std::uint64_t>(1, candidate.frames);
  const double tensors = static_cast<double>(candidate.tensors) / static_cast<double>(frames);
  return element("tr", {},
                 tensor_cell(candidate.made) + made_at(candidate.made) +
                     number_cell(fmt::format("{:.4g}", tensors)) +
                     number_cell(human_size(candidate.bytes / frames)));
}

struct Column {
  Literal title;
  Literal kind;
};

Markup heading(const std::vector<Column>& columns) {
  Markup cells;
  for (const auto& [title, kind] : columns) {
    cells += element("th", {{"scope", "col"}, {"data-kind", std::string(kind.view())}},
                     escaped(title.view()));
  }
  return element("thead", {}, element("tr", {}, cells));
}

Markup table(const std::string& name, const Markup& head, const Markup& rows) {
  return element("div",
                 {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", name}},
                 element("table", {}, head + element("tbody", {}, rows)));
}

Markup idle_part(const Findings& findings) {
  const std::uint64_t idle = idle_bytes_to_tell(findings);
  if (idle == 0) return {};
  const LastUse& last_use = *findings.last_use;
  Markup rows;
  for (const IdleSite& site : last_use.idle_sites)
    rows += idle_row(site);
  const std::string when =
      last_use.peak_frame == 0 ? "in setup" : "in frame " + grouped(last_use.peak_frame);
  const std::string words = fmt::format(
      "At the peak of {} {}, {} was held that nothing read again. Disposed right after its last "
      "use, "
      "it would have lowered this peak.",
      human_size(last_use.peak_bytes), when, human_size(idle));
  return labelled("p", "explained", words) + table("Idle at the peak",
                                                   heading({{"Tensor", "text"},
                                                            {"Made at", "text"},
                                                            {"Number", "number"},
                                                            {"Idle", "number"},
                                                            {"Disposed", "text"}}),
                                                   rows);
}

Markup pool_part(const Findings& findings) {
  if (!findings.last_use || findings.last_use->poolable.empty()) return {};
  Markup rows;
  for (const PoolCandidate& candidate : findings.last_use->poolable)
    rows += pool_row(candidate);
  return labelled("p", "explained",
                  "Made and disposed in nearly every frame: a pool, or one tensor that is written "
                  "again, would save these allocations.") +
         table("Candidates for a pool",
               heading({{"Tensor", "text"},
                        {"Made at", "text"},
                        {"Per frame", "number"},
                        {"Bytes", "number"}}),
               rows);
}

}  // namespace

Markup last_use_section(const Findings& findings) {
  const Markup parts = idle_part(findings) + pool_part(findings);
  if (parts.empty()) return {};
  return element("section", {{"id", "last-use"}, {"aria-labelledby", "last-use-title"}},
                 element("h2", {{"id", "last-use-title"}}, escaped("Memory to save")) + parts);
}

}  // namespace tensorleak::views
