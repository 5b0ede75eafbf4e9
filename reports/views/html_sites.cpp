#include "reports/views/html_sites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "reports/views/html_site.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Label;
using analysis::ResourceFinding;
using analysis::Site;

namespace {

bool needs_a_look(const Site& site) {
  return analysis::is_leak(site.label) || site.label == Label::kUnknown;
}

/// Places in the findings of the sites that need a look, or of the others.
std::vector<std::size_t> places(const Findings& findings, bool need_a_look) {
  std::vector<std::size_t> result;
  result.reserve(findings.sites.size());
  for (std::size_t i = 0; i < findings.sites.size(); ++i) {
    if (needs_a_look(findings.sites[i]) == need_a_look) result.push_back(i);
  }
  return result;
}

Markup left_out(std::size_t number) {
  if (number <= kMostGroups) return {};
  return labelled("p", "left-out",
                  fmt::format("{} are left out here; report.json has them all.",
                              counted(number - kMostGroups, "more group")));
}

/// The first of many items, and the rest in a template behind a button.
template <class Render>
Markup bounded(const std::vector<std::size_t>& indices, const Render& render) {
  Markup first;
  Markup rest;
  for (std::size_t i = 0; i < std::min(indices.size(), kMostGroups); ++i)
    (i < kFirstGroups ? first : rest) += render(indices[i]);
  if (rest.empty()) return first;
  return first + element("template", {{"class", "more"}}, rest);
}

Markup show_all(std::size_t number, Literal target) {
  if (number <= kFirstGroups) return {};
  const std::string words = "Show all " + grouped(std::uint64_t{std::min(number, kMostGroups)});
  return element("button",
                 {{"type", "button"},
                  {"class", "show-all js-only"},
                  {"data-target", std::string(target.view())}},
                 escaped(words));
}

Markup cards(const std::vector<std::size_t>& indices, const Findings& findings, Literal id) {
  const Markup all =
      bounded(indices, [&](std::size_t index) { return site_card(index, findings); });
  return element("div", {{"class", "cards"}, {"id", std::string(id.view())}}, all) +
         show_all(indices.size(), id) + left_out(indices.size());
}

Markup below_the_tensors(const Findings& findings) {
  Markup result;
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label == Label::kLeakBelow) result += resource_card(resource);
  }
  if (result.empty()) return result;
  return element("div", {{"class", "cards"}}, result);
}

/// A cell of the table; the number behind it is what it is sorted by.
Markup number_cell(std::uint64_t number, std::string_view words) {
  return element("td", {{"class", "number"}, {"data-value", fmt::format("{}", number)}},
                 escaped(words));
}

Markup made_at(const Site& site) {
  if (!site.user_frame) return element("td", {}, {});
  const auto& frame = *site.user_frame;
  return element("td", {},
                 labelled("span", "function", function_in_words(frame)) +
                     labelled("span", "place", place(frame)));
}

Markup row(std::size_t index, const Findings& findings) {
  const Site& site = findings.sites[index];
  const Markup link = element("a", {{"href", "#" + anchor(index)}}, number_chip(index, findings));
  return element("tr", {{"data-label", std::string(word(site.label))}},
                 element("td", {{"data-value", fmt::format("{}", index)}}, link) +
                     element("td", {}, label_badge(site.label)) +
                     number_cell(site.alive, grouped(site.alive)) +
                     number_cell(site.alive_bytes, grouped(site.alive_bytes)) +
                     element("td", {}, labelled("span", "shape", dtype_and_shape(site))) +
                     element("td", {}, labelled("span", "op", site.op)) + made_at(site) +
                     number_cell(site.created, grouped(site.created)) +
                     number_cell(site.disposed, grouped(site.disposed)));
}

struct Column {
  Literal title;
  Literal kind;  ///< how it is sorted
};

