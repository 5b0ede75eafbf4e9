#include "reports/exports/exports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/exports/uri.hpp"
#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"

namespace tensorleak::exports {
namespace {

using analysis::Findings;
using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using views::clean_example;
using views::gated_example;
using views::GatedExample;
using views::leaking_example;

Exported plain(const Findings& findings) {
  return {.findings = findings, .judgement = nullptr, .tool_version = "0.1.0", .root = ""};
}

Exported gated(const GatedExample& example) {
  return {.findings = example.findings,
          .judgement = &example.judgement,
          .tool_version = "0.1.0",
          .root = ""};
}

/// leaking_example() in which names try to be more than names.
Findings hostile_example() {
  Findings findings = leaking_example();
  findings.sites[0].op = "S<b>&\"'|`;,\n::error::x\x1b[2J";
  findings.sites[0].user_frame->function = "=1+1";
  findings.sites[0].user_frame->file = "a,b:c%d.js";
  return findings;
}

TEST(Exports, TellOfWhatLeaksOrIsUndecidedAndOfNothingElse) {
  Findings findings = leaking_example();
  EXPECT_EQ(told_sites(plain(findings)), (std::vector<std::size_t>{0, 1}));
  findings.sites[2].label = analysis::Label::kUnknown;
  EXPECT_EQ(told_sites(plain(findings)), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Exports, FollowTheGateWhereItWasAsked) {
  const GatedExample example = gated_example();
  const Exported exported = gated(example);
  EXPECT_EQ(ending_of(exported), Ending::kFailed);
  EXPECT_EQ(status_of(exported, 0), Status::kFails);
  EXPECT_EQ(status_of(exported, 2), Status::kAllowed) << "it leaks less than in the baseline";
  EXPECT_EQ(status_of(exported, 3), Status::kSuppressed);
  const GatedExample passed =
      views::gated(leaking_example(), views::suppressing("op:Sub reason=known"));
  EXPECT_EQ(status_of(gated(passed), 0), Status::kSuppressed);
  EXPECT_EQ(suppression_of(gated(passed), 0), "op:Sub: known");
  EXPECT_EQ(status_of(gated(passed), 1), Status::kFails);
  const GatedExample allowed = views::gated(leaking_example(), {.limits = {{.most = 2}}});
  EXPECT_EQ(status_of(gated(allowed), 1), Status::kAllowed);
  EXPECT_EQ(ending_of(gated(allowed)), Ending::kPassed);
}

TEST(Exports, TellPathsBelowTheRootRelativeToIt) {
  const Findings findings;
  Exported exported = plain(findings);
  exported.root = "/home/me/app";
  EXPECT_EQ(path_of(exported, "/home/me/app/src/a.cpp"), "src/a.cpp");
  EXPECT_EQ(path_of(exported, "/home/me/apple/a.cpp"), "/home/me/apple/a.cpp");
  EXPECT_EQ(path_of(exported, "src/a.cpp"), "src/a.cpp");
}

TEST(Uri, OfAPathHasNothingThatAUriCannotHave) {
  EXPECT_EQ(uri_of("src/my file.js"), "src/my%20file.js");
  EXPECT_EQ(uri_of("a:b%c.js"), "a%3Ab%25c.js");
  EXPECT_EQ(uri_of("/usr/größe.cpp"), "file:///usr/gr%C3%B6%C3%9Fe.cpp");
  EXPECT_EQ(uri_of("http://localhost:8000/a%20b.js?v=1"), "http://localhost:8000/a%20b.js?v=1");
  EXPECT_EQ(uri_of("http://x/\n<"), "http://x/%0A%3C");
}

TEST(Junit, HasACaseForTheWholeAndOneForEachSite) {
  const std::string xml = junit(plain(leaking_example()));
  EXPECT_THAT(xml, StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
                              "name=\"tensorleak\" tests=\"3\" failures=\"3\" errors=\"0\">\n"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"tensorleak\" name=\"Sub at (anonymous), "
                             "classify-frames.html:8:40 (3f9a21c4)\">\n      <failure "
                             "type=\"LEAK, growing\" message=\"LEAK, growing: +1 tensor, "));
  EXPECT_THAT(junit(plain(clean_example())),
              HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n    <testcase "
                        "classname=\"tensorleak\" name=\"no tensor leaks that may not\"/>\n"));
  EXPECT_THAT(junit(plain(views::blind_example())),
              HasSubstr("<error type=\"no verdict\" message=\"NO VERDICT  nothing was observed"));
}

TEST(Junit, SkipsWhatIsSuppressed) {
  const GatedExample passed =
      views::gated(leaking_example(), views::suppressing("op:Sub reason=known\nop:Reshape"));
  const std::string xml = junit(gated(passed));
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"suppressed: op:Sub: known\"/>"));
}

