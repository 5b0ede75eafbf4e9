#include <nlohmann/json.hpp>

#include "reports/exports/exports.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/json_encode.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::exports {

using analysis::Lane;
using analysis::Sample;
using views::Json;

namespace {

constexpr double kNanosecondsInMicrosecond = 1000;
/// Where marks have no times, a frame is shown as a millisecond.
constexpr double kMicrosecondsOfAFrame = 1000;

/// How many microseconds lie between two marks of the lane, on average.
double pace_of(const Lane& lane) {
  if (lane.frames == 0 || lane.duration <= 0) return kMicrosecondsOfAFrame;
  return static_cast<double>(lane.duration) / kNanosecondsInMicrosecond /
         static_cast<double>(lane.frames);
}

std::string name_of(const Lane& lane) {
  return lane.name.empty() ? "all tensors" : "all tensors, " + views::printable(lane.name);
}

void add_counter(Json& events, const std::string& name, const std::vector<Sample>& population,
                 double pace) {
  for (const Sample& sample : population) {
    events.push_back({{"ph", "C"},
                      {"pid", 1},
                      {"tid", 1},
                      {"name", name},
                      {"ts", pace * static_cast<double>(sample.mark)},
                      {"args", {{"tensors", sample.tensors}}}});
    events.push_back({{"ph", "C"},
                      {"pid", 1},
                      {"tid", 1},
                      {"name", name + ", bytes"},
                      {"ts", pace * static_cast<double>(sample.mark)},
                      {"args", {{"bytes", sample.bytes}}}});
  }
}

double pace_in(const std::vector<Lane>& lanes, const std::string& name) {
  for (const Lane& lane : lanes) {
    if (lane.name == name) return pace_of(lane);
  }
  return kMicrosecondsOfAFrame;
}

}  // namespace

std::string perfetto(const Exported& exported) {
  const auto& findings = exported.findings;
  const auto& subject = findings.subject;
  Json events = Json::array();
  events.push_back(
      {{"ph", "M"},
       {"pid", 1},
       {"name", "process_name"},
       {"args",
        {{"name", views::printable(subject.program.empty() ? subject.input : subject.program)}}}});
  for (const Lane& lane : findings.lanes)
    add_counter(events, name_of(lane), lane.population, pace_of(lane));
  for (const std::size_t index : told_sites(exported)) {
    const analysis::Site& site = findings.sites[index];
    add_counter(events, views::site_in_words(site), site.population,
                pace_in(findings.lanes, site.lane));
  }
  return views::document_of({{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}});
}

}  // namespace tensorleak::exports
