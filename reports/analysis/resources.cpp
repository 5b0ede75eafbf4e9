#include "reports/analysis/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tensorleak::analysis {
namespace {

/// A texture holds four values in each of its points, and memory grows by pages: up to so many
/// bytes of a resource for each of a tensor are no finding.
constexpr double kMostBytesForOne = 2;

/// A cache is told by so many frames that it grew in.
constexpr std::size_t kFewestSteps = 3;

}  // namespace

ResourceFinding judge_resource(std::string name, std::span<const std::int64_t> values,
                               const Growth& growth) {
  ResourceFinding finding{.name = std::move(name)};
  if (values.empty()) return finding;
  finding.first = static_cast<std::uint64_t>(values.front());
  finding.last = static_cast<std::uint64_t>(values.back());
  finding.per_frame = growth.rate;
  switch (growth.kind) {
    case GrowthKind::kFlat:
      finding.label = Label::kRetained;
      finding.because = fmt::format("{} at all {} marks", finding.last, values.size());
      break;
    case GrowthKind::kLevelled:
      finding.label = Label::kCache;
      finding.because = fmt::format("levelled off at {} for the last {} frames", finding.last,
                                    growth.frames_judged);
      break;
    case GrowthKind::kGrowing:
      finding.label = Label::kLeakBelow;
      finding.because = fmt::format("grows over {} frames", growth.frames_judged);
      break;
    case GrowthKind::kUndecided:
      finding.label = Label::kUnknown;
      finding.because =
          fmt::format("too few frames to tell; at least {} more would do", growth.frames_needed);
      break;
  }
  return finding;
}

void explain_by_tensors(std::vector<ResourceFinding>& resources, const std::vector<Site>& sites) {
  Rate tensors;
  Rate bytes;
  for (const Site& site : sites) {
    if (site.label != Label::kLeakGrowing) continue;
    tensors = tensors + site.tensors_per_frame;
    bytes = bytes + site.bytes_per_frame;
  }
  for (ResourceFinding& resource : resources) {
    if (resource.label != Label::kLeakBelow) continue;
    const bool is_in_bytes = resource.name.ends_with("bytes");
    const double explained =
        is_in_bytes ? kMostBytesForOne * bytes.per_frame() : tensors.per_frame();
    if (resource.per_frame.per_frame() > explained) continue;
    resource.label = Label::kRetained;
    resource.because =
        fmt::format("grows from {} to {} as the leaking tensors do{}", resource.first,
                    resource.last, is_in_bytes ? "" : ", at most one for each");
  }
}

void explain_by_shapes(ResourceFinding& resource, std::span<const std::int64_t> values,
                       std::span<const std::int64_t> shapes) {
  if (resource.label != Label::kLeakBelow) return;
  std::size_t grew = 0;
  std::size_t same_shapes = 0;
  // What was made before its first frames settled is made once.
  for (std::size_t i = values.size() / 4 + 1; i < std::min(values.size(), shapes.size()); ++i) {
    const bool has_new_shape = shapes[i] > shapes[i - 1];
    if (!has_new_shape) ++same_shapes;
    if (values[i] <= values[i - 1]) continue;
    if (!has_new_shape) return;
    ++grew;
  }
  if (grew < kFewestSteps) return;
  resource.because +=
      same_shapes > 0 ? ", and only in those that bring a shape not seen before: a cache per shape"
                      : ", each of which brings a shape not seen before, as a cache per shape does";
  resource.because += "; tensors of a few fixed shapes, resized or padded, would keep it flat";
}

}  // namespace tensorleak::analysis
