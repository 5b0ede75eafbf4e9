#include "cli/workloads/script/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <span>

namespace tensorleak::cli::script {

namespace {

const JsonValue::Array kNoMembers;

std::string expected(std::string_view what, const JsonValue& found) {
  return fmt::format("expected {}, found {}", what, found.kind());
}

}  // namespace

void Mistake::note(const JsonValue& at, const std::string& pointer, const std::string& what,
                   const std::string& cure) {
  if (first_) return;
  first_ = trace::Error{file_, at.line, at.column,
                        pointer.empty() ? what : fmt::format("{}: {}", pointer, what), cure};
}

Fields::Fields(const JsonValue& object, std::string pointer, Mistake& mistake)
    : object_(object), pointer_(std::move(pointer)), mistake_(mistake) {
  if (object.as<JsonValue::Object>() == nullptr) {
    mistake_.note(object, pointer_, expected("an object", object));
  }
}

std::string Fields::pointer(std::string_view name) const {
  return fmt::format("{}/{}", pointer_, name);
}

void Fields::fail(const JsonValue& at, std::string_view name, const std::string& what,
                  const std::string& cure) {
  mistake_.note(at, pointer(name), what, cure);
}

const JsonValue* Fields::get(std::string_view name, bool required) {
  asked_.push_back(name);
  const JsonValue* const value = object_.find(name);
  if (value == nullptr && required) {
    mistake_.note(object_, pointer_, fmt::format("the field \"{}\" is missing", name));
  }
  return value;
}

std::string Fields::text(std::string_view name, bool required) {
  const JsonValue* const value = get(name, required);
  if (value == nullptr) return "";
  const auto* const text = value->as<std::string>();
  if (text == nullptr) fail(*value, name, expected("a string", *value));
  return text == nullptr ? "" : *text;
}

std::optional<std::string> Fields::name_in(const JsonValue& value, std::string_view name) {
  const auto* const text = value.as<std::string>();
  if (text != nullptr && !text->empty()) return *text;
  fail(value, name, text != nullptr ? "a name is empty" : expected("a name", value));
  return std::nullopt;
}

std::vector<std::string> Fields::names(std::string_view name, bool required) {
  const JsonValue* const value = get(name, required);
  if (value == nullptr) return {};
  std::vector<std::string> result;
  const auto* const list = value->as<JsonValue::Array>();
  const std::span<const JsonValue> members =
      list == nullptr ? std::span(value, 1) : std::span(*list);
  result.reserve(members.size());
  for (const JsonValue& member : members) {
    if (auto text = name_in(member, name)) result.push_back(std::move(*text));
  }
  return result;
}

std::optional<std::int64_t> Fields::integer(std::string_view name, std::int64_t least) {
  const JsonValue* const value = get(name);
  if (value == nullptr) return std::nullopt;
  const auto* const number = value->as<std::int64_t>();
  if (number == nullptr) {
    fail(*value, name, expected("a whole number", *value));
  } else if (*number < least) {
    fail(*value, name, fmt::format("expected {} or more, found {}", least, *number));
  } else {
    return *number;
  }
  return std::nullopt;
}

std::int64_t Fields::required_integer(std::string_view name, std::int64_t least) {
  static_cast<void>(get(name, true));
  return integer(name, least).value_or(std::max<std::int64_t>(least, 0));
}

std::optional<double> Fields::number(std::string_view name) {
  const JsonValue* const value = get(name);
  if (value == nullptr) return std::nullopt;
  if (const auto* const integer = value->as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* const number = value->as<double>()) return *number;
  if (const auto* const truth = value->as<bool>()) return *truth ? 1.0 : 0.0;
  fail(*value, name, expected("a number", *value));
  return std::nullopt;
}

std::vector<double> Fields::numbers(std::string_view name) {
  std::vector<double> result;
  const JsonValue::Array& members = list(name);
  result.reserve(members.size());
  for (const JsonValue& member : members) {
    const auto* const integer = member.as<std::int64_t>();
    const auto* const number = member.as<double>();
    if (integer == nullptr && number == nullptr) {
      fail(member, name, expected("a number", member));
      return {};
    }
    result.push_back(integer != nullptr ? static_cast<double>(*integer) : *number);
  }
  return result;
}

std::optional<track::Shape> Fields::shape(std::string_view name) {
  if (get(name) == nullptr) return std::nullopt;
  std::vector<std::int64_t> sizes;
  const JsonValue::Array& members = list(name);
  sizes.reserve(members.size());
  for (const JsonValue& member : members) {
    const auto* const size = member.as<std::int64_t>();
    if (size == nullptr || *size < -1) {
      fail(member, name, size == nullptr ? expected("a size", member) : "a size is negative");
      return track::Shape();
    }
    sizes.push_back(*size);
  }
  if (sizes.size() > track::Shape::kMaxRank) {
    fail(object_, name, fmt::format("a shape has at most {} sizes", track::Shape::kMaxRank));
    return track::Shape();
  }
  return track::Shape(std::span<const std::int64_t>(sizes));
}

track::Shape Fields::required_shape(std::string_view name) {
  static_cast<void>(get(name, true));
  return shape(name).value_or(track::Shape());
}

std::optional<track::DType> Fields::dtype(std::string_view name) {
  if (!has(name)) return std::nullopt;
  const std::string text = this->text(name);
  try {
    return track::dtype_from_name(text);
  } catch (const std::exception&) {
    fail(*object_.find(name), name, fmt::format("\"{}\" is no dtype", text),
         "use float16, float32, float64, int8, int16, int32, int64, uint8, bool, complex64 or "
         "string");
    return std::nullopt;
  }
}

const JsonValue::Array& Fields::list(std::string_view name, bool required) {
  const JsonValue* const value = get(name, required);
  if (value == nullptr) return kNoMembers;
  const auto* const members = value->as<JsonValue::Array>();
  if (members == nullptr) fail(*value, name, expected("a list", *value));
  return members == nullptr ? kNoMembers : *members;
}

void Fields::refuse_others() {
  const auto* const members = object_.as<JsonValue::Object>();
  if (members == nullptr) return;
  for (const JsonMember& member : *members) {
    if (std::ranges::find(asked_, member.name) != asked_.end()) continue;
    std::ranges::sort(asked_);
    const auto last = std::unique(asked_.begin(), asked_.end());
    mistake_.note(member.value, pointer_, fmt::format("there is no field \"{}\" here", member.name),
                  fmt::format("known are: {}", fmt::join(asked_.begin(), last, ", ")));
    return;
  }
}

}  // namespace tensorleak::cli::script
