// Scopes: tidy() disposes what was made inside and not returned; Scope only gives a name.
#pragma once

#include <track/api.hpp>
#include <track/tensor.hpp>
#include <track/visit_tensors.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace track {

/// The scope of a tidy(): owns each tensor that its thread makes while it is the innermost open
/// one, and disposes what is left at its end, also when an exception passes. Use tidy(); this class
/// is for scopes that do not fit into one function object, and for bindings.
///
///     track::TidyScope scope("preprocess");
///     track::Tensor result = …;
///     scope.release(result);  // goes to the scope outside
///
/// Begins and ends on one thread, in the order of a stack.
class TRACK_API TidyScope {
 public:
  explicit TidyScope(std::string_view name = {});
  ~TidyScope();
  TidyScope(const TidyScope&) = delete;
  TidyScope& operator=(const TidyScope&) = delete;

  /// Moves a tensor of this scope to the tidy() outside, or to nobody where there is none. Does
  /// nothing for a tensor that this scope does not own.
  void release(const Tensor& tensor) noexcept;

 private:
  friend struct detail::Access;
  void adopt(detail::TensorState* state);
  void forget_disposed() noexcept;

  std::uint64_t id_;
  std::uint64_t recorded_;  // the id of the C interface; 0 where nothing recorded at the start
  TidyScope* outside_;
  std::vector<detail::TensorState*> owned_;  // each holds a reference
  std::size_t next_look_ = 64;               // size of owned_ at which the disposed are dropped
};

/// Calls `function` and disposes every tensor that it made on this thread, except
///
/// - those in its result, which go to the tidy() outside, or to the caller where there is none;
/// - those given to keep(), owned by an OwnedTensor or a pool, and variables.
///
/// The result may be nothing, a Tensor, or what visit_tensors.hpp lists: pairs, tuples, containers,
/// optionals, your own structs. An exception disposes everything and goes on.
///
///     track::Tensor mean = track::tidy("normalise", [&] {
///       track::Tensor scaled = track::div(image, track::scalar(255));
///       return track::mean(scaled);   // scaled and the scalar are disposed
///     });
///
/// The name is shown by reports. Tidies nest. Tensors made on other threads are not concerned.
template <class Function>
requires std::invocable<Function> std::invoke_result_t<Function> tidy(std::string_view name,
                                                                      Function&& function) {
  using Result = std::invoke_result_t<Function>;
  TidyScope scope(name);
  if constexpr (std::is_void_v<Result>) {
    std::invoke(std::forward<Function>(function));
  } else {
    Result result = std::invoke(std::forward<Function>(function));
    visit_tensors(result, [&](const Tensor& tensor) { scope.release(tensor); });
    if constexpr (std::is_reference_v<Result>) {
      return static_cast<Result>(result);
    } else {
      return result;
    }
  }
}

template <class Function>
requires std::invocable<Function> std::invoke_result_t<Function> tidy(Function&& function) {
  return tidy(std::string_view(), std::forward<Function>(function));
}

/// Exempts a tensor from its tidy(): it lives until dispose(). Returns it. Throws disposed_error.
///
///     track::tidy([&] { cache = track::keep(track::square(input)); });
TRACK_API const Tensor& keep(const Tensor& tensor);

/// A name for a part of the program: tensors made while it is open are reported under it. It owns
/// nothing and disposes nothing. Begins and ends on one thread, in the order of a stack.
///
///     track::Scope scope("detector");
class TRACK_API Scope {
 public:
  explicit Scope(std::string_view name);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  std::uint64_t recorded_;
};

}  // namespace track
