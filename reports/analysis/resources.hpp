// What an adapter counts below the tensors (data ids, textures, memory): does it grow, and why.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/growth.hpp"

namespace tensorleak::analysis {

/// Judges a resource from its values at marks and the growth that was found in them.
ResourceFinding judge_resource(std::string name, std::span<const std::int64_t> values,
                               const Growth& growth);

/// Growth below that is that of the tensors, as of the data that each of them has, is no finding of
/// its own.
void explain_by_tensors(std::vector<ResourceFinding>& resources, const std::vector<Site>& sites);

/// Says of a resource that leaks where it grew in no frame but such as brought a shape that was not
/// seen before. `values` of it and `shapes`, how many had been seen, are at the same marks.
void explain_by_shapes(ResourceFinding& resource, std::span<const std::int64_t> values,
                       std::span<const std::int64_t> shapes);

}  // namespace tensorleak::analysis