TEST(Junit, LetsNoNameBecomeMarkup) {
  const std::string xml = junit(plain(hostile_example()));
  EXPECT_THAT(xml, HasSubstr("S&lt;b&gt;&amp;&quot;'|`;,\\x0a::error::x\\x1b[2J"));
  EXPECT_THAT(xml, Not(HasSubstr("<b>")));
}

TEST(Sarif, HasAResultForEachSiteWithItsLineAndFingerprint) {
  const json log = json::parse(sarif(plain(leaking_example())));
  EXPECT_EQ(log["version"], "2.1.0");
  const json& run = log["runs"][0];
  ASSERT_EQ(run["results"].size(), 2u);
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "leak-growing");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"],
            "leak-growing");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["partialFingerprints"], json({{"tensorleak/v1", "3f9a21c4d0e1b2a7"}}));
  const json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "classify-frames.html");
  EXPECT_EQ(place["region"], json({{"startLine", 8}, {"startColumn", 40}}));
  EXPECT_EQ(result["stacks"][0]["frames"].size(), 3u);
  EXPECT_FALSE(result.contains("suppressions"));
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
  const json blind = json::parse(sarif(plain(views::blind_example())));
  EXPECT_EQ(blind["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

TEST(Sarif, HasTheReasonOfWhatIsSuppressed) {
  const GatedExample passed =
      views::gated(leaking_example(), views::suppressing("op:Sub reason=known"));
  const json results = json::parse(sarif(gated(passed)))["runs"][0]["results"];
  EXPECT_EQ(results[0]["level"], "note");
  EXPECT_EQ(results[0]["suppressions"],
            json::array({{{"kind", "external"}, {"justification", "op:Sub: known"}}}));
  EXPECT_EQ(results[1]["suppressions"], json::array());
}

TEST(Sarif, KnowsARuleForEveryLabelThatIsTold) {
  Findings findings = leaking_example();
  for (const auto label :
       {analysis::Label::kLeakGrowing, analysis::Label::kLeakLost, analysis::Label::kLeakAtExit,
        analysis::Label::kLeakBelow, analysis::Label::kUnknown}) {
    findings.sites[0].label = label;
    const json run = json::parse(sarif(plain(findings)))["runs"][0];
    const json& result = run["results"][0];
    const std::string id =
        run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"];
    EXPECT_EQ(id, result["ruleId"]);
    EXPECT_THAT(id, StartsWith("leak-"));
  }
}

TEST(Github, AnnotatesLines) {
  const std::string lines = github(plain(leaking_example()));
  EXPECT_THAT(lines, StartsWith("::error title=tensorleak::LEAK  2 sites grow by "));
  EXPECT_THAT(lines, HasSubstr("\n::error file=classify-frames.html,line=8,col=40,title=LEAK%2C "
                               "growing%3A +1 tensor%2C 602%2C112 B per frame"));
  EXPECT_THAT(lines, HasSubstr("%0Afix: dispose() it after its last use"));
  EXPECT_THAT(github(plain(clean_example())), StartsWith("::notice title=tensorleak::CLEAN  "));
}

TEST(Github, LetsNoNameBecomeACommand) {
  const std::string lines = github(plain(hostile_example()));
  EXPECT_THAT(lines, Not(HasSubstr("\n::error::x")));
  EXPECT_THAT(lines, HasSubstr("file=a%2Cb%3Ac%25d.js,line=8"));
}

TEST(Gitlab, HasAnEntryForEachSite) {
  const json entries = json::parse(gitlab(plain(leaking_example())));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0]["fingerprint"], "3f9a21c4d0e1b2a7");
  EXPECT_EQ(entries[0]["severity"], "major");
  EXPECT_EQ(entries[0]["location"],
            json({{"path", "classify-frames.html"}, {"lines", {{"begin", 8}}}}));
  EXPECT_EQ(json::parse(gitlab(plain(clean_example()))), json::array());
  Findings nowhere = leaking_example();
  nowhere.sites[0].user_frame.reset();
  EXPECT_EQ(json::parse(gitlab(plain(nowhere)))[0]["location"]["path"], "ml5.jsonl.gz");
}

TEST(Markdown, HasTheVerdictAndATableOfWhatFails) {
  const std::string text = markdown(plain(leaking_example()));
  EXPECT_THAT(text, StartsWith("### tensorleak: LEAK\n2 sites grow by 2 tensors, "));
  EXPECT_THAT(text, HasSubstr("\n| LEAK, growing | \\+1 tensor, 602,112 B per frame | `Sub` "
                              "float32 \\[1,224,224,3\\] | `classify-frames.html:8` in "
                              "`(anonymous)` | `3f9a21c4` |\n"));
  EXPECT_THAT(text, HasSubstr("\n- `3f9a21c4`: dispose\\(\\) it after its last use"));
  EXPECT_THAT(markdown(plain(clean_example())), Not(HasSubstr("|")));
}

