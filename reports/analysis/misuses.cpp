#include "reports/analysis/misuses.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tensorleak::analysis {
namespace {

/// More places than a person reads of.
constexpr std::size_t kMostPlaces = 256;

struct Advice {
  std::string_view kind;
  std::string_view words;
};

constexpr std::array<Advice, 4> kAdvice = {{
    {"tidy-async",
     "tidy() does not wait: give it a function that is not async, and dispose() what is made "
     "behind an await by hand"},
    {"scope-across-await",
     "close a scope before the next await: until it is closed, it takes and disposes tensors of "
     "every other task"},
    {"double-dispose",
     "dispose() a tensor once, where its owner is done with it; the second call hides who that is"},
    {"use-after-dispose",
     "dispose() a tensor behind its last use, or clone() what is to outlive it; inside tidy() "
     "return it or keep() it"},
}};

bool is_same_place(const MisuseFinding& finding, std::string_view kind,
                   const std::optional<UserFrame>& frame) {
  if (finding.kind != kind || finding.user_frame.has_value() != frame.has_value()) return false;
  return !frame ||
         (finding.user_frame->file == frame->file && finding.user_frame->line == frame->line &&
          finding.user_frame->column == frame->column);
}

}  // namespace

std::string_view advice_on_misuse(std::string_view kind) {
  const auto* const found = std::ranges::find(kAdvice, kind, &Advice::kind);
  return found == kAdvice.end() ? std::string_view() : found->words;
}

void Misuses::note(const trace::Misuse& misuse, std::uint32_t stack) {
  auto found = std::ranges::find_if(
      all_, [&](const Noted& noted) { return noted.stack == stack && noted.kind == misuse.kind; });
  if (found == all_.end() && all_.size() >= kMostPlaces)
    found = std::ranges::find(all_, misuse.kind, &Noted::kind);
  if (found == all_.end()) {
    if (all_.size() >= 2 * kMostPlaces) return;  // of kinds, too, there are few
    all_.push_back({std::string(misuse.kind), std::string(misuse.words), stack, 0});
    found = std::prev(all_.end());
  }
  ++found->count;
}

std::vector<MisuseFinding> Misuses::findings(const StackTable& stacks,
                                             const FrameOwner& owners) const {
  std::vector<MisuseFinding> findings;
  for (const Noted& noted : all_) {
    UserPlace place = user_place(stacks.frames(noted.stack, owners));
    auto found = std::ranges::find_if(findings, [&](const MisuseFinding& finding) {
      return is_same_place(finding, noted.kind, place.user_frame);
    });
    if (found == findings.end()) {
      findings.push_back({.kind = noted.kind,
                          .words = noted.words,
                          .user_frame = std::move(place.user_frame),
                          .advice = std::string(advice_on_misuse(noted.kind))});
      found = std::prev(findings.end());
    }
    found->count += noted.count;
  }
  std::ranges::stable_sort(findings, std::greater<>(), &MisuseFinding::count);
  return findings;
}

}  // namespace tensorleak::analysis
