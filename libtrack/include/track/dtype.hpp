// What the elements of a tensor are.
#pragma once

#include <track/api.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace track {

/// The type of a tensor's elements.
enum class DType : std::uint8_t {
  kFloat16,
  kFloat32,
  kFloat64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUint8,
  kBool,
  kComplex64,
  kString
};

/// The name that reports show, such as "float32". Lives as long as the program.
TRACK_API const char* dtype_name(DType dtype) noexcept;

/// The type with that name. Throws std::invalid_argument where there is none.
TRACK_API DType dtype_from_name(std::string_view name);

/// Bytes of one element; 0 for strings, whose size is that of their characters.
TRACK_API std::size_t element_size(DType dtype) noexcept;

/// An element of a float16 tensor: IEEE 754 binary16. Arithmetic is done in float.
///
///     Float16 half(0.5F);
///     float value = static_cast<float>(half);
struct TRACK_API Float16 {
  Float16() = default;
  /// Rounds to the nearest, ties to even; what is too large becomes infinite.
  explicit Float16(float value) noexcept;
  explicit operator float() const noexcept;

  std::uint16_t bits = 0;
};

namespace detail {

template <class T>
struct DTypeOf {};  // no tensor has such elements
template <>
struct DTypeOf<Float16> : std::integral_constant<DType, DType::kFloat16> {};
template <>
struct DTypeOf<float> : std::integral_constant<DType, DType::kFloat32> {};
template <>
struct DTypeOf<double> : std::integral_constant<DType, DType::kFloat64> {};
template <>
struct DTypeOf<std::int8_t> : std::integral_constant<DType, DType::kInt8> {};
template <>
struct DTypeOf<std::int16_t> : std::integral_constant<DType, DType::kInt16> {};
template <>
struct DTypeOf<std::int32_t> : std::integral_constant<DType, DType::kInt32> {};
template <>
struct DTypeOf<std::int64_t> : std::integral_constant<DType, DType::kInt64> {};
template <>
struct DTypeOf<std::uint8_t> : std::integral_constant<DType, DType::kUint8> {};
template <>
struct DTypeOf<bool> : std::integral_constant<DType, DType::kBool> {};
template <>
struct DTypeOf<std::complex<float>> : std::integral_constant<DType, DType::kComplex64> {};
template <>
struct DTypeOf<std::string> : std::integral_constant<DType, DType::kString> {};

}  // namespace detail

/// A C++ type that is stored in tensors as it is: Float16, float, double, the signed integers of 8
/// to 64 bits, std::uint8_t, bool, std::complex<float>, std::string.
template <class T>
concept Element = requires {
  detail::DTypeOf<T>::value;
};

/// The dtype whose elements are of type T.
template <Element T>
inline constexpr DType kDTypeOf = detail::DTypeOf<T>::value;

}  // namespace track
