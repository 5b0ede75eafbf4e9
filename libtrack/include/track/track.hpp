// The C++ API of libtrack, whole: tensors that are seen by tensorleak.
//
//     #include <track/track.hpp>
//
//     int main() {
//       for (int i = 0; i < 100; ++i) {
//         track::tidy("step", [] {
//           track::Tensor image = track::zeros({1, 224, 224, 3});
//           track::print(track::mean(image));
//         });
//         track::frame();
//       }
//     }
//
// Run it with `tensorleak run -- ./program`.
#pragma once

#include <track/allocator.hpp>
#include <track/create.hpp>
#include <track/dtype.hpp>
#include <track/memory.hpp>
#include <track/ops.hpp>
#include <track/pool.hpp>
#include <track/recording.hpp>
#include <track/shape.hpp>
#include <track/tensor.hpp>
#include <track/tidy.hpp>
#include <track/variable.hpp>
