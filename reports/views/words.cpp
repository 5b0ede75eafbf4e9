#include "reports/views/words.hpp"

#include <array>

namespace tensorleak::views {

using analysis::Completeness;
using analysis::Doubt;
using analysis::FrameSource;
using analysis::Label;
using analysis::Outcome;
using analysis::Owner;

namespace {

template <class E>
using Word = std::pair<E, std::string_view>;

constexpr std::array<Word<Label>, 10> kLabels{{{Label::kLeakGrowing, "LEAK, growing"},
                                               {Label::kLeakLost, "LEAK, lost"},
                                               {Label::kLeakAtExit, "LEAK, at exit"},
                                               {Label::kLeakBelow, "LEAK, below"},
                                               {Label::kUnknown, "unknown"},
                                               {Label::kPool, "pool"},
                                               {Label::kCache, "cache"},
                                               {Label::kSteady, "steady"},
                                               {Label::kHeld, "held"},
                                               {Label::kRetained, "retained"}}};

constexpr std::array<Word<Owner>, 3> kOwners{
    {{Owner::kUser, "user"}, {Owner::kFramework, "framework"}, {Owner::kSystem, "system"}}};

constexpr std::array<Word<Completeness>, 4> kCompleteness{
    {{Completeness::kClean, "clean end"},
     {Completeness::kNoEnd, "no end"},
     {Completeness::kCutLine, "cut line"},
     {Completeness::kCutStream, "cut stream"}}};

constexpr std::array<Word<FrameSource>, 5> kFrameSources{{{FrameSource::kNone, "none"},
                                                          {FrameSource::kMarks, "marks"},
                                                          {FrameSource::kFound, "found"},
                                                          {FrameSource::kChosen, "chosen"},
                                                          {FrameSource::kTime, "time"}}};

constexpr std::array<Word<Outcome>, 3> kOutcomes{
    {{Outcome::kClean, "clean"}, {Outcome::kLeak, "leak"}, {Outcome::kNoVerdict, "no verdict"}}};

constexpr std::array<Word<Doubt>, 5> kDoubts{{{Doubt::kIncomplete, "incomplete"},
                                              {Doubt::kTooShort, "too short"},
                                              {Doubt::kNothingObserved, "nothing observed"},
                                              {Doubt::kStillFilling, "still filling"},
                                              {Doubt::kDropped, "events dropped"}}};

}  // namespace

template <>
std::span<const Word<Label>> words<Label>() {
  return kLabels;
}

template <>
std::span<const Word<Owner>> words<Owner>() {
  return kOwners;
}

template <>
std::span<const Word<Completeness>> words<Completeness>() {
  return kCompleteness;
}

template <>
std::span<const Word<FrameSource>> words<FrameSource>() {
  return kFrameSources;
}

template <>
std::span<const Word<Outcome>> words<Outcome>() {
  return kOutcomes;
}

template <>
std::span<const Word<Doubt>> words<Doubt>() {
  return kDoubts;
}

std::string_view attribute(Label label) {
  switch (label) {
    case Label::kPool:
      return "pooled";
    case Label::kCache:
      return "cached";
    case Label::kLeakGrowing:
    case Label::kLeakLost:
    case Label::kLeakAtExit:
    case Label::kLeakBelow:
      return "leaked";
    case Label::kUnknown:
    case Label::kSteady:
    case Label::kHeld:
    case Label::kRetained:
      return word(label);
  }
  return word(label);
}

}  // namespace tensorleak::views
