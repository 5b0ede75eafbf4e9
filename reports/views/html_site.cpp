#include "reports/views/html_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports/views/html_series.hpp"
#include "reports/views/last_use_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Frame;
using analysis::Label;
using analysis::Owner;
using analysis::ResourceFinding;
using analysis::Site;
using analysis::UserFrame;

namespace {

std::string tone_of(Label label) {
  if (analysis::is_leak(label)) return "bad";
  return label == Label::kUnknown ? "doubtful" : "good";
}

/// "float32 [1,224,224,3]", the operation, how many are alive, the fingerprint.
Markup facts(const Site& site) {
  return element("p", {{"class", "facts"}},
                 labelled("span", "shape", dtype_and_shape(site)) +
                     labelled("span", "op", site.op) +
                     labelled("span", "alive", grouped(site.alive) + " alive") +
                     element("span", {{"class", "fingerprint"}, {"title", "fingerprint"}},
                             escaped(short_fingerprint(site))));
}

Markup head(std::size_t index, const Findings& findings) {
  const Site& site = findings.sites[index];
  const Markup title = element("h3", {},
                               number_chip(index, findings) + label_badge(site.label) +
                                   labelled("span", "amount", amount(site)));
  return element("header", {}, element("div", {}, title + facts(site)) + sparkline(site, findings));
}

Markup framework_line(const Frame& called) {
  return element("p", {{"class", "called"}},
                 escaped("calls ") + labelled("span", "function", function_in_words(called)) +
                     labelled("span", "place", place(called)));
}

Markup where(const Site& site) {
  if (!site.user_frame && !site.called) {
    return labelled("p", "where", "no stack was recorded");
  }
  Markup lines = user_line(site);
  if (site.called) lines += framework_line(*site.called);
  return element("div", {{"class", "where"}}, lines);
}

Markup sentence(Literal classes, Literal title, const std::string& words) {
  if (words.empty()) return {};
  return element("p", {{"class", std::string(classes.view())}},
                 labelled("b", "lead", title.view()) + escaped(words));
}

std::string class_of(Owner owner) {
  return owner == Owner::kUser ? "" : "theirs";
}

Markup stack(const Site& site) {
  if (site.stack.empty()) return {};
  Markup frames;
  for (const Frame& frame : site.stack) {
    frames += element("li", {{"class", class_of(frame.owner)}},
                      labelled("span", "function", function_in_words(frame)) +
                          labelled("span", "place", place(frame)));
  }
  std::string title = "Stack, " + counted(site.stack.size(), "frame");
  if (site.stacks > 1) title += fmt::format(", the largest of {}", grouped(site.stacks));
  return element("details", {{"class", "stack"}},
                 element("summary", {}, escaped(title)) + element("ol", {}, frames));
}

Markup number(std::string_view name, std::string_view value) {
  return element("div", {}, element("dt", {}, escaped(name)) + element("dd", {}, escaped(value)));
}

std::string shape_in_words(const analysis::ShapeCount& count) {
  return count.shape ? fmt::format("[{}]", fmt::join(*count.shape, ",")) : "[?]";
}

Markup shapes(const Site& site) {
  Markup rows;
  if (site.shapes.size() < 2) return rows;
  for (const analysis::ShapeCount& count : site.shapes)
    rows += number("of shape " + shape_in_words(count), grouped(count.alive));
  return rows;
}

/// On which frames the label rests.
Markup judged(const Site& site) {
  const analysis::Evidence& evidence = site.evidence;
  Markup rows;
  if (evidence.frames_judged > 0) {
    rows += number("frames judged", grouped(evidence.frames_judged));
    rows += number("first of them", grouped(evidence.first_frame));
  }
  if (evidence.period > 0) {
    rows += number("growth repeats after", counted(evidence.period, "frame"));
  }
  if (evidence.frames_needed > 0) {
    rows += number("frames needed", grouped(evidence.frames_needed));
  }
  return rows;
}

Markup numbers(const Site& site) {
  Markup rows = number("alive", tensors_and_bytes(site.alive, site.alive_bytes));
  for (const Count& count : counts_of(site))
    rows += number(count.words, grouped(count.number));
  const std::string last_read = last_read_in_words(site.evidence);
  if (!last_read.empty()) rows += number("last read", last_read);
  rows += judged(site) + shapes(site);
  if (!site.scope_path.empty()) {
    rows += number("scope", fmt::format("{}", fmt::join(site.scope_path, " › ")));
  }
  if (!site.lane.empty()) rows += number("lane", site.lane);
  rows += number("fingerprint", site.fingerprint);
  return element("details", {{"class", "numbers"}},
                 element("summary", {}, escaped("Numbers")) + element("dl", {}, rows));
}

Markup holders(const Site& site) {
  Markup sentences;
  for (const std::string& holder : holders_in_words(site))
    sentences += sentence("because", "Who", holder);
  return sentences;
}

}  // namespace

Markup site_card(std::size_t index, const Findings& findings) {
  const Site& site = findings.sites[index];
  return element("article", {{"class", "card " + tone_of(site.label)}, {"id", anchor(index)}},
                 head(index, findings) + where(site) +
                     sentence("because", "Stacks", recorded_stacks_in_words(site)) +
                     sentence("because", "Why", site.because) + holders(site) +
                     sentence("fix", "Fix", site.fix) + stack(site) + numbers(site));
}

Markup resource_card(const ResourceFinding& resource) {
  const Markup title =
      element("h3", {},
              label_badge(resource.label) +
                  labelled("span", "amount", growth(resource.per_frame, Sign::kShown)));
  const Markup facts = element(
      "p", {{"class", "facts"}},
      labelled("span", "op", resource.name) +
          labelled("span", "alive",
                   fmt::format("{} → {}", grouped(resource.first), grouped(resource.last))));
  return element("article", {{"class", "card " + tone_of(resource.label)}},
                 element("header", {}, element("div", {}, title + facts)) +
                     sentence("because", "Why", resource.because));
}

Markup user_line(const Site& site) {
  if (!site.user_frame) return {};
  const UserFrame& frame = *site.user_frame;
  return element("p", {{"class", "user"}},
                 labelled("span", "function", function_in_words(frame)) +
                     labelled("span", "place", place(frame))) +
         labelled("code", "source", frame.source);
}

Markup label_badge(Label label) {
  return element("span", {{"class", "label " + tone_of(label)}}, escaped(word(label)));
}

Markup number_chip(std::size_t index, const Findings& findings) {
  const auto charted = charted_sites(findings);
  const auto layer = std::ranges::find(charted, index) - charted.begin();
  const bool has_layer = layer < static_cast<std::ptrdiff_t>(charted.size());
  const bool leaks = analysis::is_leak(findings.sites[index].label);
  const std::string color =
      has_layer ? fmt::format(" {}-{}", leaks ? "hot" : "cool", layer + 1) : "";
  return element("span", {{"class", "chip" + color}}, escaped(grouped(std::uint64_t{index} + 1)));
}

std::string anchor(std::size_t index) {
  return fmt::format("site-{}", index + 1);
}

}  // namespace tensorleak::views
