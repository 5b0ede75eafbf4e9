#include "reports/views/html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "reports/views/example_findings.hpp"
#include "reports/views/html_assets.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::Label;
using analysis::Outcome;
using testing::HasSubstr;
using testing::Not;

const ReportContext kContext{"1.2.3", 1, {1, 3}};

std::string page_of(const Findings& findings) {
  return html(findings, kContext);
}

std::size_t occurrences(std::string_view page, std::string_view part) {
  std::size_t number = 0;
  for (auto at = page.find(part); at != std::string_view::npos; at = page.find(part, at + 1))
    ++number;
  return number;
}

/// The page without its style and scripts: what is read where scripts are off.
std::string readable(const Findings& findings) {
  std::string page = page_of(findings);
  page.erase(page.find("<style>"), page.find("</style>") - page.find("<style>"));
  page.erase(page.find("<script"));
  return page;
}

/// Every text of the findings is `name`.
Findings named(const std::string& name) {
  Findings findings = full_example();
  findings.subject = {name, name, name, name};
  for (auto& site : findings.sites) {
    site.label = Label::kLeakGrowing;
    site.fingerprint = site.op = site.dtype = site.because = site.fix = name;
    site.scope_path = {name, name};
    site.user_frame = analysis::UserFrame{name, name, name, 1, 2, name};
    site.called = analysis::Frame{name, name, 3, 4, analysis::Owner::kFramework};
    site.stack = {*site.called, *site.called};
    site.lane = name;
  }
  for (auto& lane : findings.lanes)
    lane = {name, 3, 2, 1, {{0, 1, 1}}};
  findings.sites[0].population = {{0, 1, 1}};
  findings.resources[0].name = findings.resources[0].because = name;
  findings.counters.differences = findings.notes = {name};
  findings.anomalies[0].kind = name;
  return findings;
}

TEST(Html, IsAPageWhosePolicyKnowsItsStyleAndScriptAlone) {
  const std::string page = page_of(leaking_example());
  EXPECT_TRUE(page.starts_with("<!doctype html>\n"));
  EXPECT_THAT(page,
              HasSubstr("default-src 'none'; style-src 'sha256-" + std::string(kPageStyleHash) +
                        "'; script-src 'sha256-" + std::string(kPageScriptHash) + "';"));
  EXPECT_EQ(kPageStyleHash.size(), 44U) << "32 bytes in base64";
  EXPECT_TRUE(kPageScriptHash.ends_with('='));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Html, NamesNothingThatCouldBeFetched) {
  const std::string page = page_of(leaking_example());
  for (const std::string_view part : {" src=", "<link", "@import", "url(", "<img", "<iframe"})
    EXPECT_THAT(page, Not(HasSubstr(part)));
  EXPECT_EQ(occurrences(page, "http"), 2U) << "http-equiv, and the name of SVG in a script";
}

TEST(Html, SaysTheVerdictTheCauseAndTheCureWithoutScripts) {
  const std::string page = readable(leaking_example());
  EXPECT_THAT(page,
              HasSubstr("<span class=\"word\">LEAK</span><span class=\"sentence\">2 sites grow "
                        "by 2 tensors, 602,120 B per frame; 4 GiB are gone after 7,133 "
                        "frames</span>"));
  EXPECT_THAT(page, HasSubstr("<span class=\"place\">classify-frames.html:8:40</span>"));
  EXPECT_THAT(page, HasSubstr("dispose() it after its last use"));
  EXPECT_THAT(page, HasSubstr("<title>LEAK · ml5 1.4.0 imageClassifier · tensorleak</title>"));
  EXPECT_THAT(page, HasSubstr("\nSUMMARY: tensorleak: 60 tensors, 18,063,600 B leaked at 2 sites"));
}

TEST(Html, GivesEachVerdictItsTone) {
  EXPECT_THAT(page_of(leaking_example()), HasSubstr("<section id=\"verdict\" class=\"bad\">"));
  EXPECT_THAT(page_of(clean_example()), HasSubstr("<section id=\"verdict\" class=\"good\">"));
  EXPECT_THAT(page_of(blind_example()), HasSubstr("<section id=\"verdict\" class=\"doubtful\">"));
  Findings failed = clean_example();
  failed.program_end = analysis::ProgramEnd{3, 0};
  EXPECT_THAT(page_of(failed), HasSubstr("<section id=\"verdict\" class=\"bad\">"));
  EXPECT_THAT(page_of(failed), HasSubstr("<span class=\"word\">PROGRAM FAILED</span>"));
}

