#include "reports/views/json_gate.hpp"

#include "reports/views/gate_words.hpp"
#include "reports/views/json_encode.hpp"

namespace tensorleak::views {

using analysis::Findings;

namespace {

Json fingerprints(const std::vector<std::size_t>& sites, const Findings& findings) {
  Json list = Json::array();
  for (const std::size_t site : sites)
    list.push_back(findings.sites[site].fingerprint);
  return list;
}

Json resource_names(const std::vector<std::size_t>& resources, const Findings& findings) {
  Json list = Json::array();
  for (const std::size_t resource : resources)
    list.push_back(findings.resources[resource].name);
  return list;
}

Json breach_json(const gate::Breach& breach, const Findings& findings) {
  Json json;
  json["limit"] = option_of(breach.limit.measure);
  json["part"] = part_in_words(breach.limit);
  json["allowed"] = breach.limit.most;
  if (breach.limit.measure == gate::Measure::kGrowth) {
    json["growth"] = encoded(breach.growth);
  } else {
    json["count"] = breach.count;
  }
  json["fingerprints"] = fingerprints(breach.sites, findings);
  json["resources"] = resource_names(breach.resources, findings);
  return json;
}

Json suppression_json(const gate::UsedSuppression& used, const Findings& findings) {
  const gate::Suppression& suppression = used.suppression;
  Json json;
  json["name"] = suppression.name();
  json["use"] = word(used.use);
  json["reason"] = suppression.reason;
  if (suppression.most) json["max"] = *suppression.most;
  if (suppression.expires) json["expires"] = gate::in_words(*suppression.expires);
  json["file"] = suppression.file;
  json["line"] = suppression.line;
  json["tensors"] = used.tensors;
  json["fingerprints"] = fingerprints(used.sites, findings);
  json["resources"] = resource_names(used.resources, findings);
  return json;
}

/// What changed, by names alone: the sites themselves are in the report. Of what is gone the
/// baseline knows more.
Json changes_json(const gate::Judgement& judgement, const Findings& findings) {
  Json list = Json::array();
  for (const gate::ChangedSite& site : judgement.changes->sites) {
    if (site.after.empty()) continue;
    list.push_back({{"change", word(site.change)},
                    {"fingerprint", findings.sites[site.after.front()].fingerprint}});
  }
  for (const gate::ChangedResource& resource : judgement.changes->resources) {
    if (resource.after.empty()) continue;
    list.push_back({{"change", word(resource.change)},
                    {"resource", findings.resources[resource.after.front()].name}});
  }
  return list;
}

template <class Finding>
Json chosen(const std::vector<std::size_t>& places, const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const std::size_t place : places)
    list.push_back(encoded(findings[place]));
  return list;
}

Json counts_json(const gate::Comparison& changes) {
  Json counts;
  for (const auto& [change, name] : words<gate::Change>())
    counts[std::string(name)] = changes.count(change);
  return counts;
}

}  // namespace

Json gate_json(const gate::Judgement& judgement, const Findings& findings) {
  Json json;
  json["outcome"] = word(judgement.outcome);
  json["breaches"] = Json::array();
  for (const gate::Breach& breach : judgement.breaches)
    json["breaches"].push_back(breach_json(breach, findings));
  json["suppressions"] = Json::array();
  for (const gate::UsedSuppression& used : judgement.suppressions)
    json["suppressions"].push_back(suppression_json(used, findings));
  if (judgement.changes) {
    json["counts"] = counts_json(*judgement.changes);
    json["changes"] = changes_json(judgement, findings);
  }
  json["doubts"] = encoded(judgement.doubts);
  json["estimated"] = fingerprints(judgement.estimated, findings);
  return json;
}

std::string difference_json(const gate::Comparison& changes, const Findings& before,
                            const Findings& after, const ReportContext& context) {
  Json json;
  json["format"] = kDifferenceFormat;
  json["version"] = kDifferenceVersion;
  json["tool"] = {{"name", "tensorleak"}, {"version", context.tool_version}};
  json["exit"] = context.exit;
  json["before"] = encoded(before.subject);
  json["after"] = encoded(after.subject);
  json["counts"] = counts_json(changes);
  json["sites"] = Json::array();
  for (const gate::ChangedSite& site : changes.sites) {
    json["sites"].push_back({{"change", word(site.change)},
                             {"before", chosen(site.before, before.sites)},
                             {"after", chosen(site.after, after.sites)}});
  }
  json["resources"] = Json::array();
  for (const gate::ChangedResource& resource : changes.resources) {
    json["resources"].push_back({{"change", word(resource.change)},
                                 {"before", chosen(resource.before, before.resources)},
                                 {"after", chosen(resource.after, after.resources)}});
  }
  return document_of(json);
}

}  // namespace tensorleak::views
