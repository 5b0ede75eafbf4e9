#include <nlohmann/json.hpp>

#include "reports/exports/exports.hpp"
#include "reports/views/json_encode.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using views::Json;

namespace {

const char* severity_of(Status status) {
  switch (status) {
    case Status::kFails:
      return "major";
    case Status::kUndecided:
      return "minor";
    case Status::kSuppressed:
    case Status::kAllowed:
    case Status::kHarmless:
      break;
  }
  return "info";
}

/// An entry without a path is refused, so that what is seen nowhere is told of the recording.
Json entry(const Exported& exported, Status status, analysis::Label label, const std::string& title,
           const std::string& fingerprint, const Place& place) {
  const std::string& file = place.file.empty() ? exported.findings.subject.input : place.file;
  return {{"description", title},
          {"check_name", "tensorleak: " + std::string(views::word(label))},
          {"fingerprint", fingerprint},
          {"severity", severity_of(status)},
          {"location",
           {{"path", views::printable(file)},
            {"lines", {{"begin", std::max<std::uint32_t>(place.line, 1)}}}}}};
}

}  // namespace

std::string gitlab(const Exported& exported) {
  Json entries = Json::array();
  for (const std::size_t index : told_sites(exported)) {
    const analysis::Site& site = exported.findings.sites[index];
    const std::string fingerprint =
        site.lane.empty() ? site.fingerprint : site.fingerprint + "/" + site.lane;
    entries.push_back(entry(exported, status_of(exported, index), site.label, title_of(site),
                            fingerprint, place_of(exported, site)));
  }
  for (const std::size_t index : told_resources(exported)) {
    const auto& resource = exported.findings.resources[index];
    entries.push_back(entry(exported, status_of_resource(exported, index), resource.label,
                            title_of(resource), "resource/" + resource.name, {}));
  }
  return views::document_of(entries);
}

}  // namespace tensorleak::exports
