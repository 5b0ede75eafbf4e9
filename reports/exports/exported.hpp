// What the exports share: which findings other tools are told of, as what, and in which words.
//
// An export is one function from findings to the text of a file, one source a format.
// docs/exports.md says what each tool is given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/gate/judgement.hpp"

namespace tensorleak::exports {

/// What is exported.
struct Exported {
  const analysis::Findings& findings;
  const gate::Judgement* judgement = nullptr;  ///< nullptr: the gate was not asked
  std::string tool_version;
  std::string root;  ///< paths below this folder are told relative to it; empty: none are
};

/// What is to be done about a site or resource.
enum class Status : std::uint8_t {
  kFails,       ///< leaks, and may not
  kUndecided,   ///< its label is unknown
  kSuppressed,  ///< may leak: the gate was told so
  kAllowed,     ///< leaks, and is within the limits or in the baseline
  kHarmless,    ///< alive, and no leak
};

Status status_of(const Exported& exported, std::size_t site);
Status status_of_resource(const Exported& exported, std::size_t resource);

/// Sites that leak, fail a limit, or are undecided, in the order of the findings.
std::vector<std::size_t> told_sites(const Exported& exported);
/// Resources that leak or are undecided.
std::vector<std::size_t> told_resources(const Exported& exported);

/// How the whole ended.
enum class Ending : std::uint8_t { kPassed, kFailed, kNoVerdict, kProgramFailed };

Ending ending_of(const Exported& exported);

/// "FAILED  1 leak where none is allowed", as the answer's first line has it.
std::string headline_of(const Exported& exported);

/// "LEAK, growing: +1 tensor, 24 B per frame, of Zeros float32 [2,3]".
std::string title_of(const analysis::Site& site);
std::string title_of(const analysis::ResourceFinding& resource);

/// Why it is what it is called, and what to do, in one or two lines.
std::string details_of(const analysis::Site& site);

/// Why the gate lets it pass: the suppression's name and reason; empty where none suppresses it.
std::string suppression_of(const Exported& exported, std::size_t site);

/// A file's path below the root as other tools know it, and any other as it is.
std::string path_of(const Exported& exported, const std::string& file);

/// Where people are sent: the user's line; a file of no name and line 0 where there is none.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};
Place place_of(const Exported& exported, const analysis::Site& site);

}  // namespace tensorleak::exports
