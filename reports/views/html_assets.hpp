// The parts of the HTML report that stand in html/. cmake/EmbedPage.cmake writes their source file
// when the project is built.
#pragma once

#include <string_view>

namespace tensorleak::views {

extern const std::string_view kPageTemplate;  ///< with {names} where its parts go
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
extern const std::string_view kPageStyleHash;  ///< base64 of its SHA-256, as a policy names it
extern const std::string_view kPageScriptHash;

}  // namespace tensorleak::views
