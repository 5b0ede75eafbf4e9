#include "reports/analysis/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "reports/analysis/holders.hpp"

namespace tensorleak::analysis {
namespace {

/// Parts of the names of functions that make a model's weights, in lower case.
constexpr std::array<std::string_view, 10> kModelMakers = {
    "loadlayersmodel", "loadgraphmodel", "loadmodel",       "load_model", "loadweights",
    "addweight",       "fromconfig",     "from_pretrained", "jit::load",  "readnet"};

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  });
  return result;
}

bool makes_model(const Frame& frame) {
  if (frame.owner == Owner::kSystem) return false;
  const std::string function = lower(frame.function);
  return std::ranges::any_of(kModelMakers, [&](std::string_view part) {
    return function.find(part) != std::string::npos;
  });
}

bool is_most(const Site& site, std::uint64_t count) {
  return 2 * count > site.alive;
}

std::string advice_on(Cause cause) {
  switch (cause) {
    case Cause::kReplacedByLarger:
      return "bound what is gathered in it, or cut off the oldest part where it is made anew";
    case Cause::kNotReturned:
      return "give each tensor back to the pool after its last use, on every path out of the frame";
    case Cause::kModelMadeAgain:
      return "load the model once, before the loop; where it has to be replaced, dispose() the old "
             "one first";
    case Cause::kVariableMadeAgain:
      return "make the variable once, before the loop, and assign() to it, or dispose() it";
    case Cause::kPlainMemory:
      return "free it after its last use; where a container or a cache holds it, take the old ones "
             "out, or bound it";
    case Cause::kAssigned:
      return "dispose() the argument after assign(), which takes its values and leaves the tensor "
             "alive";
    case Cause::kKept:
      return "dispose() what keep() exempted once it is no longer needed";
    case Cause::kPinnedByView:
      return "dispose() the view, too: it keeps the whole buffer of the tensor it was made from; "
             "or "
             "clone the part that is needed";
    case Cause::kHeldInList:
      return "dispose() the old ones where they are held, bound that list or cache, or take the "
             "tensor from a pool";
    case Cause::kScopeResult:
      return "dispose() it after its last use, or widen the tidy() around that use";
    case Cause::kTemporary:
      return "dispose() it after its last use, or wrap the work in tidy()";
  }
  return "";
}

/// Who holds most of what was looked at; nullptr: that is not known, or nobody does.
const HolderFinding* main_holder(const Site& site) {
  if (!site.held_by || is_held_by_nobody(site)) return nullptr;
  const auto held = std::ranges::find_if(
      *site.held_by, [](const HolderFinding& holder) { return !holder.by.empty(); });
  return held == site.held_by->end() ? nullptr : &*held;
}

/// What to do where it is known who holds what leaks, and that is the program's to let go of.
std::string advice_on_holder(Cause cause, const Site& site) {
  const bool is_to_be_disposed = cause == Cause::kHeldInList || cause == Cause::kScopeResult ||
                                 cause == Cause::kTemporary || cause == Cause::kKept;
  const HolderFinding* const holder = main_holder(site);
  if (!is_to_be_disposed || holder == nullptr) return "";
  return fmt::format("{}: {}",
                     holder->members
                         ? "bound what holds them, and dispose() what is taken out of it"
                         : "dispose() it where it is held once it is no longer needed",
                     holder->by);
}

/// What a caller can do about a tensor that a library made.
std::string advice_on_library(Cause cause, const Site& site) {
  const std::string by =
      site.called && !site.called->function.empty() ? " by " + site.called->function : "";
  const std::string whose = fmt::format("made inside {}{}", site.library, by);
  if (const std::string held = advice_on_holder(cause, site); !held.empty())
    return fmt::format("{}: {}", whose, held);
  switch (cause) {
    case Cause::kModelMadeAgain:
    case Cause::kVariableMadeAgain:
      return fmt::format(
          "{}: make that model or object once, before the loop, or call its dispose() "
          "before it is made again",
          whose);
    case Cause::kKept:
    case Cause::kNotReturned:
      return fmt::format(
          "{}, which kept it for itself: make the object that owns it once, or call "
          "its dispose(); if it has none, tell its authors this version and line",
          whose);
    default:
      break;
  }
  return fmt::format(
      "{}: if the call returns it, {}; if not, the library forgot it: tell its "
      "authors this version and line, or wrap the call in tidy() where it is "
      "synchronous",
      whose, advice_on(cause));
}

}  // namespace

bool is_plain_memory(const Site& site) {
  const bool is_shapeless =
      !site.shapes.empty() && std::ranges::none_of(site.shapes, [](const ShapeCount& count) {
        return count.shape.has_value();
      });
  return site.dtype.empty() && is_shapeless && is_most(site, site.evidence.kept);
}

Cause cause_of(const Site& site) {
  const Evidence& evidence = site.evidence;
  const bool grows_in_size = site.tensors_per_frame.amount == 0 && site.bytes_per_frame.amount > 0;
  if (site.label == Label::kLeakGrowing && grows_in_size) return Cause::kReplacedByLarger;
  if (is_most(site, evidence.pooled)) return Cause::kNotReturned;
  if (is_plain_memory(site)) return Cause::kPlainMemory;
  const bool from_model = std::ranges::any_of(site.stack, makes_model);
  if (from_model && is_most(site, evidence.variables + evidence.kept)) {
    return Cause::kModelMadeAgain;
  }
  if (is_most(site, evidence.variables)) return Cause::kVariableMadeAgain;
  if (is_most(site, evidence.lent)) return Cause::kAssigned;
  if (is_most(site, evidence.kept)) return Cause::kKept;
  if (is_most(site, evidence.pinning)) return Cause::kPinnedByView;
  if (is_most(site, evidence.with_handle) || is_held_by_collection(site)) return Cause::kHeldInList;
  return is_most(site, evidence.out_of_scope) ? Cause::kScopeResult : Cause::kTemporary;
}

std::string suggest(const Site& site) {
  if (!is_leak(site.label)) return "";
  const Cause cause = cause_of(site);
  if (!site.library.empty()) return advice_on_library(cause, site);
  if (const std::string held = advice_on_holder(cause, site); !held.empty()) return held;
  std::string advice = advice_on(cause);
  // Where the runtime does not count handles, a list of the program's may hold them as well.
  const bool handles_known =
      site.evidence.with_handle + site.evidence.lost > 0 || site.held_by.has_value();
  if (cause == Cause::kTemporary && !handles_known) {
    advice += "; if a list or global holds it, take the old ones out and dispose() them";
  }
  return advice;
}

}  // namespace tensorleak::analysis
