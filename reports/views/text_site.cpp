#include "reports/views/text_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_detail.hpp"
#include "reports/views/text_style.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Label;
using analysis::ResourceFinding;
using analysis::Site;
using analysis::UserFrame;

namespace {

constexpr std::size_t kIndent = 5;
constexpr std::string_view kGap = "   ";

std::string label_in_color(Label label, const Paint& paint) {
  if (analysis::is_leak(label)) return paint.bad(word(label));
  return label == Label::kUnknown ? paint.doubtful(word(label)) : paint.good(word(label));
}

std::string first_line(std::size_t number, const Site& site, const Paint& paint) {
  std::string line = fmt::format("{}  {}  {}", number, label_in_color(site.label, paint),
                                 paint.strong(amount(site)));
  const std::string alive = grouped(site.alive) + " alive";
  for (const std::string& part :
       {dtype_and_shape(site), printable(site.op), alive, short_fingerprint(site)}) {
    if (!part.empty()) line += fmt::format("{}{}", kGap, part);
  }
  return line + "\n";
}

/// The framework function that was called, and below it the line of the user's code that did.
std::string where(const Site& site, const Paint& paint) {
  if (!site.user_frame && !site.called) return "     no stack was recorded\n";
  std::string called = site.called ? function_in_words(*site.called) : "";
  std::string user = site.user_frame ? function_in_words(*site.user_frame) : "";
  const std::size_t width = std::max(display_width(called), display_width(user));
  std::string result;
  if (site.called) {
    result += fmt::format("     {}{}{}\n", padded(called, width), kGap, place(*site.called));
  }
  if (site.user_frame) {
    const UserFrame& frame = *site.user_frame;
    result += fmt::format("   ▸ {}{}{}\n", paint.strong(padded(user, width)), kGap,
                          paint.strong(place(frame)));
    if (!frame.source.empty()) result += fmt::format("     │ {}\n", printable(frame.source));
  }
  return result;
}

std::string sentences(const Site& site, const TextOptions& options, const Paint& paint) {
  std::string result;
  const std::string stacks = recorded_stacks_in_words(site);
  if (!stacks.empty()) result += paragraph(stacks, kIndent, options.width);
  if (!site.because.empty()) result += paragraph(site.because, kIndent, options.width);
  for (const std::string& holder : holders_in_words(site))
    result += paragraph(holder, kIndent, options.width);
  if (!site.fix.empty()) {
    std::string fix = paragraph("fix: " + site.fix, kIndent, options.width);
    fix.pop_back();
    result += paint.advice(fix) + "\n";
  }
  return result;
}

}  // namespace

std::string amount(const Site& site) {
  const bool grows = site.tensors_per_frame.amount > 0 || site.bytes_per_frame.amount > 0;
  if (grows) return growth(site.tensors_per_frame, site.bytes_per_frame, Sign::kShown);
  if (analysis::is_leak(site.label)) return tensors_and_bytes(site.leaked, site.leaked_bytes);
  return tensors_and_bytes(site.alive, site.alive_bytes);
}

std::string function_in_words(const UserFrame& frame) {
  const std::string function = frame.function.empty() ? "(anonymous)" : printable(frame.function);
  return frame.callback.empty() ? function : function + " › " + printable(frame.callback);
}

std::string dtype_and_shape(const Site& site) {
  std::string result = printable(site.dtype);
  if (site.shapes.empty()) return result;
  const auto& shape = site.shapes.front().shape;
  if (!result.empty()) result += ' ';
  result += shape ? fmt::format("[{}]", fmt::join(*shape, ",")) : "[?]";
  if (const std::size_t others = site.shapes.size() - 1; others > 0) {
    result += fmt::format(" and {}", counted(others, "other shape"));
  }
  return result;
}

std::string short_fingerprint(const Site& site) {
  constexpr std::size_t kShown = 8;
  return printable(std::string_view(site.fingerprint).substr(0, kShown));
}

std::string site_block(std::size_t number, const Site& site, const TextOptions& options) {
  const Paint paint(options.color);
  std::string block = first_line(number, site, paint);
  block += where(site, paint);
  block += sentences(site, options, paint);
  if (options.verbosity == Verbosity::kVerbose) block += site_detail(site, options, paint);
  return block;
}

std::string resource_block(std::size_t number, const ResourceFinding& resource,
                           const TextOptions& options) {
  const Paint paint(options.color);
  std::string block =
      fmt::format("{}  {}  {}{}{}{}{} → {}\n", number, label_in_color(resource.label, paint),
                  paint.strong(growth(resource.per_frame, Sign::kShown)), kGap,
                  printable(resource.name), kGap, grouped(resource.first), grouped(resource.last));
  if (!resource.because.empty()) block += paragraph(resource.because, kIndent, options.width);
  return block;
}

}  // namespace tensorleak::views
