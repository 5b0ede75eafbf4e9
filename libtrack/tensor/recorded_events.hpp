// A double of the C interface for tests: notes each event as a line of text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <track/tensor.hpp>

namespace track::testing {

/// Notes what is reported while it lives; one at a time. Lines name the event first, then the key:
///
///     created 7 zeros float32 [2,3] 24 B     used 7 add          disposed 7 dispose
///     assigned 7 float32 [3] 12 B            named 7 weights     lost 7
///     flagged 7 2 1                          begin 3 NAME        end 3
///     frame LANE                             resource NAME 4
class RecordedEvents {
 public:
  RecordedEvents();
  ~RecordedEvents();
  RecordedEvents(const RecordedEvents&) = delete;
  RecordedEvents& operator=(const RecordedEvents&) = delete;

  /// All lines since the start or the last call.
  std::vector<std::string> take();
  /// How many of the lines so far begin with `what`, a space and the id of `tensor`.
  std::size_t count(const std::string& what, const Tensor& tensor) const;
  std::size_t count(const std::string& what, std::uint64_t key) const;
  /// How many of the lines so far begin with this.
  std::size_t count(const std::string& beginning) const;
};

}  // namespace track::testing
