// The one way in which readers and tools report failure: a value or an Error, never an exception.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace tensorleak::trace {

/// Why an input cannot be read: the place, what is wrong there, and what to do about it.
struct Error {
  std::string file;
  std::uint64_t line = 0;    ///< from 1; 0: the file as a whole
  std::uint64_t column = 0;  ///< in bytes, from 1; 0: the line as a whole
  std::string what;          ///< what was found and what was expected, without a full stop
  std::string cure;          ///< what the reader can do; may be empty

  /// "FILE:LINE:COLUMN: WHAT", followed by "; CURE" where there is one.
  std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace tensorleak::trace
