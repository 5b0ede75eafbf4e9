// Runs the real program `tensorleak` and catches what it says.
#pragma once

#include <string>
#include <vector>

namespace tensorleak::end_to_end {

/// What a process left behind.
struct Ran {
  int exit_code = -1;  ///< 128 + the signal's number where a signal ended it
  std::string output;  ///< standard output; of a terminal: all that appeared on it
  std::string errors;  ///< standard error
};

/// How to run it.
struct Setting {
  std::vector<std::string>
      environment;           ///< "NAME=value", beside PATH and a TENSORLEAK_LIMIT of 4GiB
  std::string folder = ".";  ///< the working folder
};

/// Runs `tensorleak` with these arguments; its streams are files.
Ran run_tool(const std::vector<std::string>& arguments, const Setting& setting = {});

/// The same on a terminal of 100 columns.
Ran run_on_terminal(const std::vector<std::string>& arguments, const Setting& setting = {});

/// Runs a line of the shell, in which $TOOL is the program.
Ran run_shell(const std::string& line, const Setting& setting = {});

/// The path of a file in tests/data.
std::string data(const std::string& name);

std::string first_line(const std::string& text);
std::string last_line(const std::string& text);

/// The content of a file; empty where there is none.
std::string content(const std::string& path);

}  // namespace tensorleak::end_to_end
