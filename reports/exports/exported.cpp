#include "reports/exports/exported.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/views/gate_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_gate.hpp"
#include "reports/views/text_headline.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using analysis::Label;
using analysis::ResourceFinding;
using analysis::Site;
using views::printable;

namespace {

bool contains(const std::vector<std::size_t>& places, std::size_t place) {
  return std::ranges::find(places, place) != places.end();
}

Status status_by_label(Label label) {
  if (analysis::is_leak(label)) return Status::kFails;
  return label == Label::kUnknown ? Status::kUndecided : Status::kHarmless;
}

const gate::UsedSuppression* suppression_for(const gate::Judgement& judgement, std::size_t place,
                                             std::vector<std::size_t> gate::UsedSuppression::*of) {
  const auto found =
      std::ranges::find_if(judgement.suppressions, [&](const gate::UsedSuppression& used) {
        return used.use == gate::Use::kUsed && contains(used.*of, place);
      });
  return found == judgement.suppressions.end() ? nullptr : &*found;
}

/// What the gate makes of a finding with this label.
Status status_by_gate(Label label, bool in_breach, bool suppressed) {
  if (in_breach) return Status::kFails;
  if (suppressed) return Status::kSuppressed;
  return analysis::is_leak(label) ? Status::kAllowed : status_by_label(label);
}

}  // namespace

Status status_of(const Exported& exported, std::size_t site) {
  const Label label = exported.findings.sites[site].label;
  if (exported.judgement == nullptr) return status_by_label(label);
  const gate::Judgement& judgement = *exported.judgement;
  return status_by_gate(label, contains(sites_in_breach(judgement), site),
                        judgement.is_suppressed(site));
}

Status status_of_resource(const Exported& exported, std::size_t resource) {
  const Label label = exported.findings.resources[resource].label;
  if (exported.judgement == nullptr) return status_by_label(label);
  const gate::Judgement& judgement = *exported.judgement;
  return status_by_gate(
      label, contains(resources_in_breach(judgement), resource),
      suppression_for(judgement, resource, &gate::UsedSuppression::resources) != nullptr);
}

std::vector<std::size_t> told_sites(const Exported& exported) {
  std::vector<std::size_t> told;
  for (std::size_t i = 0; i < exported.findings.sites.size(); ++i) {
    if (status_of(exported, i) != Status::kHarmless) told.push_back(i);
  }
  return told;
}

std::vector<std::size_t> told_resources(const Exported& exported) {
  std::vector<std::size_t> told;
  for (std::size_t i = 0; i < exported.findings.resources.size(); ++i) {
    if (status_of_resource(exported, i) != Status::kHarmless) told.push_back(i);
  }
  return told;
}

Ending ending_of(const Exported& exported) {
  const auto& verdict = exported.findings.verdict;
  const bool failed = exported.judgement == nullptr
                          ? verdict.outcome == analysis::Outcome::kLeak
                          : exported.judgement->outcome == gate::Outcome::kFailed;
  if (failed) return Ending::kFailed;
  const auto& end = exported.findings.program_end;
  if (end && end->failed()) return Ending::kProgramFailed;
  const bool passed = exported.judgement == nullptr
                          ? verdict.outcome == analysis::Outcome::kClean && verdict.doubts.empty()
                          : exported.judgement->outcome == gate::Outcome::kPassed;
  return passed ? Ending::kPassed : Ending::kNoVerdict;
}

std::string headline_of(const Exported& exported) {
  const views::Paint plain(false);
  if (exported.judgement == nullptr) return views::headline(exported.findings, plain);
  const gate::Rules no_rules;  // the first line tells of changes by their number alone
  return views::in_one_line(
      views::headline_of(views::Gated{exported.findings, *exported.judgement, no_rules}), plain);
}

std::string title_of(const Site& site) {
  return fmt::format("{}: {}, of {}{}{}", views::word(site.label), views::amount(site),
                     site.op.empty() ? "tensors" : printable(site.op),
                     site.dtype.empty() && site.shapes.empty() ? "" : " ",
                     views::dtype_and_shape(site));
}

std::string title_of(const ResourceFinding& resource) {
  return fmt::format("{}: {} {} below the tensors", views::word(resource.label),
                     views::growth(resource.per_frame, views::Sign::kShown),
                     printable(resource.name));
}

std::string details_of(const Site& site) {
  std::string details = printable(site.because);
  if (!site.fix.empty()) details += (details.empty() ? "fix: " : "\nfix: ") + printable(site.fix);
  return details;
}

std::string suppression_of(const Exported& exported, std::size_t site) {
  if (exported.judgement == nullptr) return "";
  const auto* const used =
      suppression_for(*exported.judgement, site, &gate::UsedSuppression::sites);
  if (used == nullptr) return "";
  const gate::Suppression& suppression = used->suppression;
  return printable(suppression.reason.empty() ? suppression.name()
                                              : suppression.name() + ": " + suppression.reason);
}

std::string path_of(const Exported& exported, const std::string& file) {
  if (exported.root.empty()) return file;
  const std::string root = exported.root.ends_with('/') ? exported.root : exported.root + "/";
  return file.starts_with(root) ? file.substr(root.size()) : file;
}

Place place_of(const Exported& exported, const Site& site) {
  if (!site.user_frame) return {};
  const analysis::UserFrame& frame = *site.user_frame;
  return {path_of(exported, frame.file), frame.line, frame.column};
}

}  // namespace tensorleak::exports
