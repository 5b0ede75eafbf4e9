// How many turns a sample's loop makes: its only argument, 40 without.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace samples {

/// Ends the program with exit code 2 where the arguments are not one number above 0.
inline int frame_count(int argc, char** argv) {
  if (argc < 2) return 40;
  const std::string_view text = argv[1];
  const char* const text_end = text.data() + text.size();
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text_end, count);
  if (argc == 2 && error == std::errc() && end == text_end && count > 0) return count;
  std::fprintf(stderr, "usage: %s [FRAMES]\nFRAMES is a whole number above 0\n", argv[0]);
  std::exit(2);
}

}  // namespace samples
