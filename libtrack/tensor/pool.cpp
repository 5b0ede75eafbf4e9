#include <track/pool.hpp>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "libtrack/tensor/events.hpp"
#include "libtrack/tensor/tensor_state.hpp"
#include "libtrack/tensor/zeroed.hpp"

namespace track {

namespace detail {

/// Shared by the pool and its leases, so that these may outlive it.
class PoolState {
 public:
  explicit PoolState(const std::string& name)
      : reserved_name_(name + " reserved"), used_name_(name + " used") {}

  Tensor take(const Shape& shape, DType dtype);
  void put_back(const Tensor& tensor) noexcept;
  void trim() noexcept;
  void close() noexcept;

  std::size_t reserved() const noexcept;
  std::size_t used() const noexcept;

 private:
  // The lock is the callers'.
  Tensor take_free(const Shape& shape, DType dtype) noexcept;
  void let_go(const Tensor& tensor) noexcept;
  void let_all_go() noexcept;
  void report() const noexcept;

  const std::string reserved_name_;
  const std::string used_name_;
  mutable std::mutex mutex_;
  std::vector<Tensor> free_;  // has room for all reserved ones, so that giving back cannot fail
  std::size_t reserved_ = 0;
  std::size_t used_ = 0;
  bool closed_ = false;
};

Tensor PoolState::take(const Shape& shape, DType dtype) {
  const std::lock_guard lock(mutex_);
  Tensor tensor = take_free(shape, dtype);
  if (!tensor) {
    free_.reserve(reserved_ + 1);
    tensor = make(zeroed(shape, dtype), shape, dtype, "acquire", TRACK_FLAG_POOL);
    ++reserved_;
  }
  ++used_;
  report();
  return tensor;
}

Tensor PoolState::take_free(const Shape& shape, DType dtype) noexcept {
  // The program may have disposed some of them itself.
  reserved_ -= std::erase_if(free_, [](const Tensor& tensor) { return tensor.is_disposed(); });
  const auto found = std::find_if(free_.begin(), free_.end(), [&](const Tensor& tensor) {
    return tensor.dtype() == dtype && tensor.shape() == shape;
  });
  if (found == free_.end()) return {};
  Tensor tensor = std::move(*found);
  free_.erase(found);
  report_used(*Access::state(tensor), "acquire");
  return tensor;
}

void PoolState::put_back(const Tensor& tensor) noexcept {
  const std::lock_guard lock(mutex_);
  --used_;
  if (closed_ || tensor.is_disposed()) {
    let_go(tensor);
  } else {
    free_.push_back(tensor);
  }
  report();
}

void PoolState::let_go(const Tensor& tensor) noexcept {
  dispose_if_alive(*Access::state(tensor), TRACK_POOL);
  --reserved_;
}

void PoolState::let_all_go() noexcept {
  for (const Tensor& tensor : free_)
    let_go(tensor);
  free_.clear();
  report();
}

void PoolState::trim() noexcept {
  const std::lock_guard lock(mutex_);
  let_all_go();
}

void PoolState::close() noexcept {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  let_all_go();
}

std::size_t PoolState::reserved() const noexcept {
  const std::lock_guard lock(mutex_);
  return reserved_;
}

std::size_t PoolState::used() const noexcept {
  const std::lock_guard lock(mutex_);
  return used_;
}

void PoolState::report() const noexcept {
  track_resource(reserved_name_.c_str(), reserved_);
  track_resource(used_name_.c_str(), used_);
}

}  // namespace detail

PoolLease::PoolLease(std::shared_ptr<detail::PoolState> pool, Tensor tensor) noexcept
    : pool_(std::move(pool)), tensor_(std::move(tensor)) {}

PoolLease& PoolLease::operator=(PoolLease&& other) noexcept {
  release();
  pool_ = std::move(other.pool_);
  tensor_ = std::move(other.tensor_);
  return *this;
}

PoolLease::~PoolLease() {
  release();
}

void PoolLease::release() noexcept {
  if (const auto pool = std::exchange(pool_, nullptr)) {
    pool->put_back(tensor_);
    tensor_ = Tensor();
  }
}

TensorPool::TensorPool(const std::string& name)
    : state_(std::make_shared<detail::PoolState>(name)) {}

TensorPool::~TensorPool() {
  if (state_) state_->close();
}

PoolLease TensorPool::acquire(const Shape& shape, DType dtype) {
  return {state_, state_->take(shape, dtype)};
}

void TensorPool::trim() noexcept {
  state_->trim();
}
std::size_t TensorPool::reserved() const noexcept {
  return state_->reserved();
}
std::size_t TensorPool::used() const noexcept {
  return state_->used();
}

}  // namespace track
