#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "reports/views/json.hpp"
#include "reports/views/json_fields.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using Json = nlohmann::ordered_json;

namespace {

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
struct Writer {
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
    Writer writer{object};
    fields(writer, value);
    return object;
  }
}

}  // namespace

std::string json(const analysis::Findings& findings, const ReportContext& context) {
  Json report;
  report["format"] = kReportFormat;
  report["version"] = kReportVersion;
  report["revision"] = kReportRevision;
  report["tool"] = {{"name", "tensorleak"}, {"version", context.tool_version}};
  report["exit"] = context.exit;
  report["applies"] = context.applies;
  Writer writer{report};
  fields(writer, findings);
  constexpr int kIndent = 2;
  return report.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tensorleak::views
