#include <track/dtype.hpp>

#include <Eigen/Core>
#include <array>
#include <stdexcept>

namespace track {

namespace {

struct Entry {
  const char* name;
  std::size_t size;
};

// In the order of DType.
constexpr std::array<Entry, 11> kEntries = {{{"float16", 2},
                                             {"float32", 4},
                                             {"float64", 8},
                                             {"int8", 1},
                                             {"int16", 2},
                                             {"int32", 4},
                                             {"int64", 8},
                                             {"uint8", 1},
                                             {"bool", 1},
                                             {"complex64", 8},
                                             {"string", 0}}};

}  // namespace

const char* dtype_name(DType dtype) noexcept {
  return kEntries[static_cast<std::size_t>(dtype)].name;
}

std::size_t element_size(DType dtype) noexcept {
  return kEntries[static_cast<std::size_t>(dtype)].size;
}

DType dtype_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    if (name == kEntries[i].name) return static_cast<DType>(i);
  }
  throw std::invalid_argument("unknown dtype \"" + std::string(name) + '"');
}

Float16::Float16(float value) noexcept
    : bits(Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(value))) {}

Float16::operator float() const noexcept {
  return static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(bits)));
}

}  // namespace track