TEST(Html, HasACardForEachGroupWhateverItsLabel) {
  for (const auto& [label, name] : words<Label>()) {
    Findings findings = leaking_example();
    findings.sites.assign(1, findings.sites[0]);
    findings.sites[0].label = label;
    const std::string page = readable(findings);
    EXPECT_EQ(occurrences(page, "<article "), 1U) << name;
    EXPECT_THAT(page, HasSubstr("<tr data-label=\"" + std::string(name) + "\">"));
    EXPECT_THAT(page,
                HasSubstr(analysis::is_leak(label) ? "1 leaking site" : ">" + std::string(name)));
  }
}

TEST(Html, FoldsTheStackAndMakesFramesOfOthersFaint) {
  const std::string page = readable(leaking_example());
  EXPECT_THAT(page, HasSubstr("<summary>Stack, 3 frames</summary><ol><li class=\"theirs\">"
                              "<span class=\"function\">b.makeTensor</span>"));
  EXPECT_THAT(page, HasSubstr("<li><span class=\"function\">(anonymous)</span>"));
}

TEST(Html, SaysWhatCastsDoubtOnALeak) {
  const std::string page = readable(full_example());
  EXPECT_THAT(page, HasSubstr("<ul class=\"doubts\"><li><b class=\"lead\">doubt</b>"));
  EXPECT_THAT(page, HasSubstr("1 (leak), 3 (no verdict)"));
}

TEST(Html, ShowsAResourceThatLeaksBelowTheTensors) {
  Findings findings = clean_example();
  findings.verdict.outcome = Outcome::kLeak;
  findings.resources = {{"textures", Label::kLeakBelow, {3, 1, true}, 47, 190, "they grow"}};
  const std::string page = readable(findings);
  EXPECT_THAT(page, HasSubstr("<dt class=\"name\">textures</dt><dd class=\"value\">+3</dd>"));
  EXPECT_THAT(page, HasSubstr("LEAK, below"));
  EXPECT_THAT(page, HasSubstr("47 → 190"));
}

TEST(Html, OfNothingIsStillAPage) {
  const std::string page = readable(Findings{});
  EXPECT_THAT(page, HasSubstr("NO VERDICT"));
  EXPECT_EQ(occurrences(page, "<article "), 0U);
  EXPECT_EQ(occurrences(page, "<table"), 0U);
  EXPECT_EQ(occurrences(page, "id=\"growth\""), 0U);
}

TEST(Html, OfHostileNamesHasTheSameElementsAsOfHarmlessOnes) {
  const Findings harmless = named("name");
  for (const char* name :
       {"</script><script>x()</script>", "<!--<script>", "\" onclick=\"x()", "' x='",
        "</style></title></pre></template>", "{script}{}", "a\u2028b\u2029c", "\u202egnp.js",
        "<img src=x onerror=x()>", "&lt;b&gt;", "\xff\xfe<b>", "-->", "]]>"}) {
    const std::string page = page_of(named(name));
    EXPECT_EQ(occurrences(page, "<"), occurrences(page_of(harmless), "<")) << name;
    EXPECT_EQ(occurrences(page, "=\""), occurrences(page_of(harmless), "=\"")) << name;
    EXPECT_THAT(page, Not(HasSubstr("\u202e"))) << "it would turn the line around";
    EXPECT_THAT(page, Not(HasSubstr("\u2028")));
    EXPECT_THAT(page, Not(HasSubstr("\xff")));
  }
}

TEST(Html, ShowsTheFirstOfVeryManyGroupsAndHoldsABoundedNumber) {
  Findings findings = leaking_example();
  findings.sites.assign(2'500, findings.sites[0]);
  const std::string page = readable(findings);
  EXPECT_THAT(page,
              HasSubstr("<template class=\"more\"><article class=\"card bad\" id=\"site-201\">"));
  EXPECT_THAT(page, HasSubstr("Show all 2,000"));
  EXPECT_EQ(occurrences(page, "<article "), 2'000U);
  EXPECT_THAT(page, HasSubstr("500 more groups are left out here; report.json has them all."));
}

TEST(HtmlAssets, EndNeitherTheStyleNorTheScriptThatHoldsThem) {
  EXPECT_THAT(std::string(kPageStyle), Not(HasSubstr("</style")));
  EXPECT_THAT(std::string(kPageScript), Not(HasSubstr("</script")));
  EXPECT_THAT(std::string(kPageScript), Not(HasSubstr("<!--")));
  EXPECT_THAT(std::string(kPageScript), Not(HasSubstr("innerHTML")));
}

}  // namespace
}  // namespace tensorleak::views
