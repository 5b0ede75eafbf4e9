#include "reports/views/html.hpp"

#include <fmt/format.h>

#include "reports/views/html_assets.hpp"
#include "reports/views/html_last_use.hpp"
#include "reports/views/html_markup.hpp"
#include "reports/views/html_memory.hpp"
#include "reports/views/html_overview.hpp"
#include "reports/views/html_series.hpp"
#include "reports/views/html_sites.hpp"
#include "reports/views/text.hpp"
#include "reports/views/text_headline.hpp"

namespace tensorleak::views {

using analysis::Findings;

namespace {

std::string title(const Findings& findings) {
  std::string result(headline_of(findings).verdict);
  const auto& [input, runtime, backend, program] = findings.subject;
  const std::string& subject = program.empty() ? input : program;
  if (!subject.empty()) result += " · " + subject;
  return result + " · tensorleak";
}

}  // namespace

std::string html(const Findings& findings, const ReportContext& context) {
  const auto part = [](const char* name, const Markup& markup) {
    return fmt::arg(name, markup.source());
  };
  const Markup page_title = escaped(title(findings));
  const Markup version = escaped(context.tool_version);
  const Markup verdict = verdict_section(findings);
  const Markup figures = key_figures(findings);
  const Markup growth = growth_section(findings);
  const Markup sites = sites_section(findings);
  const Markup survivors = survivors_section(findings);
  const Markup last_use = last_use_section(findings);
  const Markup memory = memory_section(findings);
  const Markup recording = recording_section(findings, context);
  const Markup answer = preformatted(text(findings, {}));
  return fmt::format(fmt::runtime(kPageTemplate), fmt::arg("style", kPageStyle),
                     fmt::arg("style_hash", kPageStyleHash), fmt::arg("script", kPageScript),
                     fmt::arg("script_hash", kPageScriptHash),
                     fmt::arg("chart_data", chart_data(findings)), part("title", page_title),
                     part("version", version), part("verdict", verdict), part("figures", figures),
                     part("growth", growth), part("sites", sites), part("survivors", survivors),
                     part("last_use", last_use), part("memory", memory),
                     part("recording", recording), part("answer", answer));
}

}  // namespace tensorleak::views
