// Traces through the real program: judged, dumped, verified; and logs made anew with libtrack.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const std::string kTrace = data("trace-v1.tltrace");

/// The first `size` bytes of the golden trace, as a file in `folder`.
std::string cut(const TempFolder& folder, std::size_t size) {
  return folder.write("cut.tltrace", content(kTrace).substr(0, size));
}

TEST(Trace, IsJudgedAsItsEventsAreInALog) {
  const TempFolder folder;
  const Ran dumped = run_tool({"trace", "dump", kTrace});
  EXPECT_EQ(dumped.exit_code, 0);
  const std::string log = folder.write("dumped.jsonl", dumped.output);
  const Ran of_trace = run_tool({"check", kTrace});
  const Ran of_log = run_tool({"check", log});
  EXPECT_EQ(of_trace.exit_code, of_log.exit_code);
  EXPECT_EQ(first_line(of_trace.output), first_line(of_log.output));
}

TEST(Trace, IsKnownByItsBytesWhateverItsName) {
  const TempFolder folder;
  const std::string path = folder.write("renamed.bin", content(kTrace));
  EXPECT_EQ(run_tool({"check", path}).output, run_tool({"check", kTrace}).output);
}

TEST(Trace, ThatIsCutIsIncompleteAndStillRead) {
  const TempFolder folder;
  const std::string path = cut(folder, content(kTrace).size() - 10);
  const Ran judged = run_tool({"check", path, "--format", "json"});
  EXPECT_NE(nlohmann::json::parse(judged.output)["completeness"], "clean end");
  const Ran dumped = run_tool({"trace", "dump", path});
  EXPECT_EQ(dumped.exit_code, 3);
  EXPECT_THAT(dumped.output, StartsWith("{\"e\":\"header\""));
  EXPECT_THAT(dumped.errors, HasSubstr("the trace is incomplete"));
}

TEST(Trace, ThatIsCutInItsHeaderIsAnError) {
  const TempFolder folder;
  for (const auto* command : {"check", "report"}) {
    const Ran ran = run_tool({command, cut(folder, 20)});
    EXPECT_EQ(ran.exit_code, 2) << command;
    EXPECT_THAT(ran.errors, HasSubstr("cut.tltrace: "));
  }
}

TEST(TraceVerify, SaysWhatATraceConsistsOf) {
  const Ran ran = run_tool({"trace", "verify", kTrace});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, StartsWith("SOUND  the trace is whole and has a clean end\nformat:  1."));
  EXPECT_THAT(ran.output, HasSubstr("1 header, 1 end, "));
}

TEST(TraceVerify, NamesThePlaceOfADamage) {
  const TempFolder folder;
  std::string bytes = content(kTrace);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x40);
  const Ran ran = run_tool({"trace", "verify", folder.write("damaged.tltrace", bytes)});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, StartsWith("DAMAGED  "));
  EXPECT_THAT(ran.output, HasSubstr("\nfault:   at byte "));
}

TEST(TraceVerify, OfAnIncompleteTraceIsThree) {
  const TempFolder folder;
  const Ran ran = run_tool({"trace", "verify", cut(folder, content(kTrace).size() - 10)});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, StartsWith("INCOMPLETE  "));
}

TEST(TraceCommand, ExplainsItself) {
  EXPECT_THAT(run_tool({"trace", "--help"}).output, HasSubstr("dump"));
  EXPECT_THAT(run_tool({"trace", "dump", "--help"}).output, HasSubstr("TRACE"));
  EXPECT_EQ(run_tool({"trace"}).exit_code, 2);
  const Ran mistake = run_tool({"trace", "verify"});
  EXPECT_EQ(mistake.exit_code, 2);
  EXPECT_THAT(mistake.errors, EndsWith("try: tensorleak trace verify --help\n"));
}

TEST(TraceCommand, EndsWellWhenItsReaderHasSeenEnough) {
  EXPECT_EQ(run_shell("\"$TOOL\" trace dump '" + kTrace + "' | head -n 1 | wc -l").output, "1\n");
}

/// A log is a workload: the tool that replays it can be recorded like any other program.
TEST(ReplayOfALog, MakesItsTensorsWithLibtrack) {
  const TempFolder folder;
  for (const auto& [log, exit_code] : {std::pair{"leaking.jsonl", 1}, {"clean.jsonl", 0}}) {
    const Setting recorded{{"TENSORLEAK_TRACE=" + folder.path("replay.tltrace")}};
    const Ran ran = run_tool({"run", data(log), "-o", folder.path("out")}, recorded);
    EXPECT_EQ(ran.exit_code, exit_code) << ran.errors;
    const Ran again = run_tool({"check", folder.path("replay.tltrace"), "--format", "json"});
    EXPECT_EQ(again.exit_code, exit_code) << again.output;
    const auto first = nlohmann::json::parse(content(folder.path("out/report.json")));
    const auto second = nlohmann::json::parse(again.output);
    EXPECT_EQ(second["verdict"]["tensors_per_frame"], first["verdict"]["tensors_per_frame"]);
    EXPECT_EQ(second["verdict"]["bytes_per_frame"], first["verdict"]["bytes_per_frame"]);
    EXPECT_EQ(second["totals"]["created"], first["totals"]["created"]);
    EXPECT_EQ(second["totals"]["peak_bytes"], first["totals"]["peak_bytes"]);
  }
}

TEST(ReplayOfALog, OnlyCountsWhenToldSo) {
  const TempFolder folder;
  const std::string trace = folder.path("replay.tltrace");
  const Ran ran = run_tool({"run", data("leaking.jsonl"), "--no-alloc", "-o", folder.path("out")},
                           {{"TENSORLEAK_TRACE=" + trace}});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(content(trace), "");
}

}  // namespace
}  // namespace tensorleak::end_to_end
