// Tensors with the explicit life of TensorFlow.js: made, and alive until somebody disposes them.
#pragma once

#include <track/api.hpp>
#include <track/dtype.hpp>
#include <track/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace track {

class Tensor;

/// A disposed tensor, or an empty handle, was read.
class TRACK_API disposed_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
  disposed_error(const disposed_error&) = default;
  disposed_error& operator=(const disposed_error&) = default;
  ~disposed_error() override;
};

namespace detail {

struct TensorState;
struct Access;

/// The elements as they lie in memory. Throws disposed_error, and std::invalid_argument where the
/// tensor is not of that dtype.
TRACK_API void* elements_of(const Tensor& tensor, DType dtype);

/// The elements, converted as by cast(), into `into`, which has room for all of them.
TRACK_API void copy_elements(const Tensor& tensor, DType dtype, void* into);

}  // namespace detail

/// A handle of a tensor. Copying it copies the handle: both name the same tensor, which lives until
/// dispose(), or until the tidy() that it was made in ends. When the last handle of a tensor goes
/// and neither happened, the tensor is *lost*: its memory stays, nobody can free it any more, and a
/// recording says so. Use OwnedTensor for a tensor that frees itself.
///
///     track::Tensor image = track::zeros({224, 224, 3});
///     track::Tensor batch = image.expand_dims(0);   // another tensor on the same buffer
///     image.dispose();                              // the buffer lives on in batch
///     batch.dispose();                              // now it is freed
///
/// Elements lie in row-major order in a buffer of 64-byte alignment. A handle is one pointer.
///
/// Threads. A tensor may be used and disposed on any thread. Distinct handles may be used at once;
/// one handle may be read at once, as a shared_ptr. Spans of data() end with the tensor.
///
/// Errors. Reading a disposed tensor throws disposed_error, and a recording shows the attempt.
/// Disposing twice does nothing, and a recording shows that, too.
class TRACK_API Tensor {
 public:
  /// An empty handle, that names no tensor: is_disposed(), and every read throws.
  Tensor() noexcept = default;
  Tensor(const Tensor& other) noexcept;
  Tensor(Tensor&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }
  Tensor& operator=(const Tensor& other) noexcept;
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor();

  /// Ends the tensor. Its buffer is freed if no other tensor is on it.
  void dispose() const noexcept;
  bool is_disposed() const noexcept;
  /// Whether the handle names a tensor, alive or disposed.
  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// Another tensor on the same buffer.
  Tensor clone() const;
  /// Another tensor on the same buffer. One size may be -1: whatever makes the elements fit.
  /// Throws std::invalid_argument where they do not.
  Tensor reshape(const Shape& shape) const;
  /// Another tensor on the same buffer, with an axis of size 1 put in front of `axis`; negative
  /// ones count from behind the last axis. Throws std::out_of_range.
  Tensor expand_dims(std::int64_t axis = 0) const;

  /// Never used again in this process; 0 for an empty handle.
  std::uint64_t id() const noexcept;
  /// These three outlive dispose(); they throw disposed_error for an empty handle only.
  const Shape& shape() const;
  DType dtype() const;
  /// How many elements.
  std::size_t size() const;
  /// Size of the buffer, in bytes; 0 once disposed. For strings, the sum of their lengths.
  std::size_t bytes() const noexcept;

  /// The elements. Throws std::invalid_argument where T is not the dtype's own type.
  template <Element T>
  std::span<const T> data() const {
    return {static_cast<const T*>(detail::elements_of(*this, kDTypeOf<T>)), size()};
  }

  /// The elements, to be written in place: for tensors of a pool and other reused memory. Every
  /// tensor on the buffer sees the change. Strings cannot be written in place.
  template <Element T>
  requires(!std::is_same_v<T, std::string>) std::span<T> mutable_data()
  const { return {static_cast<T*>(detail::elements_of(*this, kDTypeOf<T>)), size()}; }

  /// A copy of the elements, converted to T as by cast().
  template <Element T>
  std::vector<T> to_vector() const {
    if constexpr (std::is_same_v<T, bool>) {
      const auto copy = std::make_unique<bool[]>(size());
      detail::copy_elements(*this, kDTypeOf<T>, copy.get());
      return std::vector<bool>(copy.get(), copy.get() + size());
    } else {
      std::vector<T> copy(size());
      detail::copy_elements(*this, kDTypeOf<T>, copy.data());
      return copy;
    }
  }

  /// Whether both handles name the same tensor; elements are not compared.
  friend bool operator==(const Tensor& left, const Tensor& right) noexcept {
    return left.state_ == right.state_;
  }

 private:
  friend struct detail::Access;
  explicit Tensor(detail::TensorState* state) noexcept : state_(state) {}

  detail::TensorState* state_ = nullptr;
};

/// Ends a tensor; the same as tensor.dispose().
inline void dispose(const Tensor& tensor) noexcept {
  tensor.dispose();
}

/// Gives a tensor the program's own name, which reports then show.
TRACK_API void name(const Tensor& tensor, const std::string& name);

/// Says that something reads the tensor that is no operation of this library: a drawing, a write to
/// a file. Reports show the last use. Throws disposed_error.
TRACK_API void use(const Tensor& tensor, const std::string& op);

/// A tensor with an owner: shared by its copies, disposed when the last of them goes. It can be
/// held for too long, but not lost. What programs in C++ normally want.
///
///     {
///       track::OwnedTensor weights = track::owned(track::zeros({512, 512}));
///       track::OwnedTensor same = weights;
///     }  // disposed here
///
/// Becoming owned takes a tensor out of its tidy(). Plain handles of it may exist; they see a
/// disposed tensor once the owners are gone. Threads: as std::shared_ptr.
class TRACK_API OwnedTensor {
 public:
  OwnedTensor() noexcept = default;
  /// Takes over a tensor, which must not have another OwnedTensor already.
  explicit OwnedTensor(Tensor tensor);

  const Tensor& get() const noexcept;
  const Tensor& operator*() const noexcept { return get(); }
  const Tensor* operator->() const noexcept { return &get(); }
  operator const Tensor&() const noexcept {  // NOLINT(google-explicit-constructor): is one
    return get();
  }
  explicit operator bool() const noexcept { return static_cast<bool>(get()); }

  /// Lets go of the tensor; disposes it if this is its last owner.
  void reset() noexcept { owner_.reset(); }

 private:
  std::shared_ptr<const Tensor> owner_;
};

/// Gives a tensor an owner.
inline OwnedTensor owned(Tensor tensor) {
  return OwnedTensor(std::move(tensor));
}

}  // namespace track
