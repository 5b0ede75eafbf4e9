#include "reports/exports/frame_names.hpp"

#include <fmt/format.h>

#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

std::vector<std::string> frame_names(const Exported& exported, const analysis::Site& site) {
  std::vector<std::string> names{std::string(views::word(site.label))};
  for (auto frame = site.stack.rbegin(); frame != site.stack.rend(); ++frame) {
    const std::string place = views::place(path_of(exported, frame->file), frame->line, 0);
    const std::string function = views::function_in_words(*frame);
    names.push_back(place.empty() ? function : fmt::format("{} ({})", function, place));
  }
  names.push_back(site.op.empty() ? "tensors" : views::printable(site.op));
  return names;
}

}  // namespace tensorleak::exports
