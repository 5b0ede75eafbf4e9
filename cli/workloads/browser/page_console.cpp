#include "cli/workloads/browser/page_console.hpp"

#include <fmt/format.h>

namespace tensorleak::cli {

using nlohmann::json;

namespace {

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// An argument of console.error() as the console shows it.
std::string in_words(const json& remote_object) {
  const auto value = remote_object.find("value");
  if (value != remote_object.end()) {
    return value->is_string() ? value->get<std::string>()
                              : value->dump(-1, ' ', false, json::error_handler_t::replace);
  }
  return text_at(remote_object, "description");
}

std::string place(const json& details) {
  const std::string url = text_at(details, "url");
  if (url.empty()) return "";
  const auto line = details.value("lineNumber", -1);
  return line < 0 ? fmt::format(" ({})", url) : fmt::format(" ({}:{})", url, line + 1);
}

std::string exception_in_words(const json& details) {
  const std::string thrown = in_words(details.value("exception", json::object()));
  return (thrown.empty() ? text_at(details, "text") : thrown) + place(details);
}

std::string console_in_words(const json& parameters) {
  std::string words;
  for (const json& argument : parameters.value("args", json::array())) {
    words += (words.empty() ? "" : " ") + in_words(argument);
  }
  return words;
}

}  // namespace

std::optional<std::string> page_complaint(const std::string& method, const json& parameters) {
  if (method == "Runtime.exceptionThrown") {
    return exception_in_words(parameters.value("exceptionDetails", json::object()));
  }
  if (method == "Runtime.consoleAPICalled" && text_at(parameters, "type") == "error") {
    return console_in_words(parameters);
  }
  if (method == "Log.entryAdded") {
    const json entry = parameters.value("entry", json::object());
    // Browsers ask for an icon by themselves, and few folders have one.
    if (text_at(entry, "url").ends_with("/favicon.ico")) return std::nullopt;
    if (text_at(entry, "level") == "error") return text_at(entry, "text") + place(entry);
  }
  return std::nullopt;
}

}  // namespace tensorleak::cli
