// From the values of the analysis to JSON, field by field (json_fields.hpp).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "reports/views/json_fields.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using Json = nlohmann::ordered_json;

template <class T>
Json encoded(const T& value);

template <class T>
Json encoded(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values)
    list.push_back(encoded(value));
  return list;
}

/// Puts each field into an object; what is absent is left out.
struct JsonWriter {
  Json& object;

  template <class T>
  void operator()(const char* name, const T& value, Since /*since*/ = {}) {
    object[name] = encoded(value);
  }

  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) object[name] = encoded(*value);
  }
};

template <class T>
Json encoded(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return word(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    Json object = Json::object();
    JsonWriter writer{object};
    fields(writer, value);
    return object;
  }
}

/// The document's text, indented, ending in a line break; bytes that are not UTF-8 become U+FFFD.
inline std::string document_of(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tensorleak::views
