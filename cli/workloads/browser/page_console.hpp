// What goes wrong in a page, for people who cannot see its console.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tensorleak::cli {

/// The line to show for an event of the protocol: an uncaught exception, console.error(), a file
/// that cannot be loaded. Nothing for other events.
std::optional<std::string> page_complaint(const std::string& method,
                                          const nlohmann::json& parameters);

}  // namespace tensorleak::cli
