#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "reports/exports/exports.hpp"
#include "reports/exports/uri.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/json_encode.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using analysis::Frame;
using analysis::Label;
using analysis::Site;
using views::Json;

namespace {

/// A rule for each label of which can be told: its id, and what it is about.
struct Rule {
  Label label;
  const char* id;
  const char* name;
  const char* description;
};

constexpr std::array<Rule, 6> kRules{
    {{Label::kLeakGrowing, "leak-growing", "GrowingLeak",
      "The number or size of these tensors grows from frame to frame without levelling off."},
     {Label::kLeakLost, "leak-lost", "LostTensor",
      "The last handle of these tensors is gone, and the tensors are not."},
     {Label::kLeakAtExit, "leak-at-exit", "LeakAtExit",
      "These tensors were never disposed, and are alive at the end of the program."},
     {Label::kLeakBelow, "leak-below", "LeakBelow",
      "A resource below the tensors grows, and the tensors do not."},
     {Label::kUnknown, "leak-undecided", "UndecidedGrowth",
      "The recording is too short to tell a leak from a cache that fills."},
     {Label::kRetained, "survivors-beyond-limit", "TooManySurvivors",
      "More tensors are alive than a limit allows."}}};

std::size_t rule_of(Label label) {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (kRules[i].label == label) return i;
  }
  return kRules.size() - 1;
}

Json rules() {
  Json list = Json::array();
  for (const Rule& rule : kRules) {
    list.push_back({{"id", rule.id},
                    {"name", rule.name},
                    {"shortDescription", {{"text", rule.description}}},
                    {"help",
                     {{"text",
                       "Dispose the tensor after its last use, or wrap the work in "
                       "a scope that does; docs/verdicts.md has the rules."}}}});
  }
  return list;
}

const char* level_of(Status status) {
  switch (status) {
    case Status::kFails:
      return "error";
    case Status::kUndecided:
      return "warning";
    case Status::kSuppressed:
    case Status::kAllowed:
    case Status::kHarmless:
      break;
  }
  return "note";
}

Json location(const Exported& exported, const std::string& function, const std::string& file,
              std::uint32_t line, std::uint32_t column, const std::string& source = "") {
  Json location = Json::object();
  if (!file.empty()) {
    Json physical = {{"artifactLocation", {{"uri", uri_of(path_of(exported, file))}}}};
    if (line != 0) {
      physical["region"] = {{"startLine", line}};
      if (column != 0) physical["region"]["startColumn"] = column;
      if (!source.empty()) physical["region"]["snippet"] = {{"text", source}};
    }
    location["physicalLocation"] = std::move(physical);
  }
  if (!function.empty()) {
    location["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", views::printable(function)}, {"kind", "function"}}});
  }
  return location;
}

Json stacks(const Exported& exported, const Site& site) {
  Json frames = Json::array();
  for (const Frame& frame : site.stack) {
    frames.push_back(
        {{"location", location(exported, frame.function, frame.file, frame.line, frame.column)}});
  }
  return Json::array({{{"message", {{"text", "Where it was made"}}}, {"frames", frames}}});
}

Json result_of(Label label, Status status, const std::string& message) {
  const std::size_t rule = rule_of(label);
  return {{"ruleId", kRules[rule].id},
          {"ruleIndex", rule},
          {"level", level_of(status)},
          {"message", {{"text", message}}}};
}

Json site_result(const Exported& exported, std::size_t index) {
  const Site& site = exported.findings.sites[index];
  const Status status = status_of(exported, index);
  const std::string details = details_of(site);
  Json result =
      result_of(site.label, status, title_of(site) + (details.empty() ? "" : "\n" + details));
  if (const auto& frame = site.user_frame) {
    result["locations"] = Json::array({location(exported, frame->function, frame->file, frame->line,
                                                frame->column, frame->source)});
  }
  result["partialFingerprints"] = {
      {"tensorleak/v1", site.lane.empty() ? site.fingerprint : site.fingerprint + "/" + site.lane}};
  if (!site.stack.empty()) result["stacks"] = stacks(exported, site);
  if (exported.judgement != nullptr) {
    result["suppressions"] = Json::array();
    if (status == Status::kSuppressed) {
      result["suppressions"].push_back(
          {{"kind", "external"}, {"justification", suppression_of(exported, index)}});
    }
  }
  return result;
}

Json resource_result(const Exported& exported, std::size_t index) {
  const auto& resource = exported.findings.resources[index];
  const Status status = status_of_resource(exported, index);
  Json result = result_of(resource.label, status, title_of(resource));
  result["partialFingerprints"] = {{"tensorleak/v1", resource.name}};
  if (exported.judgement != nullptr) {
    result["suppressions"] = Json::array();
    if (status == Status::kSuppressed) result["suppressions"].push_back({{"kind", "external"}});
  }
  return result;
}

}  // namespace

std::string sarif(const Exported& exported) {
  Json results = Json::array();
  for (const std::size_t site : told_sites(exported))
    results.push_back(site_result(exported, site));
  for (const std::size_t resource : told_resources(exported))
    results.push_back(resource_result(exported, resource));
  const Ending ending = ending_of(exported);
  const bool judged = ending == Ending::kPassed || ending == Ending::kFailed;
  Json notification = {{"level", judged ? "note" : "error"},
                       {"message", {{"text", headline_of(exported)}}}};
  const Json run = {
      {"tool",
       {{"driver",
         {{"name", "tensorleak"}, {"version", exported.tool_version}, {"rules", rules()}}}}},
      {"invocations",
       Json::array({{{"executionSuccessful", judged},
                     {"toolExecutionNotifications", Json::array({std::move(notification)})}}})},
      {"columnKind", "utf16CodeUnits"},
      {"results", std::move(results)}};
  return views::document_of({{"$schema",
                              "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                              "sarif-schema-2.1.0.json"},
                             {"version", "2.1.0"},
                             {"runs", Json::array({run})}});
}

}  // namespace tensorleak::exports
