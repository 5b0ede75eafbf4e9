// A look at an ELF file before anything else reads it. The layout is that of elf(5).
#pragma once

#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::symbols {

struct ElfFile {
  std::string build_id;  ///< hexadecimal; empty: it has none
};

/// Reads the headers of a 64-bit ELF file of this machine's byte order, and makes sure that every
/// section lies within the file, every note within its section, and every string table ends:
/// readers that map the file would otherwise fault on one that is cut short or damaged.
trace::Result<ElfFile> check_elf(const std::string& path);

}  // namespace tensorleak::symbols
