#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "reports/analysis/frames/per_second.hpp"
#include "reports/views/json.hpp"
#include "reports/views/json_fields.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Rate;
using trace::Error;
using trace::Result;
using Json = nlohmann::json;

namespace {

/// Where the walk through the report stands, and the first thing that was wrong.
class Place {
 public:
  /// A report of this revision has all fields that it brought.
  explicit Place(unsigned revision) : revision_(revision) {}

  bool has(Since since) const { return since.revision <= revision_; }
  bool failed() const { return !problem_.empty(); }
  const std::string& problem() const { return problem_; }

  void enter(const std::string& key) {
    lengths_.push_back(pointer_.size());
    pointer_ += "/" + key;
  }
  void leave() {
    pointer_.resize(lengths_.back());
    lengths_.pop_back();
  }
  void fail(const std::string& what) {
    if (!failed()) problem_ = fmt::format("{}: {}", pointer_, what);
  }

 private:
  unsigned revision_;
  std::string pointer_;
  std::vector<std::size_t> lengths_;
  std::string problem_;
};

template <class T>
void decode(const Json& json, T& value, Place& place);

std::string type_of(const Json& json) {
  if (json.is_null()) return "null";
  if (json.is_number_float()) return "a number with a fraction";
  const bool vowel = json.is_array() || json.is_object();
  return std::string(vowel ? "an " : "a ") + json.type_name();
}

template <std::integral T>
void decode_integer(const Json& json, T& value, Place& place) {
  const bool wanted = json.is_number_integer();
  const bool negative = wanted && !json.is_number_unsigned() && json.get<std::int64_t>() < 0;
  if (!wanted || (negative && std::is_unsigned_v<T>)) {
    return place.fail(fmt::format("expected {}, found {}",
                                  std::is_unsigned_v<T> ? "a count" : "an integer",
                                  negative ? "a negative number" : type_of(json)));
  }
  const bool fits = negative ? std::in_range<T>(json.get<std::int64_t>())
                             : std::in_range<T>(json.get<std::uint64_t>());
  if (!fits) return place.fail("the number is too large");
  value = json.get<T>();
}

template <class E>
void decode_word(const Json& json, E& value, Place& place) {
  if (json.is_string()) {
    if (const auto known = value_of<E>(json.get_ref<const std::string&>())) {
      value = *known;
      return;
    }
  }
  std::string choices;
  for (const auto& [candidate, text] : words<E>()) {
    choices += fmt::format("{}\"{}\"", choices.empty() ? "" : ", ", text);
  }
  place.fail(fmt::format(
      "expected one of {}, found {}", choices,
      json.is_string() ? json.dump(-1, ' ', true, Json::error_handler_t::replace) : type_of(json)));
}

template <class T>
void decode(const Json& json, std::vector<T>& values, Place& place) {
  if (!json.is_array()) return place.fail("expected an array, found " + type_of(json));
  values.clear();
  values.reserve(json.size());
  for (std::size_t i = 0; i < json.size() && !place.failed(); ++i) {
    place.enter(std::to_string(i));
    decode(json[i], values.emplace_back(), place);
    place.leave();
  }
}

/// Fetches each field from an object; what may be absent may also be null.
struct Reader {
  const Json& object;
  Place& place;

  template <class T>
  void operator()(const char* name, T& value, Since since = {}) {
    if (place.failed()) return;
    place.enter(name);
    if (const auto field = object.find(name); field != object.end()) {
      decode(*field, value, place);
    } else if (place.has(since)) {
      place.fail("this field is missing");
    }
    place.leave();
  }

  template <class T>
  void operator()(const char* name, std::optional<T>& value) {
    if (place.failed()) return;
    const auto field = object.find(name);
    if (field == object.end() || field->is_null()) return;
    place.enter(name);
    decode(*field, value.emplace(), place);
    place.leave();
  }
};

/// What the types of the fields do not say.
template <class T>
void require_sense(const T&, Place&) {}

void require_sense(const Rate& rate, Place& place) {
  if (rate.frames < 1) place.fail("the denominator must be at least 1");
}

template <class T>
void decode(const Json& json, T& value, Place& place) {
  if constexpr (std::is_enum_v<T>) {
    decode_word(json, value, place);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!json.is_boolean()) return place.fail("expected true or false, found " + type_of(json));
    value = json.get<bool>();
  } else if constexpr (std::is_integral_v<T>) {
    decode_integer(json, value, place);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!json.is_string()) return place.fail("expected a string, found " + type_of(json));
    value = json.get<std::string>();
  } else {
    if (!json.is_object()) return place.fail("expected an object, found " + type_of(json));
    Reader reader{json, place};
    fields(reader, value);
    if (!place.failed()) require_sense(value, place);
  }
}

/// Empty where `report` is a report that this version can read.
std::string why_not_readable(const Json& report) {
  if (!report.is_object()) return "expected a report, which is an object, found " + type_of(report);
  const auto format = report.find("format");
  if (format == report.end() || *format != kReportFormat) {
    return fmt::format("this is not a report: /format is not \"{}\"", kReportFormat);
  }
  const auto version = report.find("version");
  if (version == report.end() || !version->is_number_unsigned()) {
    return "/version: expected a version number";
  }
  if (*version != kReportVersion) {
    return fmt::format("the report has version {}, and this tensorleak reads version {}",
                       version->dump(), kReportVersion);
  }
  const auto revision = report.find("revision");
  if (revision != report.end() && !revision->is_number_unsigned()) {
    return "/revision: expected a revision number";
  }
  return "";
}

/// Early reports do not tell their revision.
unsigned revision_of(const Json& report) {
  const auto revision = report.find("revision");
  if (revision == report.end()) return kFirstRevision;
  return static_cast<unsigned>(
      std::min<std::uint64_t>(revision->get<std::uint64_t>(), kReportRevision));
}

/// Line and column of the byte at `offset`, both from 1.
Error at_offset(std::string_view text, std::size_t offset, const std::string& file) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
  const std::size_t start = before.rfind('\n');  // npos + 1 is 0
  return {file, line, before.size() - (start + 1) + 1, "", ""};
}

/// The library's own words without its preamble: "unexpected end of input; expected …".
std::string syntax_problem(const std::string& what) {
  for (const std::string_view mark : {"syntax error while parsing ", "parse error"}) {
    if (const auto start = what.find(mark); start != std::string::npos) {
      return what.substr(start);
    }
  }
  return what;
}

Result<Json> parsed(std::string_view text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    Error failure = at_offset(text, error.byte == 0 ? 0 : error.byte - 1, file);
    failure.what = "this is not JSON: " + syntax_problem(error.what());
    return trace::fail(std::move(failure));
  } catch (const Json::exception& error) {
    return trace::fail({file, 0, 0, std::string("this cannot be read: ") + error.what(), ""});
  }
}

}  // namespace

Result<Findings> findings_from_json(std::string_view text, const std::string& file) {
  const Result<Json> report = parsed(text, file);
  if (!report) return trace::fail(report.error());
  if (std::string why = why_not_readable(*report); !why.empty()) {
    return trace::fail({file, 0, 0, std::move(why), ""});
  }
  Findings findings;
  Place place(revision_of(*report));
  decode(*report, findings, place);
  if (place.failed()) return trace::fail({file, 0, 0, place.problem(), ""});
  if (findings.frames.source == analysis::FrameSource::kTime) analysis::mark_per_second(findings);
  return findings;
}

}  // namespace tensorleak::views