TEST(Markdown, ListsSuppressionsAndNotWhatTheySuppress) {
  const GatedExample passed =
      views::gated(leaking_example(), views::suppressing("op:Sub reason=known\nop:Reshape"));
  const std::string text = markdown(gated(passed));
  EXPECT_THAT(text, StartsWith("### tensorleak: PASSED\n"));
  EXPECT_THAT(text, HasSubstr("\n**Suppressions**\n- suppressed: op:Sub: 30 tensors at 1 site; "));
  EXPECT_THAT(text, Not(HasSubstr("| LEAK")));
}

TEST(Markdown, LetsNoNameBecomeMarkup) {
  Findings hostile = hostile_example();
  hostile.sites[0].fix = "ask @somebody to <img> **now**";
  const std::string text = markdown(plain(hostile));
  EXPECT_THAT(text, HasSubstr("`S<b>&\"'\\|';,\\x0a::error::x\\x1b[2J`"));
  EXPECT_THAT(text, HasSubstr("ask &#64;somebody to &lt;img\\> \\*\\*now\\*\\*"));
}

TEST(Csv, HasALineForEachSiteWithItsStatus) {
  const std::string text = csv(plain(leaking_example()));
  EXPECT_THAT(text, StartsWith("fingerprint,label,status,op,dtype,shape,"));
  EXPECT_THAT(text, HasSubstr("\r\n3f9a21c4d0e1b2a7,\"LEAK, growing\",fails,Sub,float32,"
                              "\"[1,224,224,3]\",,(anonymous),classify-frames.html,8,40,,1,602112,"
                              "30,18063360,30,18063360,30,0\r\n"));
  EXPECT_THAT(text, HasSubstr("\r\n0123456789abcdef,retained,harmless,"));
}

TEST(Csv, QuotesWhatItMustAndMakesNoFormula) {
  const std::string text = csv(plain(hostile_example()));
  EXPECT_THAT(text, HasSubstr(",\"S<b>&\"\"'|`;,\\x0a::error::x\\x1b[2J\","));
  EXPECT_THAT(text, HasSubstr(",'=1+1,\"a,b:c%d.js\","));
}

TEST(Folded, HasAStackAndItsBytesOnALine) {
  const std::string text = folded(plain(leaking_example()));
  EXPECT_THAT(text, StartsWith("LEAK, growing;(anonymous) (classify-frames.html:8);"
                               "eH.classifyInternal (ml5@1.4.0/dist/ml5.min.js:21723);"
                               "b.makeTensor (ml5@1.4.0/dist/ml5.min.js:427);Sub 18063360\n"));
  EXPECT_THAT(folded(plain(hostile_example())), HasSubstr(";S<b>&\"'|`:,\\x0a::error"))
      << "what separates frames is none in a name";
}

TEST(Speedscope, WeighsTheSameStacksByBytesAndByTensors) {
  const json file = json::parse(speedscope(plain(leaking_example())));
  ASSERT_EQ(file["profiles"].size(), 2u);
  const json& bytes = file["profiles"][0];
  EXPECT_EQ(bytes["unit"], "bytes");
  EXPECT_EQ(bytes["weights"], json({18063360, 240, 3136}));
  EXPECT_EQ(bytes["endValue"], 18063360 + 240 + 3136);
  EXPECT_EQ(bytes["samples"].size(), 3u);
  const std::size_t innermost = bytes["samples"][1].back().get<std::size_t>();
  EXPECT_EQ(file["shared"]["frames"][innermost]["name"], "Reshape");
  EXPECT_EQ(file["profiles"][1]["weights"], json({30, 30, 4}));
}

TEST(Perfetto, CountsWhatIsAliveAtEachFrame) {
  Findings findings = leaking_example();
  findings.lanes[0].duration = 30 * 16'000'000;  // 16 ms a frame
  const json events = json::parse(perfetto(plain(findings)))["traceEvents"];
  EXPECT_EQ(events[0]["ph"], "M");
  EXPECT_EQ(events[3], json({{"ph", "C"},
                             {"pid", 1},
                             {"tid", 1},
                             {"name", "all tensors"},
                             {"ts", 480000.0},
                             {"args", {{"tensors", 64}}}}));
  const json& last = events.back();
  EXPECT_THAT(last["name"].get<std::string>(), StartsWith("Reshape at "));
  EXPECT_THAT(last["name"].get<std::string>(), EndsWith(", bytes"));
}

}  // namespace
}  // namespace tensorleak::exports
