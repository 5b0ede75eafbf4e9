#include "reports/analysis/scopes.hpp"

#include <algorithm>

namespace tensorleak::analysis {
namespace {

constexpr std::string_view kOperationSuffix = "__op";
constexpr std::string_view kUnnamed = "tidy";
/// Deeper scopes, such as those of a recursion, share the path of this depth.
constexpr std::uint32_t kMaxDepth = 64;

}  // namespace

Scopes::Scopes() : paths_(1) {}

bool Scopes::begin(const trace::ScopeBegin& scope) {
  const bool is_new = !end(scope.id);
  Open open{.place = place(scope.parent), .is_operation = scope.name.ends_with(kOperationSuffix)};
  if (!open.is_operation) {
    open.place.path = child(open.place.path, scope.name.empty() ? kUnnamed : scope.name);
    open.place.instance = ++instances_;
    open_instances_.insert(open.place.instance);
  }
  open_[scope.id] = open;
  return is_new;
}

bool Scopes::end(trace::ScopeId id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return false;
  if (!found->second.is_operation) open_instances_.erase(found->second.place.instance);
  open_.erase(found);
  return true;
}

ScopePlace Scopes::place(std::optional<trace::ScopeId> scope) const {
  if (!scope) return {};
  const auto found = open_.find(*scope);
  return found == open_.end() ? ScopePlace{} : found->second.place;
}

std::vector<std::string> Scopes::names(std::uint32_t path) const {
  std::vector<std::string> names;
  for (; path != 0; path = paths_[path].parent)
    names.push_back(names_[paths_[path].name]);
  std::ranges::reverse(names);
  return names;
}

std::uint32_t Scopes::child(std::uint32_t parent, std::string_view name) {
  if (paths_[parent].depth == kMaxDepth) return parent;
  const std::uint32_t number = names_.intern(name);
  const std::uint64_t key = (std::uint64_t{parent} << 32) | number;
  const auto [entry, is_new] =
      children_.try_emplace(key, static_cast<std::uint32_t>(paths_.size()));
  if (is_new) {
    paths_.push_back({.parent = parent, .name = number, .depth = paths_[parent].depth + 1});
  }
  return entry->second;
}

}  // namespace tensorleak::analysis
