// A tensor whose value changes.
#pragma once

#include <track/api.hpp>
#include <track/tensor.hpp>

#include <string>

namespace track {

/// A tensor that keeps its identity while its value changes: the weights of a model, a state that
/// is carried from frame to frame. No tidy() owns it; it lives until dispose(). Copies of the
/// handle name the same variable, and it is lost like any tensor when the last of them goes.
///
///     track::Tensor zero = track::zeros({3});
///     track::Variable total(zero, "total");
///     zero.dispose();                          // the variable holds the buffer
///     track::tidy([&] { total.assign(track::add(total, input)); });
///     total.dispose();
///
/// Threads: as Tensor; assign() and reading at once is the program's own race of values.
class TRACK_API Variable {
 public:
  /// An empty handle.
  Variable() noexcept = default;
  /// A variable on the buffer of `initial`, which the caller still disposes. Throws disposed_error.
  explicit Variable(const Tensor& initial, const std::string& name = {});

  /// Gives the variable the buffer of another tensor, which the caller still disposes. Throws
  /// disposed_error, and std::invalid_argument where shape or dtype differ.
  void assign(const Tensor& value) const;

  void dispose() const noexcept { tensor_.dispose(); }
  bool is_disposed() const noexcept { return tensor_.is_disposed(); }

  /// The variable as a tensor: the same identity, not a copy.
  const Tensor& get() const noexcept { return tensor_; }
  const Tensor* operator->() const noexcept { return &tensor_; }
  operator const Tensor&() const noexcept {  // NOLINT(google-explicit-constructor): is one
    return tensor_;
  }

 private:
  Tensor tensor_;
};

}  // namespace track
