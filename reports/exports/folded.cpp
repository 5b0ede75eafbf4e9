#include <fmt/format.h>

#include "reports/exports/exports.hpp"
#include "reports/exports/frame_names.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

std::string folded(const Exported& exported) {
  std::string text;
  for (const analysis::Site& site : exported.findings.sites) {
    if (site.alive_bytes == 0) continue;
    std::string line;
    for (std::string name : frame_names(exported, site)) {
      for (char& letter : name) {
        if (letter == ';') letter = ':';  // which separates frames
      }
      line += (line.empty() ? "" : ";") + name;
    }
    text += fmt::format("{} {}\n", line, site.alive_bytes);
  }
  return text;
}

}  // namespace tensorleak::exports