Markup heading_row() {
  constexpr Column kColumns[] = {
      {"#", "number"},     {"Label", "text"},     {"Alive", "number"},
      {"Bytes", "number"}, {"Tensor", "text"},    {"Op", "text"},
      {"Made at", "text"}, {"Created", "number"}, {"Disposed", "number"}};
  Markup cells;
  for (const auto& [title, kind] : kColumns) {
    cells += element("th", {{"scope", "col"}, {"data-kind", std::string(kind.view())}},
                     escaped(title.view()));
  }
  return element("thead", {}, element("tr", {}, cells));
}

/// The labels that occur, as the choices of the filter.
Markup label_choices(const Findings& findings) {
  Markup choices = element("option", {}, escaped("all labels"));
  for (const auto& [label, name] : words<Label>()) {
    if (std::ranges::find(findings.sites, label, &Site::label) == findings.sites.end()) continue;
    choices += element("option", {{"value", std::string(name)}}, escaped(name));
  }
  return choices;
}

Markup filters(const Findings& findings) {
  const Markup label =
      element("label", {},
              labelled("span", "caption", "Label") +
                  element("select", {{"id", "filter-label"}}, label_choices(findings)));
  const Markup words = element("label", {},
                               labelled("span", "caption", "Contains") +
                                   element("input",
                                           {{"type", "search"},
                                            {"id", "filter-text"},
                                            {"placeholder", "file, function, op, shape"},
                                            {"autocomplete", "off"},
                                            {"spellcheck", "false"}},
                                           {}));
  const Markup count =
      element("output", {{"id", "filter-count"}, {"for", "filter-label filter-text"}}, {});
  return element("div", {{"class", "filters js-only"}}, label + words + count);
}

Markup table(const Findings& findings) {
  std::vector<std::size_t> all(findings.sites.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  const Markup rows = bounded(all, [&](std::size_t index) { return row(index, findings); });
  const Markup content = element("table", {{"id", "survivors-table"}},
                                 heading_row() + element("tbody", {{"id", "survivor-rows"}}, rows));
  return element("div",
                 {{"class", "scroll"},
                  {"tabindex", "0"},
                  {"role", "region"},
                  {"aria-label", "Table of survivors"}},
                 content) +
         show_all(all.size(), "survivor-rows") + left_out(all.size());
}

Markup harmless_cards(const Findings& findings) {
  const std::vector<std::size_t> harmless = places(findings, false);
  if (harmless.empty()) return {};
  const std::string title =
      fmt::format("Stacks and numbers of the {} that {} no leak", counted(harmless.size(), "group"),
                  harmless.size() == 1 ? "is" : "are");
  return element(
      "details", {{"class", "harmless"}},
      element("summary", {}, escaped(title)) + cards(harmless, findings, "harmless-cards"));
}

std::string sites_title(const Findings& findings) {
  const auto leaks = static_cast<std::uint64_t>(std::ranges::count_if(
      findings.sites, [](const Site& site) { return analysis::is_leak(site.label); }));
  if (leaks > 0) return counted(leaks, "leaking site");
  return places(findings, true).empty() ? "Below the tensors" : "Undecided";
}

}  // namespace

Markup sites_section(const Findings& findings) {
  const std::vector<std::size_t> shown = places(findings, true);
  const Markup below = below_the_tensors(findings);
  if (shown.empty() && below.empty()) return {};
  const Markup above = shown.empty() ? Markup{} : cards(shown, findings, "site-cards");
  return element(
      "section", {{"id", "sites"}, {"aria-labelledby", "sites-title"}},
      element("h2", {{"id", "sites-title"}}, escaped(sites_title(findings))) + above + below);
}

Markup survivors_section(const Findings& findings) {
  if (findings.sites.empty()) return {};
  return element("section", {{"id", "survivors"}, {"aria-labelledby", "survivors-title"}},
                 element("h2", {{"id", "survivors-title"}}, escaped("Survivors")) +
                     labelled("p", "explained",
                              "Every group of tensors that is alive at the last mark, or at the "
                              "end where there are no frames.") +
                     filters(findings) + table(findings) + harmless_cards(findings));
}

}  // namespace tensorleak::views
