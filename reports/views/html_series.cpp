#include "reports/views/html_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "reports/views/frame_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Lane;
using analysis::Sample;
using analysis::Site;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostLayers = 5;
constexpr std::size_t kMostLanes = 8;
constexpr std::uint64_t kMostMarks = 2'048;
constexpr std::uint64_t kSparkMarks = 60;

/// At most `most` and one marks of a lane, evenly spaced, the first and the last among them.
std::vector<std::uint64_t> marks_of(const Lane& lane, std::uint64_t most) {
  if (lane.marks == 0) return {};
  const std::uint64_t last = lane.marks - 1;
  const std::uint64_t step = std::max<std::uint64_t>({lane.stride, last / most, 1});
  std::vector<std::uint64_t> marks;
  marks.reserve(last / step + 2);
  std::uint64_t mark = 0;
  for (; last - mark > step; mark += step)
    marks.push_back(mark);
  if (mark < last) marks.push_back(mark);
  marks.push_back(last);
  return marks;
}

struct Columns {
  std::vector<std::uint64_t> tensors;
  std::vector<std::uint64_t> bytes;
};

/// A population, which is told only where it changed, at each of `marks`. A sample can stand behind
/// the last mark, for which it then counts (series.hpp: strides).
Columns at_marks(const std::vector<Sample>& samples, const std::vector<std::uint64_t>& marks) {
  Columns columns;
  columns.tensors.reserve(marks.size());
  columns.bytes.reserve(marks.size());
  std::size_t next = 0;
  Sample now;
  for (const std::uint64_t mark : marks) {
    const bool is_last = columns.tensors.size() + 1 == marks.size();
    for (; next < samples.size() && (is_last || samples[next].mark <= mark); ++next)
      now = samples[next];
    columns.tensors.push_back(now.tensors);
    columns.bytes.push_back(now.bytes);
  }
  return columns;
}

void add(Columns& sum, const Columns& more) {
  std::ranges::transform(sum.tensors, more.tensors, sum.tensors.begin(), std::plus<>());
  std::ranges::transform(sum.bytes, more.bytes, sum.bytes.begin(), std::plus<>());
}

std::string name_of(const Site& site) {
  std::string name = printable(site.op);
  if (site.user_frame) {
    if (!name.empty()) name += " · ";
    name += function_in_words(*site.user_frame);
  }
  return name.empty() ? dtype_and_shape(site) : name;
}

Json layer(std::string name, std::size_t color, bool leaks, const Columns& columns) {
  return {{"name", std::move(name)},
          {"color", color},
          {"leaks", leaks},
          {"tensors", columns.tensors},
          {"bytes", columns.bytes}};
}

/// Leaks that have no layer of their own, in one.
std::optional<Json> other_leaks(const Findings& findings, const std::vector<std::size_t>& charted,
                                const Lane& lane, const std::vector<std::uint64_t>& marks) {
  Columns sum = at_marks({}, marks);
  std::uint64_t sites = 0;
  for (std::size_t i = 0; i < findings.sites.size(); ++i) {
    const Site& site = findings.sites[i];
    if (site.lane != lane.name || !analysis::is_leak(site.label)) continue;
    if (std::ranges::find(charted, i) != charted.end()) continue;
    add(sum, at_marks(site.population, marks));
    ++sites;
  }
  if (sites == 0) return std::nullopt;
  return layer(counted(sites, "other leaking site"), kMostLayers + 1, true, sum);
}

bool is_drawn(const Lane& lane) {
  const auto is_alive = [](const Sample& sample) { return sample.tensors > 0; };
  return lane.marks > 1 && std::ranges::any_of(lane.population, is_alive);
}

Json lane_data(const Findings& findings, const Lane& lane) {
  const std::vector<std::uint64_t> marks = marks_of(lane, kMostMarks);
  const std::vector<std::size_t> charted = charted_sites(findings);
  const Columns all = at_marks(lane.population, marks);
  Json layers = Json::array();
  for (std::size_t i = 0; i < charted.size(); ++i) {
    const Site& site = findings.sites[charted[i]];
    if (site.lane != lane.name || site.population.empty()) continue;
    layers.push_back(layer(fmt::format("{}  {}", charted[i] + 1, name_of(site)), i + 1,
                           analysis::is_leak(site.label), at_marks(site.population, marks)));
  }
  if (auto rest = other_leaks(findings, charted, lane, marks)) layers.push_back(std::move(*rest));
  return {{"name", printable(lane.name)},
          {"axis", frames_on_axis(findings, lane)},
          {"marks", marks},
          {"tensors", all.tensors},
          {"bytes", all.bytes},
          {"layers", std::move(layers)}};
}

/// What could end a <script> or be taken for markup is spelled as an escape of JSON.
std::string inside_script(const std::string& json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result;
}

const Lane* lane_named(const std::string& name, const Findings& findings) {
  const auto lane = std::ranges::find(findings.lanes, name, &Lane::name);
  return lane == findings.lanes.end() ? nullptr : &*lane;
}

std::string points(const std::vector<std::uint64_t>& values, double width, double height) {
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, std::ranges::max(values)));
  const auto last = static_cast<double>(std::max<std::size_t>(1, values.size() - 1));
  std::string result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    result +=
        fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", width * static_cast<double>(i) / last,
                    height * (1 - static_cast<double>(values[i]) / most));
  }
  return result;
}

}  // namespace

std::vector<std::size_t> charted_sites(const Findings& findings) {
  const bool leaks = std::ranges::any_of(
      findings.sites, [](const Site& site) { return analysis::is_leak(site.label); });
  std::vector<std::size_t> charted;
  charted.reserve(kMostLayers);
  for (std::size_t i = 0; i < findings.sites.size() && charted.size() < kMostLayers; ++i) {
    const Site& site = findings.sites[i];
    if (!site.population.empty() && analysis::is_leak(site.label) == leaks) charted.push_back(i);
  }
  return charted;
}

bool has_growth(const Findings& findings) {
  return std::ranges::any_of(findings.lanes, is_drawn);
}

std::string chart_data(const Findings& findings) {
  Json lanes = Json::array();
  for (const Lane& lane : findings.lanes) {
    if (!is_drawn(lane) || lanes.size() == kMostLanes) continue;
    lanes.push_back(lane_data(findings, lane));
  }
  constexpr int kCompact = -1;
  constexpr bool kAscii = true;
  const Json data = {{"source", word(findings.frames.source)}, {"lanes", std::move(lanes)}};
  return inside_script(data.dump(kCompact, ' ', kAscii, Json::error_handler_t::replace));
}

Markup sparkline(const Site& site, const Findings& findings) {
  const Lane* const lane = lane_named(site.lane, findings);
  if (lane == nullptr || lane->marks < 2 || site.population.empty()) return {};
  constexpr double kWidth = 120;
  constexpr double kHeight = 32;
  const Columns columns = at_marks(site.population, marks_of(*lane, kSparkMarks));
  const std::string line = points(columns.tensors, kWidth, kHeight);
  const std::string words =
      fmt::format("{} alive at the first mark, {} at the last", grouped(columns.tensors.front()),
                  counted(columns.tensors.back(), "tensor"));
  return element(
      "svg",
      {{"class", "spark"},
       {"viewBox", fmt::format("0 -2 {} {}", kWidth, kHeight + 4)},
       {"preserveAspectRatio", "none"},
       {"role", "img"},
       {"aria-label", words}},
      element("polygon", {{"points", fmt::format("0,{1} {2} {0},{1}", kWidth, kHeight, line)}},
              {}) +
          element("polyline", {{"points", line}}, {}));
}

}  // namespace tensorleak::views
