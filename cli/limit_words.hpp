// Limits of the gate as the command line spells them.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "reports/gate/limits.hpp"

namespace tensorleak::cli {

/// "4", "scope:train=4", "label:at exit=4", "site:3f9a21c4=4"; a growth is a size, such as "1KB".
/// Labels may be written without their "LEAK, ", in any case, and with a - for a blank. The error
/// says what was expected.
tl::expected<gate::Limit, std::string> parse_limit(gate::Measure measure, std::string_view text);

}  // namespace tensorleak::cli
