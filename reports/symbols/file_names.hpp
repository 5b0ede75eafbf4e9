// The names in one ELF file: the interface of the back ends. Each is one file; the build picks with
// TENSORLEAK_SYMBOLS:
//   libbacktrace   file_names_with_libbacktrace.cpp
//   none           file_names_with_nothing.cpp
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reports/symbols/resolved_frame.hpp"

namespace tensorleak::symbols {

/// Whether this build's back end knows any names.
extern const bool kHasNames;

class FileNames {
 public:
  /// `path` names a file that check_elf (elf_file.hpp) found sound. Reads nothing yet.
  explicit FileNames(std::string path);
  ~FileNames();
  FileNames(FileNames&&) noexcept;
  FileNames& operator=(FileNames&&) noexcept;

  /// The frames at an instruction's address, as the file itself counts, innermost first. The
  /// function that was really called is named from the symbol table where debug information is
  /// missing. Functions are demangled; files are as the compiler wrote them. Empty: not known.
  std::vector<ResolvedFrame> at(std::uint64_t address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tensorleak::symbols
