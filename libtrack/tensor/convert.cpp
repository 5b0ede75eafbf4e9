#include "libtrack/tensor/convert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace track::detail {

namespace {

template <class To, class From>
To cut_to_integer(From value) {
  using Limits = std::numeric_limits<To>;
  if constexpr (std::is_floating_point_v<From>) {
    if (std::isnan(value)) return 0;
    // The bounds as From may be rounded away from To, hence >= and <=.
    if (value >= static_cast<From>(Limits::max())) return Limits::max();
    if (value <= static_cast<From>(Limits::min())) return Limits::min();
    return static_cast<To>(value);
  } else {
    if (std::cmp_greater(value, Limits::max())) return Limits::max();
    if (std::cmp_less(value, Limits::min())) return Limits::min();
    return static_cast<To>(value);
  }
}

template <class To, class From>
To converted(const From& value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<From, std::complex<float>>) {
    return converted<To>(value.real());
  } else if constexpr (std::is_same_v<From, Float16>) {
    return converted<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<From, bool>) {
    return converted<To>(static_cast<std::uint8_t>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From();
  } else if constexpr (std::is_integral_v<To>) {
    return cut_to_integer<To>(value);
  } else if constexpr (std::is_same_v<To, double>) {
    return static_cast<double>(value);
  } else {
    return To(static_cast<float>(value));
  }
}

template <class From>
constexpr bool kIsText = std::is_same_v<From, std::string>;

}  // namespace

void convert(const void* from, DType from_dtype, void* to, DType to_dtype, std::size_t count) {
  with_type(from_dtype, [&]<class From>(Type<From>) {
    with_type(to_dtype, [&]<class To>(Type<To>) {
      if constexpr (kIsText<From> == kIsText<To>) {
        const From* source = static_cast<const From*>(from);
        std::transform(source, source + count, static_cast<To*>(to), converted<To, From>);
      } else {
        throw std::invalid_argument(std::string("no conversion from ") + dtype_name(from_dtype) +
                                    " to " + dtype_name(to_dtype));
      }
    });
  });
}

}  // namespace track::detail
