// The operations of libtrack by their names, for scripts.
#pragma once

#include <span>
#include <string_view>

#include <track/tensor.hpp>

#include "cli/workloads/script/script.hpp"

namespace tensorleak::cli::script {

/// Whether libtrack has an operation of this name.
bool is_operation(std::string_view name);

/// Performs the operation on its inputs. One that libtrack does not have makes a tensor of the
/// shape that the script gives. Throws what libtrack throws, and std::invalid_argument where the
/// number of inputs is wrong or a field is missing.
track::Tensor perform(const Operation& operation, std::span<const track::Tensor> inputs);

}  // namespace tensorleak::cli::script
