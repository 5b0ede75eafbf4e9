// The one line that libtrack says on standard error when it has to give up.
#pragma once

#include <initializer_list>
#include <string_view>

namespace tensorleak::record {

/// Writes "tensorleak: " and the parts as one line. Allocates nothing, keeps errno.
void say(std::initializer_list<std::string_view> parts) noexcept;

/// The system's words for an errno value, as a static string.
std::string_view words_for(int error) noexcept;

}  // namespace tensorleak::record
