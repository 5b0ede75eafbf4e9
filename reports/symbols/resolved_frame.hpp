// What is known of one frame at an address.
#pragma once

#include <cstdint>
#include <string>

namespace tensorleak::symbols {

struct ResolvedFrame {
  std::string function;  ///< demangled, with its parameters
  std::string file;      ///< of the source, without "." and ".."; empty: not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;         ///< not known to any back end so far
  std::uint32_t function_line = 0;  ///< where the function starts; 0: not known
  bool inlined = false;             ///< into the frame that follows
  std::string module;               ///< path of the executable or shared library

  friend bool operator==(const ResolvedFrame&, const ResolvedFrame&) = default;
};

}  // namespace tensorleak::symbols
