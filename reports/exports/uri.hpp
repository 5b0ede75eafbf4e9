// References to files as RFC 3986 spells them.
#pragma once

#include <string>
#include <string_view>

namespace tensorleak::exports {

/// A relative path as a relative reference, an absolute one as a file: URI, each with what a URI
/// cannot have percent-encoded; an address with a scheme stays what it is, encoded likewise.
std::string uri_of(std::string_view path);

}  // namespace tensorleak::exports
