#include "reports/gate/suppressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "reports/analysis/function_name.hpp"
#include "reports/gate/pattern.hpp"

namespace tensorleak::gate {

using analysis::Site;

namespace {

constexpr std::array kSubjects{std::pair{Subject::kLeak, std::string_view("leak")},
                               std::pair{Subject::kOp, std::string_view("op")},
                               std::pair{Subject::kScope, std::string_view("scope")},
                               std::pair{Subject::kFile, std::string_view("file")},
                               std::pair{Subject::kShape, std::string_view("shape")},
                               std::pair{Subject::kSite, std::string_view("site")},
                               std::pair{Subject::kResource, std::string_view("resource")}};

/// In whichever way the frame's function and file may be written.
bool fits_frame(const std::string& pattern, const std::string& function, const std::string& file) {
  return fits(pattern, function) || fits(pattern, file) ||
         fits(pattern, analysis::without_parameters(function)) ||
         fits(pattern, analysis::unqualified(function));
}

bool fits_stack(const std::string& pattern, const Site& site) {
  if (const auto& user = site.user_frame) {
    if (fits_frame(pattern, user->function, user->file) || fits(pattern, user->callback))
      return true;
  }
  if (site.called && fits_frame(pattern, site.called->function, site.called->file)) return true;
  return std::ranges::any_of(site.stack, [&](const analysis::Frame& frame) {
    return fits_frame(pattern, frame.function, frame.file);
  });
}

bool fits_scope(const std::string& pattern, const Site& site) {
  const auto is_meant = [&](const std::string& scope) { return fits(pattern, scope); };
  return std::ranges::any_of(site.scope_path, is_meant) ||
         is_meant(fmt::format("{}", fmt::join(site.scope_path, "/")));
}

/// All of the site's shapes must be meant: of the others nobody spoke.
bool fits_shapes(const std::string& pattern, const Site& site) {
  return !site.shapes.empty() &&
         std::ranges::all_of(site.shapes, [&](const analysis::ShapeCount& count) {
           return count.shape && fits(pattern, shape_in_words(*count.shape));
         });
}

}  // namespace

std::span<const std::pair<Subject, std::string_view>> subjects() {
  return kSubjects;
}

std::string in_words(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string Suppression::name() const {
  const auto* const word =
      std::ranges::find(kSubjects, subject, [](const auto& pair) { return pair.first; });
  return fmt::format("{}:{}", word->second, pattern);
}

std::string shape_in_words(const std::vector<std::uint64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ","));
}

bool names(const Suppression& suppression, const Site& site) {
  const std::string& pattern = suppression.pattern;
  switch (suppression.subject) {
    case Subject::kLeak:
      return fits_stack(pattern, site);
    case Subject::kOp:
      return fits(pattern, site.op);
    case Subject::kScope:
      return fits_scope(pattern, site);
    case Subject::kFile:
      return site.user_frame && fits(pattern, site.user_frame->file);
    case Subject::kShape:
      return fits_shapes(pattern, site);
    case Subject::kSite:
      return site.fingerprint.starts_with(pattern);
    case Subject::kResource:
      break;
  }
  return false;
}

bool names(const Suppression& suppression, const analysis::ResourceFinding& resource) {
  return suppression.subject == Subject::kResource && fits(suppression.pattern, resource.name);
}

}  // namespace tensorleak::gate
