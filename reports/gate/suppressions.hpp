// Leaks that are known and allowed for now, as a file names them: one a line,
//
//   # what the file is for
//   leak:ImageClassifier                reason="upstream, fixed in 1.5" expires=2027-03-01
//   op:^Variable$                       max=4
//
// docs/gate.md ("Suppressions") is the document of the format. A file for LeakSanitizer is one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::gate {

using Date = std::chrono::year_month_day;

/// What a pattern is held against.
enum class Subject : std::uint8_t {
  kLeak,      ///< functions, files and modules of the stack
  kOp,        ///< the operation
  kScope,     ///< names of the scopes, and their path
  kFile,      ///< the file of the user's line
  kShape,     ///< the shape: "[1,224,224,3]"
  kSite,      ///< the fingerprint, of which a suppression has the beginning
  kResource,  ///< the name of what leaks below the tensors
};

/// Every subject with the word before its colon.
std::span<const std::pair<Subject, std::string_view>> subjects();

/// "2027-03-01".
std::string in_words(Date date);

struct Suppression {
  Subject subject = Subject::kLeak;
  std::string pattern;
  std::optional<std::uint64_t> most;  ///< tensors; with more, none of them is suppressed
  std::string reason;
  std::optional<Date> expires;  ///< the last day on which it counts, in UTC
  std::string file;             ///< that it stands in
  std::uint64_t line = 0;

  /// "leak:ImageClassifier".
  std::string name() const;

  friend bool operator==(const Suppression&, const Suppression&) = default;
};

/// Reads a file's text; errors name `file`, the line, and what to write instead.
trace::Result<std::vector<Suppression>> read_suppressions(std::string_view text,
                                                          const std::string& file);

/// Whether the suppression means this site, whatever its label.
bool names(const Suppression& suppression, const analysis::Site& site);
bool names(const Suppression& suppression, const analysis::ResourceFinding& resource);

/// "[1,224,224,3]"; "[]" is a scalar.
std::string shape_in_words(const std::vector<std::uint64_t>& shape);

}  // namespace tensorleak::gate
