// Finds the tensors in a value, so that tidy() knows what its function returns.
#pragma once

#include <track/tensor.hpp>

#include <concepts>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace track {

namespace detail {

template <class T>
concept Handle = std::convertible_to<const T&, const Tensor&>;

struct AnyVisitor {
  void operator()(const Tensor& tensor) const;
};

/// The type says itself which tensors it holds; see visit_tensors().
template <class T>
concept SaysItself = requires(const T& value, AnyVisitor visit) {
  for_each_tensor(value, visit);
};

template <class T>
concept Tuple = requires {
  std::tuple_size<T>::value;
};

template <class T>
inline constexpr bool kIsVariant = false;
template <class... Types>
inline constexpr bool kIsVariant<std::variant<Types...>> = true;

/// std::optional and the smart pointers.
template <class T>
concept Optional = requires(const T& value) {
  static_cast<bool>(value);
  *value;
};

/// Nothing in it can be a tensor, whose copies and destructor are not trivial.
template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

template <class T>
concept Range = std::ranges::input_range<const T>;

}  // namespace detail

/// Calls `visit` with each tensor in a value: a Tensor, OwnedTensor or Variable; a pair, tuple,
/// array; an optional, variant or smart pointer; a container, also of containers; a map, whose
/// values and keys are searched. Numbers, texts and trivially copyable types hold none.
///
/// For a type of your own, put a function beside it:
///
///     struct Detection { track::Tensor boxes, scores; std::string label; };
///     template <class Visitor>
///     void for_each_tensor(const Detection& detection, Visitor&& visit) {
///       visit(detection.boxes);
///       visit(detection.scores);
///     }
///
/// Any other type is refused at compile time: tensors in it would silently be disposed. A type
/// without tensors gets a function that does nothing.
template <class T, class Visitor>
void visit_tensors(const T& value, Visitor&& visit) {
  if constexpr (detail::Handle<T>) {
    visit(static_cast<const Tensor&>(value));
  } else if constexpr (detail::SaysItself<T>) {
    for_each_tensor(value, visit);
  } else if constexpr (detail::Plain<T>) {
    // Holds none.
  } else if constexpr (detail::Tuple<T>) {
    std::apply([&](const auto&... members) { (visit_tensors(members, visit), ...); }, value);
  } else if constexpr (detail::kIsVariant<T>) {
    std::visit([&](const auto& member) { visit_tensors(member, visit); }, value);
  } else if constexpr (detail::Range<T>) {
    if constexpr (!detail::Plain<std::ranges::range_value_t<const T>>) {
      for (const auto& member : value)
        visit_tensors(member, visit);
    }
  } else if constexpr (detail::Optional<T>) {
    if (value) visit_tensors(*value, visit);
  } else {
    static_assert(detail::SaysItself<T>,
                  "tidy() cannot see the tensors in this type: put a function "
                  "for_each_tensor(const T&, visitor) beside it");
  }
}

}  // namespace track
