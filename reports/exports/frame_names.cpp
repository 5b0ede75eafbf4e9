#include "reports/exports/frame_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

std::vector<std::string> frame_names(const Exported& exported, const analysis::Site& site) {
  std::vector<std::string> names{site.op.empty() ? "tensors" : views::printable(site.op)};
  for (const analysis::Frame& frame : site.stack) {
    const std::string place = views::place(path_of(exported, frame.file), frame.line, 0);
    const std::string function = views::function_in_words(frame);
    names.push_back(place.empty() ? function : fmt::format("{} ({})", function, place));
  }
  names.emplace_back(views::word(site.label));
  std::ranges::reverse(names);
  return names;
}

}  // namespace tensorleak::exports
