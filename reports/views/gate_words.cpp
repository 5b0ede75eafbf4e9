#include "reports/views/gate_words.hpp"

#include <fmt/format.h>

#include <array>

#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_site.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Rate;
using analysis::ResourceFinding;
using analysis::Site;
using gate::Change;
using gate::Measure;
using gate::Part;
using gate::Use;

namespace {

template <class E>
using Word = std::pair<E, std::string_view>;

constexpr std::array<Word<gate::Outcome>, 3> kOutcomes{{{gate::Outcome::kPassed, "passed"},
                                                        {gate::Outcome::kFailed, "failed"},
                                                        {gate::Outcome::kNoVerdict, "no verdict"}}};

constexpr std::array<Word<Use>, 4> kUses{{{Use::kUsed, "suppressed"},
                                          {Use::kUnused, "unused"},
                                          {Use::kExceeded, "exceeded"},
                                          {Use::kExpired, "expired"}}};

constexpr std::array<Word<Change>, 6> kChanges{{{Change::kNew, "new"},
                                                {Change::kWorse, "worse"},
                                                {Change::kSame, "same"},
                                                {Change::kBetter, "better"},
                                                {Change::kGone, "gone"},
                                                {Change::kUndecided, "undecided"}}};

constexpr std::array<Word<Measure>, 3> kMeasures{
    {{Measure::kLeaks, "leaks"}, {Measure::kGrowth, "growth"}, {Measure::kSurvivors, "survivors"}}};

std::string bytes_per_frame(const Rate& rate) {
  const auto amount = static_cast<std::uint64_t>(std::max<std::int64_t>(rate.amount, 0));
  const std::string bytes =
      rate.frames == 1 && rate.exact ? in_bytes(amount) : fmt::format("{:.1f} B", rate.per_frame());
  return fmt::format("{} per {}", bytes, rate.per_second ? "second" : "frame");
}

std::string measured(const gate::Breach& breach) {
  switch (breach.limit.measure) {
    case Measure::kLeaks:
      return counted(breach.count, "leak");
    case Measure::kGrowth:
      return "growth of " + bytes_per_frame(breach.growth);
    case Measure::kSurvivors:
      return counted(breach.count, "survivor");
  }
  return "";
}

std::string allowed(const gate::Limit& limit) {
  if (!limit.given) return "none is allowed";
  return fmt::format(
      "{} allows {}", option_of(limit.measure),
      limit.measure == Measure::kGrowth ? in_bytes(limit.most) : grouped(limit.most));
}

/// How much the sites of one fingerprint leak together.
std::string amount_of(const std::vector<std::size_t>& places, const Findings& findings) {
  Site sum = findings.sites[places.front()];
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Site& lane = findings.sites[places[i]];
    sum.tensors_per_frame = sum.tensors_per_frame + lane.tensors_per_frame;
    sum.bytes_per_frame = sum.bytes_per_frame + lane.bytes_per_frame;
    sum.leaked += lane.leaked;
    sum.leaked_bytes += lane.leaked_bytes;
  }
  return amount(sum);
}

std::string amount_of_resource(const std::vector<std::size_t>& places, const Findings& findings) {
  return growth(findings.resources[places.front()].per_frame, Sign::kShown);
}

/// "NAME: NOW, was THEN", as far as there is a now and a then.
std::string changed(const std::string& name, const std::string& then, const std::string& now) {
  if (now.empty()) return fmt::format("{}: was {}", name, then);
  if (then.empty() || then == now) return fmt::format("{}: {}", name, now);
  return fmt::format("{}: {}, was {}", name, now, then);
}

std::string at_places(const gate::UsedSuppression& used) {
  std::string words;
  if (!used.sites.empty()) {
    words = fmt::format("{} at {}", counted(used.tensors, "tensor"),
                        counted(used.sites.size(), "site"));
  }
  if (!used.resources.empty()) {
    words += words.empty() ? "" : " and ";
    words += counted(used.resources.size(), "resource");
  }
  return words.empty() ? "nothing" : words;
}

}  // namespace

