// Tensors that are handed out again instead of made anew.
#pragma once

#include <track/api.hpp>
#include <track/dtype.hpp>
#include <track/shape.hpp>
#include <track/tensor.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace track {

namespace detail {
class PoolState;
}

/// A tensor on loan from a pool. Goes back when it is released, or with the lease. Movable only;
/// a lease belongs to one thread at a time.
class TRACK_API PoolLease {
 public:
  PoolLease() noexcept = default;
  PoolLease(PoolLease&& other) noexcept = default;
  PoolLease& operator=(PoolLease&& other) noexcept;
  PoolLease(const PoolLease&) = delete;
  PoolLease& operator=(const PoolLease&) = delete;
  ~PoolLease();

  /// Gives the tensor back. Does nothing the second time. Handles of it stay valid, and see what
  /// its next user writes.
  void release() noexcept;

  const Tensor& get() const noexcept { return tensor_; }
  const Tensor& operator*() const noexcept { return tensor_; }
  const Tensor* operator->() const noexcept { return &tensor_; }
  operator const Tensor&() const noexcept {  // NOLINT(google-explicit-constructor): is one
    return tensor_;
  }

 private:
  friend class TensorPool;
  PoolLease(std::shared_ptr<detail::PoolState> pool, Tensor tensor) noexcept;

  std::shared_ptr<detail::PoolState> pool_;
  Tensor tensor_;
};

/// Keeps tensors for reuse, by shape and dtype. Its tensors belong to it and not to a tidy(). A
/// recording shows how many it holds and how many are lent as the resources "NAME reserved" and
/// "NAME used", so that a pool which only grows is seen.
///
///     track::TensorPool pool("frames");
///     for (;;) {
///       track::PoolLease frame = pool.acquire({480, 640, 3});
///       fill_from_camera(frame->mutable_data<float>());
///     }  // back in the pool
///
/// Every function may be called from any thread. Destroying a pool disposes its tensors; one that
/// is lent at that time, when its lease goes.
class TRACK_API TensorPool {
 public:
  explicit TensorPool(const std::string& name = "pool");
  TensorPool(TensorPool&&) noexcept = default;
  TensorPool& operator=(TensorPool&&) = delete;
  TensorPool(const TensorPool&) = delete;
  TensorPool& operator=(const TensorPool&) = delete;
  ~TensorPool();

  /// Lends a tensor of that shape and dtype. A new one is zeros; a reused one is as its last user
  /// left it. Throws as zeros() does.
  PoolLease acquire(const Shape& shape, DType dtype = DType::kFloat32);

  /// Disposes the tensors that are not lent.
  void trim() noexcept;

  /// How many tensors the pool holds, lent or not.
  std::size_t reserved() const noexcept;
  /// How many are lent.
  std::size_t used() const noexcept;

 private:
  std::shared_ptr<detail::PoolState> state_;
};

}  // namespace track
