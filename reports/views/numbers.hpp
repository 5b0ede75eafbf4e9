// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reports/analysis/rate.hpp"

namespace tensorleak::views {

/// "602,112".
std::string grouped(std::uint64_t number);
std::string grouped(std::int64_t number);

/// "602,112 B".
std::string in_bytes(std::uint64_t bytes);

/// A size in its largest binary unit: "4 GiB", "1.5 MiB", "900 B"; one of whole decimal megabytes
/// in those: "512 MB".
std::string human_size(std::uint64_t bytes);

/// "1 tensor", "2,000 tensors". `noun` takes a plain s.
std::string counted(std::uint64_t number, std::string_view noun);

/// "30 tensors, 18,063,360 B".
std::string tensors_and_bytes(std::uint64_t tensors, std::uint64_t bytes);

/// "4 seconds", "2.5 hours", "10 ms": in its largest unit, one decimal below ten.
std::string duration(std::uint64_t nanoseconds);

enum class Sign : std::uint8_t {
  kShown,   ///< "+1 tensor, 20 B every 3 frames"
  kImplied  ///< "1 tensor, 20 B every 3 frames", behind words such as "grows by"
};

/// How tensors and the bytes that they hold grow, over as many frames as both come out whole. What
/// is only a slope says "about", in decimals where no small number of frames gives whole ones.
std::string growth(const analysis::Rate& tensors, const analysis::Rate& bytes, Sign sign);

/// The same for a thing that is only counted: "+3 per frame".
std::string growth(const analysis::Rate& rate, Sign sign);

/// What a rate counts.
enum class Unit : std::uint8_t { kCount, kBytes };

/// A growth in its two parts: "+2" or "+588 KiB", and "per frame", "every 3 frames"
/// or, of slices of time, "per second".
struct Pace {
  std::string amount;
  std::string period;
};

Pace pace(const analysis::Rate& rate, Unit unit);

}  // namespace tensorleak::views
