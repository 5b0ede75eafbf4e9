#include "libtrack/trace/event_log_fields.hpp"

#include <cmath>
#include <limits>

namespace tensorleak::trace {

namespace dom = simdjson::dom;

std::optional<std::uint64_t> whole_number(dom::element value) {
  std::uint64_t whole = 0;
  if (value.get_uint64().get(whole) == simdjson::SUCCESS) return whole;
  if (!value.is_double()) return std::nullopt;
  constexpr double kExactUpTo = 9007199254740992.0;  // 2^53: above it a double skips whole numbers
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) return std::nullopt;
  if (number < 0 || number > kExactUpTo || number != std::floor(number)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

std::optional<dom::element> Fields::find(std::string_view name) const {
  dom::element value;
  if (object_.at_key(name).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

std::optional<std::string_view> Fields::text(std::string_view name) const {
  const auto value = find(name);
  if (!value) return std::nullopt;
  std::string_view text;
  if (value->get_string().get(text) != simdjson::SUCCESS) refuse(name, "a text");
  return text;
}

std::string_view Fields::required_text(std::string_view name, std::string_view expected) const {
  const auto value = find(name);
  std::string_view text;
  if (!value || value->get_string().get(text) != simdjson::SUCCESS) refuse(name, expected);
  return text;
}

std::optional<std::uint64_t> Fields::whole(std::string_view name, std::string_view expected) const {
  const auto value = find(name);
  if (!value) return std::nullopt;
  const auto number = whole_number(*value);
  if (!number) refuse(name, expected);
  return number;
}

std::uint64_t Fields::required_whole(std::string_view name, std::string_view expected) const {
  const auto number = whole(name, expected);
  if (!number) refuse(name, expected);
  return number.value_or(0);
}

std::uint32_t Fields::ordinal(std::string_view name) const {
  constexpr std::string_view kExpected = "a whole number from 0 to 4294967295";
  const auto number = whole(name, kExpected);
  if (!number) return 0;
  if (*number > std::numeric_limits<std::uint32_t>::max()) refuse(name, kExpected);
  return static_cast<std::uint32_t>(*number);
}

bool Fields::truth(std::string_view name, bool otherwise) const {
  const auto value = find(name);
  bool truth = otherwise;
  if (value && value->get_bool().get(truth) != simdjson::SUCCESS) refuse(name, "true or false");
  return truth;
}

std::optional<dom::array> Fields::list(std::string_view name, std::string_view expected) const {
  const auto value = find(name);
  if (!value) return std::nullopt;
  dom::array list;
  if (value->get_array().get(list) == simdjson::SUCCESS) return list;
  refuse(name, expected);
  return std::nullopt;
}

std::optional<dom::object> Fields::object(std::string_view name, std::string_view expected) const {
  const auto value = find(name);
  if (!value) return std::nullopt;
  dom::object object;
  if (value->get_object().get(object) == simdjson::SUCCESS) return object;
  refuse(name, expected);
  return std::nullopt;
}

void Fields::refuse(std::string_view name, std::string_view expected) const {
  FieldPlace place{.field = name, .index = std::nullopt, .member = {}};
  if (parent_) place = {.field = parent_->field, .index = parent_->index, .member = name};
  faults_.refuse({.place = place, .expected = expected});
}

}  // namespace tensorleak::trace
