#include "libtrack/trace/event_parser.hpp"

#include <fmt/format.h>

#include "libtrack/trace/event_log_format.hpp"

namespace tensorleak::trace {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kHeaderCure =
    R"(start the log with {"e":"header","format":"tensor-event-log","version":1}; )"
    "see docs/event-log.md";

LineFault no_header(const LineFault& fault) {
  return {.column = fault.column,
          .what = "the first line is no header: " + fault.what,
          .cure = std::string(kHeaderCure),
          .at_end = fault.at_end};
}

/// Explains a file that some shells write when they redirect what a program prints.
std::optional<LineFault> explain_utf16(std::string_view line) {
  if (!line.starts_with("\xff\xfe") && !line.starts_with("\xfe\xff")) return std::nullopt;
  return LineFault{.column = 1,
                   .what = "the file is in UTF-16, expected UTF-8",
                   .cure = "write the log in UTF-8"};
}

std::optional<LineFault> explain_first(const FaultKeeper& faults, std::string_view line) {
  if (!faults.fault()) return std::nullopt;
  return explain_fault(line, *faults.fault());
}

void check_format(const Fields& fields) {
  if (fields.text("format") != kEventLogFormat) fields.refuse("format", R"("tensor-event-log")");
  const auto version = fields.whole("version", "1");
  if (!version) fields.refuse("version", "1");
  if (version == kEventLogVersion) return;
  fields.refuse({.place = {"version", std::nullopt, {}},
                 .expected = "version 1",
                 .cure = "use a newer tensorleak, or record with a writer of version 1",
                 .wording = "version {value} of the event log, this tensorleak reads {expected}"});
}

/// What the word in field `name` stands for; that of the first word where the field is absent.
template <class Words>
auto word(const Fields& fields, std::string_view name, const Words& words,
          std::string_view expected) {
  const auto text = fields.text(name);
  if (!text) return words[0].meaning;
  const auto meaning = meaning_of(*text, words);
  if (!meaning) fields.refuse(name, expected);
  return meaning.value_or(words[0].meaning);
}

}  // namespace

std::optional<LineFault> EventParser::parse_object(std::string_view line, dom::object& object) {
  dom::element root;
  const auto error = parser_.parse(line.data(), line.size(), false).get(root);
  if (error != simdjson::SUCCESS) {
    return explain_malformed(line, simdjson::error_message(error));
  }
  if (root.get_object().get(object) != simdjson::SUCCESS) return explain_not_an_object(line);
  return std::nullopt;
}

std::optional<LineFault> EventParser::parse_header(std::string_view line, Event& into) {
  if (auto fault = explain_utf16(line)) return fault;
  dom::object object;
  if (const auto fault = parse_object(line, object)) return no_header(*fault);
  FaultKeeper faults;
  const Fields fields(object, faults);
  const auto kind = fields.required_text("e", R"("header")");
  if (kind != "header") fields.refuse("e", R"("header")");
  if (const auto fault = explain_first(faults, line)) return no_header(*fault);
  into = read_header(fields);
  return explain_first(faults, line);
}

Header EventParser::read_header(const Fields& fields) {
  check_format(fields);
  time_unit_ = word(fields, "time_unit", kTimeUnits, R"("ns", "us", "ms" or "s")");
  return Header{.version = kEventLogVersion,
                .runtime = fields.text("runtime").value_or(""),
                .backend = fields.text("backend").value_or(""),
                .program = fields.text("program").value_or(""),
                .bytes_rule = word(fields, "bytes_rule", kBytesRules, R"("buffer" or "tensor")"),
                .process = fields.whole("process").value_or(0),
                .started_late = fields.truth("started_late", false)};
}

std::optional<LineFault> EventParser::parse_event(std::string_view line, Event& into) {
  dom::object object;
  if (auto fault = parse_object(line, object)) return fault;
  FaultKeeper faults;
  const Fields fields(object, faults);
  const auto kind = fields.required_text("e", "the name of an event");
  if (kind == "header") {
    fields.refuse({.place = {"e", std::nullopt, {}},
                   .expected = "another event, as the header stands only on the first line",
                   .cure = "write each recording into a file of its own"});
  } else {
    read_event(kind, fields, time_unit_, buffers_, into);
  }
  return explain_first(faults, line);
}

}  // namespace tensorleak::trace
