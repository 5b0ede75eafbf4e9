// A LibTorch training loop for bench/peers: torch_work STEPS. Prints the nanoseconds a step took.
#include <torch/torch.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  const std::uint64_t steps = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  torch::manual_seed(1);
  torch::set_num_threads(1);  // so that two runs differ by what is recorded, not by scheduling
  torch::nn::Sequential model(torch::nn::Linear(256, 512), torch::nn::ReLU(),
                              torch::nn::Linear(512, 512), torch::nn::ReLU(),
                              torch::nn::Linear(512, 10));
  torch::optim::SGD optimizer(model->parameters(), 0.01);
  const auto step = [&] {
    const torch::Tensor input = torch::randn({64, 256});
    const torch::Tensor target = torch::randint(0, 10, {64}, torch::kLong);
    optimizer.zero_grad();
    torch::nn::functional::cross_entropy(model->forward(input), target).backward();
    optimizer.step();
  };
  for (int warm_up = 0; warm_up < 20; ++warm_up)
    step();
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < steps; ++i)
    step();
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
  std::printf("%.0f %llu\n", time.count() / static_cast<double>(steps),
              static_cast<unsigned long long>(steps));
  return 0;
}
