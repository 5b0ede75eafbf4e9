// The gate in words: what limits, suppressions and changes are called, and what is said of a site
// or resource that passes or does not, in one line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "reports/gate/judgement.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

template <>
std::span<const std::pair<gate::Outcome, std::string_view>> words<gate::Outcome>();
template <>
std::span<const std::pair<gate::Use, std::string_view>> words<gate::Use>();
template <>
std::span<const std::pair<gate::Change, std::string_view>> words<gate::Change>();
template <>
std::span<const std::pair<gate::Measure, std::string_view>> words<gate::Measure>();

/// The option that sets such a limit: "--max-leaks".
std::string option_of(gate::Measure measure);

/// What a limit counts, as the option names it: "scope:train", "label:at exit"; empty: all.
std::string part_in_words(const gate::Limit& limit);

/// "3 leaks in scope:train where --max-leaks allows 2".
std::string breach_in_words(const gate::Breach& breach);

/// "Zeros at onFrame, app.js:14:21 (3f9a21c4)".
std::string site_in_words(const analysis::Site& site);

/// "leak:onFrame: 12 tensors at 1 site; upstream, fixed in 1.5 (known.txt:3)", and of one that does
/// not suppress why, and what to do.
std::string use_in_words(const gate::UsedSuppression& used);

/// "Zeros at onFrame, app.js:14:21 (3f9a21c4): +2 tensors, 48 B per frame, was +1 tensor, 24 B per
/// frame".
std::string change_in_words(const gate::ChangedSite& site, const analysis::Findings& before,
                            const analysis::Findings& after);
std::string change_in_words(const gate::ChangedResource& resource, const analysis::Findings& before,
                            const analysis::Findings& after);

/// "1 new, 2 gone": of each change that there is how many, in the order of their declaration.
std::string changes_in_words(const gate::Comparison& changes);

}  // namespace tensorleak::views
