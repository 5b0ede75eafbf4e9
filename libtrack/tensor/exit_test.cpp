// A program whose statics hold tensors when it ends: an exit code of 0 says that nothing crashed
// and nothing was reported as lost.
#include <cstdlib>
#include <vector>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"

namespace {

// The first to be made is the last to be destroyed: it looks at what the others caused.
struct LastWord {
  LastWord() = default;
  LastWord(const LastWord&) = delete;
  LastWord& operator=(const LastWord&) = delete;
  ~LastWord() {
    // Nobody can change the exit code any more but by ending at once.
    if (events.count("lost ") != 0 || events.count("disposed ") != 2) std::_Exit(1);
  }

  const track::testing::LosesMemory loses_memory;
  track::testing::RecordedEvents events;
};

LastWord last_word;
track::Tensor weights = track::zeros({4});
std::vector<track::Tensor> history;
track::OwnedTensor owner = track::owned(track::ones({4}));
track::TensorPool pool;
thread_local track::Tensor scratch;

}  // namespace

int main() {
  track::frame();
  scratch = track::zeros({2});
  scratch.dispose();
  history.push_back(track::keep(track::scalar(1)));
  for (int i = 0; i < 3; ++i)
    track::frame();
  static const track::Tensor late = track::scalar(2);
  for (int i = 0; i < 8; ++i)
    track::frame();
  return 0;
}
