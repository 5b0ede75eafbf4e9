// What a command line asks for, once it is understood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/gate_settings.hpp"
#include "cli/workloads/browser/page_settings.hpp"
#include "reports/analysis/frames/frame_scout.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::cli {

enum class Format : std::uint8_t { kText, kJson, kHtml };

enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

struct Settings {
  std::string input;
  std::string output_folder = "tensorleak-out";  ///< for `run`
  Format format = Format::kText;
  ColorChoice color = ColorChoice::kAuto;
  views::Verbosity verbosity = views::Verbosity::kNormal;

  // How a recording is judged; absent or empty: as the analysis does by default.
  std::vector<std::string> framework_patterns;
  std::optional<std::uint64_t> memory_limit;  ///< bytes
  std::string source_root;
  analysis::FrameRequest frames;

  PageSettings page;      ///< for `run` on a page
  GateSettings gate;      ///< for `check` and `run`
  bool allocates = true;  ///< for `run` on a log: its tensors are made with libtrack as well

  bool quiet() const { return verbosity == views::Verbosity::kQuiet; }

  /// Whether any setting asks for a judgement of its own, which a finished report cannot give.
  bool judges() const {
    return !framework_patterns.empty() || memory_limit || !source_root.empty() ||
           frames.choice != analysis::FrameChoice::kAny || !frames.frame_on.empty();
  }
};

}  // namespace tensorleak::cli
