// What only the verbose answer shows of a group: its whole stack, its numbers, its population.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/views/text.hpp"
#include "reports/views/text_style.hpp"

namespace tensorleak::views {

std::string site_detail(const analysis::Site& site, const TextOptions& options, const Paint& paint);

/// "30 created", "2 kept": a number of the group's tensors and what they are.
struct Count {
  std::uint64_t number = 0;
  std::string_view words;
};

/// How many were created and disposed, and the counts of the evidence that are not 0.
std::vector<Count> counts_of(const analysis::Site& site);

/// "the stack was recorded of 12 of its 40 tensors"; empty where it was of all, or of none.
std::string recorded_stacks_in_words(const analysis::Site& site);

/// "held by history (Array, 30 elements), in app: global → app → .history Array → [29]", one line
/// for each holder; none where nobody looked.
std::vector<std::string> holders_in_words(const analysis::Site& site);

/// "FILE:LINE:COLUMN", as far as each is known, printable.
std::string place(const std::string& file, std::uint32_t line, std::uint32_t column);

/// The same of a frame: the place that a library's authors wrote where it is known.
std::string place(const analysis::Frame& frame);
std::string place(const analysis::UserFrame& frame);

/// The function's name, printable; "(anonymous)" where it has none.
std::string function_in_words(const analysis::Frame& frame);

}  // namespace tensorleak::views
