// Compiled with -fno-rtti and -fno-exceptions, never run.
#include <track/track.hpp>

#include <vector>

namespace track {

float use_of_everything();

float use_of_everything() {
  const std::vector<float, Allocator<float>> values(3);
  TensorPool pool;
  const PoolLease lease = pool.acquire({3});
  const Variable variable(lease);
  const OwnedTensor mean_of_all = owned(tidy([&] {
    return mean(add(variable, tensor({1, 2, 3})));
  }));
  frame();
  return mean_of_all->data<float>()[0] + values[0];
}

}  // namespace track
