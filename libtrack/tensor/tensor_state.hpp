// The one record behind all handles of a tensor, and the changes of its life.
//
//   make ──► alive ──► disposed        alive, owner 0 and no handles: lost
//             │  ▲
//     handles, owner (the id of an open TidyScope, or 0)
//
// The record itself is freed when nothing refers to it: being alive, having handles, and each entry
// in the list of a TidyScope are one reference each. A lost tensor thus stays for ever, as a leak
// does.
//
// A change and its event are made under the tensor's lock, so that a recording shows them in the
// order in which they happened. Nothing else is locked below it but what the recorder locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

#include <track/shape.hpp>
#include <track/tensor.hpp>
#include <track/tidy.hpp>

#include "libtrack/tensor/buffer.hpp"

namespace track::detail {

struct TensorState {
  TensorState(BufferPtr its_buffer, const Shape& its_shape, DType its_dtype);

  const std::uint64_t id;
  const Shape shape;
  const DType dtype;
  std::atomic<std::uint32_t> handles = 1;
  std::atomic<std::uint32_t> references = 2;  // it is alive and has handles

  mutable std::mutex mutex;  // for all below
  BufferPtr buffer;          // none once disposed
  std::uint64_t owner = 0;   // the TidyScope that will dispose it
  std::uint32_t flags = 0;   // track_flag bits
  bool lost = false;
};

/// The way from handles to what is behind them.
struct Access {
  static TensorState* state(const Tensor& tensor) noexcept { return tensor.state_; }
  static Tensor handle(TensorState* state) noexcept { return Tensor(state); }
  static std::uint64_t id(const TidyScope& scope) noexcept { return scope.id_; }
  static void adopt(TidyScope& scope, TensorState* state) { scope.adopt(state); }
};

/// A tensor to be read by an operation. The buffer stays for as long as this does, even if another
/// thread disposes the tensor.
struct Input {
  BufferPtr buffer;
  Shape shape;
  DType dtype = DType::kFloat32;

  template <class T>
  const T* data() const {
    return static_cast<const T*>(buffer->data());
  }
};

/// Reports a use by `op` and gives access to the elements. Throws disposed_error.
Input read(const Tensor& tensor, const char* op);

/// A new tensor on a buffer that was just written. It belongs to the innermost tidy, or to none if
/// it has track_flag bits.
Tensor make(BufferPtr buffer, const Shape& shape, DType dtype, const char* op,
            std::uint32_t flags = 0);
/// The same on a buffer that other tensors hold.
Tensor make_view(BufferPtr buffer, const Shape& shape, DType dtype, const char* op,
                 std::uint32_t flags = 0);

/// Disposes for the program; a second time is reported and does nothing else.
void dispose(TensorState& state) noexcept;
/// Disposes if the tensor is alive; says nothing otherwise.
void dispose_if_alive(TensorState& state, track_why why) noexcept;
/// Disposes if the tensor is alive and belongs to this tidy.
void dispose_if_owned(TensorState& state, std::uint64_t owner) noexcept;

/// Takes the tensor out of its tidy. Reports it lost if it has no handles.
void disown(TensorState& state) noexcept;

void drop_handle(TensorState* state) noexcept;
void drop_reference(TensorState* state) noexcept;

/// The innermost open tidy of this thread, or none.
TidyScope* innermost_tidy() noexcept;

/// Ends in disposed_error: `what` was done to a tensor that is disposed.
[[noreturn]] void throw_disposed(const char* what, std::uint64_t id);

}  // namespace track::detail