template <>
std::span<const Word<gate::Outcome>> words<gate::Outcome>() {
  return kOutcomes;
}

template <>
std::span<const Word<Use>> words<Use>() {
  return kUses;
}

template <>
std::span<const Word<Change>> words<Change>() {
  return kChanges;
}

template <>
std::span<const Word<Measure>> words<Measure>() {
  return kMeasures;
}

std::string option_of(Measure measure) {
  return fmt::format("--max-{}", word(measure));
}

std::string part_in_words(const gate::Limit& limit) {
  switch (limit.part) {
    case Part::kAll:
      return "";
    case Part::kLabel:
      return fmt::format("label:{}", word(limit.label));
    case Part::kScope:
      return "scope:" + limit.name;
    case Part::kSite:
      return "site:" + limit.name;
  }
  return "";
}

std::string breach_in_words(const gate::Breach& breach) {
  const std::string part = part_in_words(breach.limit);
  return fmt::format("{}{} where {}", measured(breach),
                     part.empty() ? "" : " in " + printable(part), allowed(breach.limit));
}

std::string site_in_words(const Site& site) {
  std::string words = site.op.empty() ? "tensors" : printable(site.op);
  if (site.user_frame) {
    words += fmt::format(" at {}", function_in_words(*site.user_frame));
    const std::string where = place(*site.user_frame);
    if (!where.empty()) words += ", " + where;
  }
  return fmt::format("{} ({})", words, short_fingerprint(site));
}

std::string use_in_words(const gate::UsedSuppression& used) {
  const gate::Suppression& suppression = used.suppression;
  std::string words = printable(suppression.name());
  switch (used.use) {
    case Use::kUsed:
      words += ": " + at_places(used);
      break;
    case Use::kUnused:
      words += " suppresses nothing: take it out";
      break;
    case Use::kExceeded:
      words += fmt::format(" allows {}, and there are {}",
                           counted(suppression.most.value_or(0), "tensor"), at_places(used));
      break;
    case Use::kExpired:
      words += fmt::format(
          " counted until {}, and names {}: {}",
          gate::in_words(suppression.expires.value_or(gate::Date{})), at_places(used),
          used.sites.empty() && used.resources.empty() ? "take it out"
                                                       : "mend the leak, or give it another day");
      break;
  }
  if (!suppression.reason.empty()) words += "; " + printable(suppression.reason);
  return fmt::format("{} ({}:{})", words, printable(suppression.file), suppression.line);
}

std::string change_in_words(const gate::ChangedSite& site, const Findings& before,
                            const Findings& after) {
  const Site& shown =
      site.after.empty() ? before.sites[site.before.front()] : after.sites[site.after.front()];
  return changed(site_in_words(shown), site.before.empty() ? "" : amount_of(site.before, before),
                 site.after.empty() ? "" : amount_of(site.after, after));
}

std::string change_in_words(const gate::ChangedResource& resource, const Findings& before,
                            const Findings& after) {
  const ResourceFinding& shown = resource.after.empty() ? before.resources[resource.before.front()]
                                                        : after.resources[resource.after.front()];
  return changed(printable(shown.name) + " below the tensors",
                 resource.before.empty() ? "" : amount_of_resource(resource.before, before),
                 resource.after.empty() ? "" : amount_of_resource(resource.after, after));
}

std::string changes_in_words(const gate::Comparison& changes) {
  std::string words_of_all;
  for (const auto& [change, name] : words<Change>()) {
    const std::uint64_t number = changes.count(change);
    if (number == 0) continue;
    words_of_all += fmt::format("{}{} {}", words_of_all.empty() ? "" : ", ", grouped(number), name);
  }
  return words_of_all;
}

}  // namespace tensorleak::views
