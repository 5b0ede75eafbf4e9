#include "libtrack/trace/event_log_fault.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include "libtrack/trace/line_reader.hpp"

namespace tensorleak::trace {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(kLinePadding >= simdjson::SIMDJSON_PADDING);

constexpr std::size_t kQuotedSize = 40;

/// The text of a value in the line that it was parsed from.
std::string_view source_of(ondemand::value value) {
  std::string_view token = value.raw_json_token();
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last + 1);
}

std::optional<ondemand::value> member_of(ondemand::object object, std::string_view name) {
  for (auto field : object) {
    std::string_view key;
    ondemand::value value;
    if (field.unescaped_key().get(key) != simdjson::SUCCESS) return std::nullopt;
    if (field.value().get(value) != simdjson::SUCCESS) return std::nullopt;
    if (key == name) return value;
  }
  return std::nullopt;
}

std::optional<ondemand::value> element_of(ondemand::value list, std::size_t index) {
  ondemand::array elements;
  if (list.get_array().get(elements) != simdjson::SUCCESS) return std::nullopt;
  for (auto element : elements) {
    ondemand::value value;
    if (element.get(value) != simdjson::SUCCESS) return std::nullopt;
    if (index-- == 0) return value;
  }
  return std::nullopt;
}

std::optional<ondemand::value> value_at(ondemand::object event, const FieldPlace& place) {
  std::optional<ondemand::value> value = member_of(event, place.field);
  if (value && place.index) value = element_of(*value, *place.index);
  if (value && !place.member.empty()) {
    ondemand::object object;
    if (value->get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
    value = member_of(object, place.member);
  }
  return value;
}

/// The text of the value at `place`, a part of `line`; nothing if it is missing.
std::optional<std::string_view> find_source(std::string_view line, const FieldPlace& place) {
  ondemand::parser parser;
  ondemand::document document;
  ondemand::object event;
  const simdjson::padded_string_view padded(line, line.size() + kLinePadding);
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return std::nullopt;
  if (document.get_object().get(event) != simdjson::SUCCESS) return std::nullopt;
  const auto value = value_at(event, place);
  if (!value) return std::nullopt;
  return source_of(*value);
}

std::string describe_value(std::string_view source) {
  if (source.starts_with('{')) return "an object";
  if (source.starts_with('[')) return "a list";
  return quotable(source);
}

}  // namespace

std::string FieldPlace::text() const {
  std::string text(field);
  if (index) text += fmt::format("[{}]", *index);
  if (!member.empty()) text += fmt::format(".{}", quotable(member));
  return text;
}

LineFault explain_fault(std::string_view line, const FieldFault& fault) {
  const auto source = find_source(line, fault.place);
  const std::string found = source ? describe_value(*source) : "missing";
  const std::size_t offset =
      source ? static_cast<std::size_t>(source->data() - line.data()) : line.find_last_of('}');
  return {.column = offset + 1,
          .what = fmt::format(fmt::runtime(fault.wording), fmt::arg("name", fault.place.text()),
                              fmt::arg("value", found), fmt::arg("expected", fault.expected)),
          .cure = std::string(fault.cure)};
}

LineFault explain_not_an_object(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return {
      .column = first + 1,
      .what = fmt::format("the line is {}, expected an object such as {{\"e\":\"use\",\"id\":1}}",
                          describe_value(line.substr(first))),
      .cure = std::string(kSeeFormat)};
}

std::string quotable(std::string_view text) {
  std::string_view shown = text.substr(0, kQuotedSize);
  // A cut within a character would make the whole text look malformed.
  while (shown.size() < text.size() && !shown.empty() &&
         (static_cast<unsigned char>(text[shown.size()]) & 0xc0u) == 0x80u) {
    shown.remove_suffix(1);
  }
  const bool is_utf8 = simdjson::validate_utf8(shown);
  std::string result;
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20u && byte != 0x7fu && (byte < 0x80u || is_utf8);
    if (plain) {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", byte);
    }
  }
  if (shown.size() < text.size()) result += "…";
  return result;
}

}  // namespace tensorleak::trace
