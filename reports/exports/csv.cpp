#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/exports/exports.hpp"
#include "reports/gate/suppressions.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using analysis::Site;

namespace {

const char* const kNames =
    "fingerprint,label,status,op,dtype,shape,scope,function,file,line,column,lane,"
    "tensors_per_frame,bytes_per_frame,alive,alive_bytes,leaked,leaked_bytes,created,disposed\r\n";

const char* word_of(Status status) {
  switch (status) {
    case Status::kFails:
      return "fails";
    case Status::kUndecided:
      return "undecided";
    case Status::kSuppressed:
      return "suppressed";
    case Status::kAllowed:
      return "allowed";
    case Status::kHarmless:
      break;
  }
  return "harmless";
}

/// A field, in quotes where it needs them. What a spreadsheet would take for a formula does not
/// begin with its sign.
std::string field(std::string_view text) {
  std::string value = views::printable(text);
  if (!value.empty() && std::string_view("=+-@").find(value[0]) != std::string_view::npos)
    value.insert(value.begin(), '\'');
  if (value.find_first_of(",\"") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char letter : value) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

std::string shape_of(const Site& site) {
  if (site.shapes.empty() || !site.shapes.front().shape) return "";
  return gate::shape_in_words(*site.shapes.front().shape);
}

std::string line_of(const Exported& exported, std::size_t index) {
  const Site& site = exported.findings.sites[index];
  const Place place = place_of(exported, site);
  const std::string scope = fmt::format("{}", fmt::join(site.scope_path, "/"));
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
                     site.fingerprint, field(views::word(site.label)),
                     word_of(status_of(exported, index)), field(site.op), field(site.dtype),
                     field(shape_of(site)), field(scope),
                     field(site.user_frame ? site.user_frame->function : ""), field(place.file),
                     place.line, place.column, field(site.lane), site.tensors_per_frame.per_frame(),
                     site.bytes_per_frame.per_frame(), site.alive, site.alive_bytes, site.leaked,
                     site.leaked_bytes, site.created, site.disposed);
}

}  // namespace

std::string csv(const Exported& exported) {
  std::string text = kNames;
  for (std::size_t i = 0; i < exported.findings.sites.size(); ++i)
    text += line_of(exported, i);
  return text;
}

}  // namespace tensorleak::exports
