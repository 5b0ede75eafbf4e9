// to_string and print.
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::Input;

constexpr std::int64_t kMostShown = 8;    // along one axis
constexpr std::int64_t kShownAtEnds = 3;  // where there are more

template <class T>
std::string number(T value) {
  std::array<char, 32> text = {};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

std::string element(const std::string& text) {
  return '"' + text + '"';
}
std::string element(bool value) {
  return value ? "true" : "false";
}
std::string element(Float16 value) {
  return number(static_cast<float>(value));
}
std::string element(std::complex<float> value) {
  return number(value.real()) + (std::signbit(value.imag()) ? "" : "+") + number(value.imag()) +
         "i";
}
template <class T>
requires std::is_arithmetic_v<T> std::string element(T value) {
  return number(value);
}

/// Writes the block of `sizes` that begins at `values`, inside `depth` brackets.
template <class T>
void write(const T* values, std::span<const std::int64_t> sizes, std::size_t depth,
           std::string& out) {
  if (sizes.empty()) {
    out += element(*values);
    return;
  }
  std::int64_t stride = 1;
  for (const std::int64_t size : sizes.subspan(1))
    stride *= size;
  const std::string separator = sizes.size() == 1 ? ", " : ",\n" + std::string(depth + 1, ' ');
  out += '[';
  for (std::int64_t i = 0; i < sizes[0]; ++i) {
    if (i > 0) out += separator;
    if (sizes[0] > kMostShown && i == kShownAtEnds) {
      out += "..." + separator;
      i = sizes[0] - kShownAtEnds;
    }
    write(values + i * stride, sizes.subspan(1), depth + 1, out);
  }
  out += ']';
}

std::string text_of(const Tensor& tensor, const char* op) {
  const Input read = detail::read(tensor, op);
  std::string out;
  detail::with_type(read.dtype, [&]<class T>(detail::Type<T>) {
    write(read.data<T>(), std::span(read.shape), 0, out);
  });
  return out;
}

}  // namespace

std::string to_string(const Tensor& tensor) {
  return text_of(tensor, "to_string");
}

void print(const Tensor& tensor) {
  std::cout << text_of(tensor, "print") << '\n';
}

}  // namespace track
