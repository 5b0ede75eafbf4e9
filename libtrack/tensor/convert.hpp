// From a dtype to the C++ type of its elements, and from one dtype to another.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>

#include <track/dtype.hpp>

namespace track::detail {

template <class T>
struct Type {
  using Of = T;
};

/// Calls `function` with Type<T>, where T is what elements of the dtype are.
template <class Function>
decltype(auto) with_type(DType dtype, Function&& function) {
  switch (dtype) {
    case DType::kFloat16:
      return function(Type<Float16>{});
    case DType::kFloat32:
      return function(Type<float>{});
    case DType::kFloat64:
      return function(Type<double>{});
    case DType::kInt8:
      return function(Type<std::int8_t>{});
    case DType::kInt16:
      return function(Type<std::int16_t>{});
    case DType::kInt32:
      return function(Type<std::int32_t>{});
    case DType::kInt64:
      return function(Type<std::int64_t>{});
    case DType::kUint8:
      return function(Type<std::uint8_t>{});
    case DType::kBool:
      return function(Type<bool>{});
    case DType::kComplex64:
      return function(Type<std::complex<float>>{});
    case DType::kString:
      break;
  }
  return function(Type<std::string>{});
}

/// Converts `count` elements by the rules of cast(). Throws std::invalid_argument between texts and
/// anything else.
void convert(const void* from, DType from_dtype, void* to, DType to_dtype, std::size_t count);

}  // namespace track::detail
