// The JavaScript environments of this process that tell of tensors.
#pragma once

#include <cstdint>

namespace tensorleak::tfjs {

/// A number for an environment: 0 for the first, which is the main thread's, then the lowest that
/// is free. From any thread.
std::uint32_t join_environments();
void leave_environments(std::uint32_t number) noexcept;

/// Whether no other environment tells of tensors, so that what a runtime counts can be compared.
bool is_only_environment() noexcept;

/// The main thread ends, and with it the process: workers that end from now on are held to the end.
void end_environments() noexcept;
bool are_environments_ending() noexcept;

}  // namespace tensorleak::tfjs
