// The scopes that are open, and the path of program scopes that each tensor is made in.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/interner.hpp"

namespace tensorleak::analysis {

/// Where a tensor is made: the path of names (interned) and this very turn of the innermost
/// program scope; instance 0 is outside any.
struct ScopePlace {
  std::uint32_t path = 0;
  std::uint64_t instance = 0;
};

/// Scopes that operations open for themselves (their names end in "__op") are looked through.
/// Memory grows with open scopes and distinct paths.
class Scopes {
 public:
  Scopes();

  /// Returns false when a scope with this id is open already; it is replaced.
  bool begin(const trace::ScopeBegin& scope);
  /// Returns false when no scope with this id is open.
  bool end(trace::ScopeId id);

  /// The place inside `scope`; the place outside any where it is absent or not open.
  ScopePlace place(std::optional<trace::ScopeId> scope) const;

  bool is_open(std::uint64_t instance) const { return open_instances_.contains(instance); }

  /// The names of a path, outermost first; a tidy without a name reads "tidy".
  std::vector<std::string> names(std::uint32_t path) const;

 private:
  struct Open {
    ScopePlace place;
    bool is_operation = false;
  };
  struct Path {
    std::uint32_t parent = 0;
    std::uint32_t name = 0;
    std::uint32_t depth = 0;
  };

  std::uint32_t child(std::uint32_t parent, std::string_view name);

  tsl::robin_map<trace::ScopeId, Open> open_;
  tsl::robin_set<std::uint64_t> open_instances_;
  std::vector<Path> paths_;                                ///< [0] is outside any scope
  tsl::robin_map<std::uint64_t, std::uint32_t> children_;  ///< (parent, name) → path
  StringInterner names_;
  std::uint64_t instances_ = 0;
};

}  // namespace tensorleak::analysis
