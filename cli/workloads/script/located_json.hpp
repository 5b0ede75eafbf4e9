// JSON whose values know where in their file they stand, so that a mistake in a script is told at
// its line, and a script's steps have lines as code has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

struct JsonMember;

struct JsonValue {
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;  ///< in the order of the file

  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object> value;
  std::uint64_t line = 0;    ///< from 1
  std::uint64_t column = 0;  ///< in bytes, from 1

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }

  /// The member's value, or null where there is none or this is no object.
  const JsonValue* find(std::string_view name) const;

  /// "an object", "a string": for errors.
  std::string_view kind() const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

/// Parses `text`; `file` is how errors name it. A name that stands twice in an object is an error.
trace::Result<JsonValue> parse_located(std::string_view text, const std::string& file);

}  // namespace tensorleak::cli
