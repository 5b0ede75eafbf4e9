#include <fmt/format.h>

#include "reports/exports/exports.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::exports {
namespace {

/// As the runner reads data; of a property also what separates properties.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char letter : text) {
    const bool separates = property && (letter == ':' || letter == ',');
    if (letter == '%' || letter == '\r' || letter == '\n' || separates) {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    } else {
      result += letter;
    }
  }
  return result;
}

std::string command(Status status, const Place& place, const std::string& title,
                    const std::string& message) {
  std::string properties;
  if (!place.file.empty()) {
    properties = "file=" + escaped(views::printable(place.file), true) + ",";
    if (place.line != 0) properties += fmt::format("line={},", place.line);
    if (place.line != 0 && place.column != 0) properties += fmt::format("col={},", place.column);
  }
  const bool fails = status == Status::kFails;
  const char* const level = fails ? "error" : (status == Status::kUndecided ? "warning" : "notice");
  return fmt::format("::{} {}title={}::{}\n", level, properties, escaped(title, true),
                     escaped(message, false));
}

Status status_of_all(Ending ending) {
  switch (ending) {
    case Ending::kPassed:
      return Status::kAllowed;
    case Ending::kNoVerdict:
      return Status::kUndecided;
    case Ending::kFailed:
    case Ending::kProgramFailed:
      break;
  }
  return Status::kFails;
}

}  // namespace

std::string github(const Exported& exported) {
  std::string lines =
      command(status_of_all(ending_of(exported)), {}, "tensorleak", headline_of(exported));
  for (const std::size_t index : told_sites(exported)) {
    const analysis::Site& site = exported.findings.sites[index];
    const std::string suppression = suppression_of(exported, index);
    const std::string message =
        suppression.empty() ? details_of(site) : "suppressed: " + suppression;
    lines += command(status_of(exported, index), place_of(exported, site), title_of(site),
                     message.empty() ? title_of(site) : message);
  }
  for (const std::size_t index : told_resources(exported)) {
    const auto& resource = exported.findings.resources[index];
    lines +=
        command(status_of_resource(exported, index), {}, title_of(resource),
                resource.because.empty() ? title_of(resource) : views::printable(resource.because));
  }
  return lines;
}

}  // namespace tensorleak::exports
