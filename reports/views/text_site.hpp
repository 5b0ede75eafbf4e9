// The block of one group of survivors, or of one resource below the tensors.
#pragma once

#include <cstddef>
#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::views {

/// Label, growth, shape, where it was made, why it is what it is, and the fix; `number` counts the
/// blocks from 1. Verbose blocks add the whole stack and the population.
std::string site_block(std::size_t number, const analysis::Site& site, const TextOptions& options);

/// Label, name, growth and why.
std::string resource_block(std::size_t number, const analysis::ResourceFinding& resource,
                           const TextOptions& options);

/// "float32 [1,224,224,3]", "float32 []" for a scalar, "int32 [4] and 2 other shapes".
std::string dtype_and_shape(const analysis::Site& site);

/// How much it is: growth where it grows, else what leaked or is alive.
std::string amount(const analysis::Site& site);

/// "onClick", "onClick › (anonymous)" for a callback, "(anonymous)" where it has no name.
std::string function_in_words(const analysis::UserFrame& frame);

/// The part of the fingerprint that people are shown.
std::string short_fingerprint(const analysis::Site& site);

}  // namespace tensorleak::views
