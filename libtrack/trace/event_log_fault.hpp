// What can be wrong with a line of an event log, and the words for it. Nothing here is on the path
// of a sound line, so it may parse a line again to find the place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::trace {

inline constexpr std::string_view kSeeFormat = "see docs/event-log.md";

/// Where a value stands in an event: "bytes", "shape[1]", "frames[2].line", "resources.textures".
struct FieldPlace {
  std::string_view field;
  std::optional<std::size_t> index;  ///< of an element of the field's list
  std::string_view member;           ///< of the object in that place

  std::string text() const;
};

/// A value that is not what it must be. Also stands for one that is missing.
struct FieldFault {
  FieldPlace place;
  std::string_view expected;  ///< such as "a whole number of bytes"
  std::string_view cure = kSeeFormat;
  std::string_view wording = "\"{name}\" is {value}, expected {expected}";
};

/// What is wrong with a line, and where in it.
struct LineFault {
  std::uint64_t column = 0;  ///< in bytes, from 1; one behind the last if the line stops too early
  std::string what;
  std::string cure;
  bool at_end = false;  ///< the line is sound JSON as far as it goes, but it stops too early
};

/// Explains a value of a line that is one sound JSON object. kLinePadding bytes must be readable
/// behind the line.
LineFault explain_fault(std::string_view line, const FieldFault& fault);

/// Explains a line that is sound JSON but no object.
LineFault explain_not_an_object(std::string_view line);

/// Explains a line that simdjson refused, with the words that simdjson has for it.
LineFault explain_malformed(std::string_view line, std::string_view reason);

/// Text from a file, made fit for a message: control characters and what is not UTF-8 as \xNN, and
/// no more than about 40 bytes.
std::string quotable(std::string_view text);

}  // namespace tensorleak::trace
