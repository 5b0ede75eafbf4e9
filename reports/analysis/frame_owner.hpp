// Whose code a stack frame is, and which frame of a stack is the user's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// Tells the user's code from that of libraries, runtimes and the system, by the file's path.
/// A framework is what lies in node_modules/ or NAME@VERSION/, a known framework's bundle or shared
/// library, and whatever a pattern names. Safe for use by several threads.
class FrameOwner {
 public:
  /// Each pattern is a part of a path, or a glob (`*`, `?`, `[…]`) over the whole path.
  explicit FrameOwner(std::vector<std::string> framework_patterns = {});

  Owner owner(std::string_view function, std::string_view file) const;

  /// Of a native frame, whose code lies in the executable or shared library `module` (a path;
  /// empty: in none) and whose source `file` (empty: not known) need not be where the library is.
  /// Headers of libraries that are compiled into the user's module are the libraries'.
  Owner owner(std::string_view function, std::string_view file, std::string_view module) const;

 private:
  bool matches_pattern(std::string_view file) const;

  std::vector<std::string> patterns_;
};

/// A name that says nothing of the function: "(anonymous)", "<anonymous>", none.
bool is_anonymous(std::string_view function);

/// Whether the function is a script's or module's top level rather than a function of its own.
bool is_top_level(std::string_view function);

/// The user's place in a stack (innermost first), and the library function called from there.
struct UserPlace {
  std::optional<UserFrame> user_frame;  ///< the first user frame, else the outermost frame
  std::optional<Frame> called;          ///< the frame just inside it, when it is a library's
};

/// An anonymous callback that a library runs while a named function of the same file waits for it,
/// and that is written after the place of that call, carries that function's name.
UserPlace user_place(const std::vector<Frame>& stack);

/// "ml5@1.4.0" or "@tensorflow/tfjs-core": the package that a library's file belongs to; empty
/// where the path does not say.
std::string package_of(std::string_view file);

}  // namespace tensorleak::analysis
