#include <fmt/format.h>

#include "reports/exports/exports.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using analysis::Site;

namespace {

constexpr std::size_t kMostRows = 20;

/// Text of a paragraph or cell, of which nothing is markup.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : views::printable(text)) {
    if (letter == '<') {
      result += "&lt;";
      continue;
    }
    if (letter == '&') {
      result += "&amp;";
      continue;
    }
    if (letter == '@') {
      result += "&#64;";  // nobody is to be notified
      continue;
    }
    if (std::string_view("\\`*_{}[]()#+!|~>").find(letter) != std::string_view::npos)
      result += '\\';
    result += letter;
  }
  return result;
}

/// A name as code: what is between backticks is no markup but for them and a table's bars.
std::string code(std::string_view text) {
  std::string inner;
  for (const char letter : views::printable(text)) {
    if (letter == '`') {
      inner += '\'';
    } else if (letter == '|') {
      inner += "\\|";
    } else {
      inner += letter;
    }
  }
  return inner.empty() ? "" : "`" + inner + "`";
}

std::string where(const Exported& exported, const Site& site) {
  const Place place = place_of(exported, site);
  if (place.file.empty()) return "no stack was recorded";
  std::string text = place.file;
  if (place.line != 0) text += fmt::format(":{}", place.line);
  return code(text) + (site.user_frame->function.empty()
                           ? ""
                           : " in " + code(views::function_in_words(*site.user_frame)));
}

std::string row(const Exported& exported, const Site& site) {
  return fmt::format("| {} | {} | {} {} | {} | {} |\n", views::word(site.label),
                     escaped(views::amount(site)), code(site.op),
                     escaped(views::dtype_and_shape(site)), where(exported, site),
                     code(views::short_fingerprint(site)));
}

std::string fix_of(const Site& site) {
  return site.fix.empty()
             ? ""
             : fmt::format("- {}: {}\n", code(views::short_fingerprint(site)), escaped(site.fix));
}

std::string table(const Exported& exported, const std::vector<std::size_t>& sites) {
  if (sites.empty()) return "";
  std::string text = "\n| | how much | what | where | fingerprint |\n|---|---|---|---|---|\n";
  std::string fixes;
  for (std::size_t i = 0; i < std::min(sites.size(), kMostRows); ++i) {
    const Site& site = exported.findings.sites[sites[i]];
    text += row(exported, site);
    fixes += fix_of(site);
  }
  if (sites.size() > kMostRows)
    text += fmt::format("\nand {}\n", views::counted(sites.size() - kMostRows, "more site"));
  return text + (fixes.empty() ? "" : "\n**To fix**\n" + fixes);
}

std::string suppressions(const Exported& exported) {
  std::string lines;
  if (exported.judgement == nullptr) return lines;
  for (const gate::UsedSuppression& used : exported.judgement->suppressions) {
    lines += fmt::format("- {}: {}\n", views::word(used.use), escaped(views::use_in_words(used)));
  }
  return lines.empty() ? "" : "\n**Suppressions**\n" + lines;
}

}  // namespace

std::string markdown(const Exported& exported) {
  const std::string headline = headline_of(exported);
  const std::size_t gap = headline.find("  ");
  std::string text = fmt::format("### tensorleak: {}\n{}\n", escaped(headline.substr(0, gap)),
                                 escaped(headline.substr(std::min(gap + 2, headline.size()))));
  std::vector<std::size_t> shown;
  for (const std::size_t index : told_sites(exported)) {
    const Status status = status_of(exported, index);
    if (status == Status::kFails || status == Status::kUndecided) shown.push_back(index);
  }
  text += table(exported, shown);
  for (const std::size_t index : told_resources(exported)) {
    if (status_of_resource(exported, index) == Status::kFails)
      text += fmt::format("\n{}\n", escaped(title_of(exported.findings.resources[index])));
  }
  return text + suppressions(exported);
}

}  // namespace tensorleak::exports
