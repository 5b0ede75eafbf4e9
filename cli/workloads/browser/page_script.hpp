// The agent for TensorFlow.js as one script, for a page that knows no `require`: as `run` puts it
// there, and with a panel for people.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// The function of the page through which the agent sends its messages; it takes one text.
inline constexpr const char* kPageBinding = "tensorleakSend";

/// An expression of JavaScript that ends the recording of a realm, and its log with it.
inline constexpr const char* kCloseRecording =
    "globalThis[Symbol.for('tensorleak.agent')]?.close()";

struct PageScriptOptions {
  std::string stacks = "adaptive";  ///< all, adaptive or none
  std::uint64_t frames = 0;         ///< the recording ends after so many; 0: it goes on
};

/// Makes one script of the files in agent/ and page/ of `adapter`, each a function that is called
/// when another file asks for it. It starts a recording in a realm that has the binding, does
/// nothing in one that has none or records already, and never throws. Fails in words where the
/// adapter is not installed.
trace::Result<std::string> page_script(const std::filesystem::path& adapter,
                                       const PageScriptOptions& options);

/// The same with panel/, as a file that people put into a page by hand: it shows a panel there.
/// Does no more than bring the panel forward in a realm that has one, and nothing in one that
/// records already. `version` is the tool's.
trace::Result<std::string> panel_script(const std::filesystem::path& adapter,
                                        const std::string& version);

}  // namespace tensorleak::cli
