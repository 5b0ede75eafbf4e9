// Files that cannot be written: the program goes on, and one line says why it is not recorded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Runs a scene with this trace; returns what was said, which must be one line.
std::string line_said(Workplace& place, const std::vector<std::string>& scene,
                      const std::string& trace, int expected_code) {
  EXPECT_EQ(place.run_scene(scene, {"TENSORLEAK_TRACE=" + trace}), expected_code);
  const std::string errors = place.errors();
  EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << errors;
  EXPECT_THAT(errors, StartsWith("tensorleak: cannot write the trace " + trace));
  return errors;
}

TEST(TraceThatCannotBeWritten, OnAFullDisk) {
  Workplace place;
  EXPECT_THAT(line_said(place, {"returns"}, "/dev/full", 7), HasSubstr("No space left on device"));
  line_said(place, {"many", "300000"}, "/dev/full", 0);
}

TEST(TraceThatCannotBeWritten, InAFolderThatIsNotThere) {
  Workplace place;
  EXPECT_THAT(line_said(place, {"returns"}, "missing/trace", 7), HasSubstr("No such file"));
}

TEST(TraceThatCannotBeWritten, OverAFolder) {
  Workplace place;
  EXPECT_THAT(line_said(place, {"returns"}, "/", 7), HasSubstr("Is a directory"));
}

TEST(TraceThatCannotBeWritten, BeyondTheFileSizeLimit) {
  Workplace place;
  EXPECT_THAT(line_said(place, {"file_size_limit"}, "trace", 3), HasSubstr("File too large"));
  EXPECT_EQ(read_trace(place.path("trace")).error, "");
}

TEST(TraceThatCannotBeWritten, BecauseTheProgramClosedIt) {
  Workplace place;
  EXPECT_THAT(line_said(place, {"closes_all_files"}, "trace", 0),
              HasSubstr("the program closed it"));
  EXPECT_EQ(place.trace().tensors.size(), 1u);
}

TEST(TraceThatCannotBeWritten, ByTrackStart) {
  Workplace place;
  EXPECT_EQ(place.run({RECORD_SCENES, "cannot_start", "missing/trace"}, {}), 3);  // TRACK_IO
}

TEST(TraceFile, HasTheProcessInItsNameWhereAsked) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"returns"}, {"TENSORLEAK_TRACE=trace-%p.tltrace"}), 7);
  const auto files = place.files("trace-");
  ASSERT_EQ(files.size(), 1u);
  const RecordedTrace trace = read_trace(place.path(files[0]));
  EXPECT_EQ(files[0], "trace-" + std::to_string(trace.process) + ".tltrace");
}

TEST(TraceFile, ReplacesAnOlderOne) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"many", "1000"}), 0);
  ASSERT_EQ(place.run_scene({"returns"}), 7);
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_EQ(place.trace().tensors.size(), 1u);
}

TEST(TraceFile, GoesThroughAPipe) {
  Workplace place;
  ASSERT_EQ(mkfifo(place.path("pipe").c_str(), 0600), 0);
  const std::string line = std::string("cat pipe > copy & ") + RECORD_SCENES + " returns; wait";
  ASSERT_EQ(place.run({"/bin/sh", "-c", line}, {"TENSORLEAK_TRACE=pipe"}), 0);
  EXPECT_TRUE(read_trace(place.path("copy")).is_whole());
}

TEST(TraceFile, DoesNotEndTheProgramWhereThePipeIsClosed) {
  Workplace place;
  ASSERT_EQ(mkfifo(place.path("pipe").c_str(), 0600), 0);
  const std::string line =
      std::string("true < pipe & ") + RECORD_SCENES + " marks; code=$?; wait; exit $code";
  EXPECT_EQ(place.run({"/bin/sh", "-c", line}, {"TENSORLEAK_TRACE=pipe"}), 0);
  EXPECT_THAT(place.errors(), HasSubstr("Broken pipe"));
}

}  // namespace
}  // namespace tensorleak::record::testing
