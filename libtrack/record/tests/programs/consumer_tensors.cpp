// A user's program on the C++ API: tensors, tidy(), owners, a pool, a variable, tracked memory.
// Its exit code says which step went wrong; with an argument, it reads a disposed tensor first.
#include <track/track.hpp>

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace {

bool mean_in_a_tidy() {
  const track::OwnedTensor mean = track::owned(track::tidy("mean", [] {
    return track::mean(track::add(track::tensor({1, 2, 3}), track::tensor({4, 5, 6})));
  }));
  return mean->data<float>()[0] == 7.0F;
}

bool one_tensor_of_a_pool() {
  track::TensorPool pool("images");
  for (int image = 0; image < 3; ++image) {
    const track::PoolLease lease = pool.acquire({4});
    lease->mutable_data<float>()[0] += 1.0F;
  }
  return pool.reserved() == 1 && pool.acquire({4})->data<float>()[0] == 3.0F;
}

bool variable_that_is_assigned() {
  const track::OwnedTensor zero = track::owned(track::zeros({2}));
  const track::Variable total(zero, "total");
  track::tidy([&] { total.assign(track::ones({2})); });
  const bool is_one = total->data<float>()[1] == 1.0F;
  total.dispose();
  return is_one && total.is_disposed();
}

bool tracked_memory() {
  const std::vector<float, track::Allocator<float>> samples(8, 0.5F);
  track::memory_resource messages("messages");
  const std::pmr::vector<std::byte> message(16, &messages);
  return samples[7] == 0.5F && message.size() == 16;
}

#ifdef __cpp_exceptions
bool disposed_tensor_is_told() {
  const track::Tensor tensor = track::scalar(1);
  tensor.dispose();
  try {
    tensor.clone();
  } catch (const track::disposed_error& error) {
    return error.what() != nullptr;
  }
  return false;
}
#else
bool disposed_tensor_is_told() {
  const track::Tensor tensor = track::scalar(1);
  tensor.dispose();
  tensor.clone();  // ends the program
  return false;
}
#endif

}  // namespace

int main(int count, char** /*words*/) {
  if (count > 1) return disposed_tensor_is_told() ? 0 : 5;
  if (!mean_in_a_tidy()) return 1;
  if (!one_tensor_of_a_pool()) return 2;
  if (!variable_that_is_assigned()) return 3;
  if (!tracked_memory()) return 4;
  track::frame();
  return 0;
}
