#include <fmt/format.h>

#include "reports/exports/exports.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::exports {

using analysis::Site;

namespace {

/// Text for XML 1.0, which has no control characters but line break and tab.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += "&#10;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

struct Cases {
  std::string xml;
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t errors = 0;
  std::uint64_t skipped = 0;

  /// A case whose outcome is one element; an empty one passes.
  void add(const std::string& name, const std::string& outcome) {
    ++tests;
    xml += fmt::format("    <testcase classname=\"tensorleak\" name=\"{}\"", escaped(name));
    xml += outcome.empty() ? "/>\n" : fmt::format(">\n      {}\n    </testcase>\n", outcome);
  }

  std::string failure(const std::string& type, const std::string& message,
                      const std::string& text) {
    ++failures;
    return fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", escaped(type),
                       escaped(message), escaped(text));
  }

  std::string error(const std::string& type, const std::string& message) {
    ++errors;
    return fmt::format("<error type=\"{}\" message=\"{}\"/>", escaped(type), escaped(message));
  }

  std::string skip(const std::string& message) {
    ++skipped;
    return fmt::format("<skipped message=\"{}\"/>", escaped(message));
  }
};

/// What became of the whole run.
std::string whole(Cases& cases, const Exported& exported) {
  const std::string headline = headline_of(exported);
  switch (ending_of(exported)) {
    case Ending::kPassed:
      return "";
    case Ending::kFailed:
      return cases.failure("leak", headline, headline);
    case Ending::kNoVerdict:
      return cases.error("no verdict", headline);
    case Ending::kProgramFailed:
      return cases.error("program failed", headline);
  }
  return "";
}

std::string outcome(Cases& cases, Status status, const std::string& type, const std::string& title,
                    const std::string& text, const std::string& suppression) {
  switch (status) {
    case Status::kFails:
      return cases.failure(type, title, text);
    case Status::kSuppressed:
      return cases.skip("suppressed: " + suppression);
    case Status::kUndecided:
      return cases.skip("undecided: " + title);
    case Status::kAllowed:
    case Status::kHarmless:
      break;
  }
  return "";
}

void add_site(Cases& cases, const Exported& exported, std::size_t index) {
  const Site& site = exported.findings.sites[index];
  const std::string title = title_of(site);
  cases.add(views::site_in_words(site),
            outcome(cases, status_of(exported, index), std::string(views::word(site.label)), title,
                    title + "\nat " + views::site_in_words(site) + "\n" + details_of(site),
                    suppression_of(exported, index)));
}

void add_resource(Cases& cases, const Exported& exported, std::size_t index) {
  const auto& resource = exported.findings.resources[index];
  const std::string title = title_of(resource);
  cases.add(
      views::printable(resource.name),
      outcome(cases, status_of_resource(exported, index), std::string(views::word(resource.label)),
              title, title + "\n" + views::printable(resource.because),
              views::printable(resource.name)));
}

}  // namespace

std::string junit(const Exported& exported) {
  Cases cases;
  cases.add("no tensor leaks that may not", whole(cases, exported));
  for (const std::size_t site : told_sites(exported))
    add_site(cases, exported, site);
  for (const std::size_t resource : told_resources(exported))
    add_resource(cases, exported, resource);
  const auto& subject = exported.findings.subject;
  const std::string name =
      escaped(views::printable(subject.program.empty() ? subject.input : subject.program));
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", cases.tests,
                                         cases.failures, cases.errors);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"tensorleak\" {}>\n"
      "  <testsuite name=\"{}\" {} skipped=\"{}\">\n"
      "{}"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, name, counts, cases.skipped, cases.xml);
}

}  // namespace tensorleak::exports
