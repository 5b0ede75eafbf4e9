// The real program on event logs of real programs, against what is known to be true of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"
#include "tests/recordings.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;

/// One of the recordings beside the repository.
class RecordedLog : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!shared_folder()) {
      GTEST_SKIP() << "the recorded logs are not here; set TENSORLEAK_SHARED to their folder";
    }
  }

  static json report(const std::string& name) {
    return report_on(*shared_folder() / "recorded" / (name + ".jsonl.gz"));
  }

  /// By frames that are found.
  static json report_without_marks(const std::string& name) {
    const trace::testing::TempFolder folder;
    const auto recording = *shared_folder() / "recorded" / (name + ".jsonl.gz");
    json report = report_on(without_marks(recording, folder.path("")));
    expect_found_frames(report);
    return report;
  }
};

void expect_made_by(const json& site, const std::string& function, const std::string& place,
                    const std::string& called) {
  const json& frame = site["user_frame"];
  EXPECT_EQ(frame["function"], function);
  EXPECT_EQ(frame["file"].get<std::string>() + ":" + std::to_string(frame["line"].get<int>()) +
                ":" + std::to_string(frame["column"].get<int>()),
            place);
  EXPECT_EQ(site["called"]["function"], called);
  EXPECT_EQ(site["called"]["owner"], "framework");
}

/// ml5 1.4.0: an image and the alias of the class scores, forgotten on every frame.
void expect_ml5_leak(const json& report) {
  EXPECT_EQ(report["verdict"]["outcome"], "leak");
  EXPECT_EQ(report["verdict"]["doubts"], json::array());
  EXPECT_EQ(report["completeness"], "clean end");
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], exactly(2));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], exactly(602120));
  EXPECT_EQ(report["verdict"]["growing_sites"], 2);
  EXPECT_EQ(report["verdict"]["frames_to_limit"], 7133);

  const auto leaks = leaking_sites(report);
  ASSERT_EQ(leaks.size(), 2u);
  EXPECT_EQ(leaks[0]["op"], "Sub") << "worst first";
  EXPECT_EQ(leaks[0]["shapes"], json::parse(R"([{"shape":[1,224,224,3],"alive":30}])"));
  EXPECT_EQ(leaks[0]["bytes_per_frame"], exactly(602112));
  EXPECT_EQ(leaks[1]["op"], "Reshape");
  EXPECT_EQ(leaks[1]["shapes"], json::parse(R"([{"shape":[2],"alive":30}])"));
  EXPECT_EQ(leaks[1]["bytes_per_frame"], exactly(8));
  for (const json& leak : leaks) {
    EXPECT_EQ(leak["label"], "LEAK, growing");
    EXPECT_EQ(leak["dtype"], "float32");
    EXPECT_EQ(leak["tensors_per_frame"], exactly(1));
    EXPECT_EQ(leak["leaked"], 30);
    expect_made_by(leak, "(anonymous)", "classify-frames.html:8:40", "eH.classifyInternal");
  }
  EXPECT_EQ(alive_as(report, "retained"), 4u);
  EXPECT_EQ(report["totals"]["alive_tensors"], 64);
  expect_alive_at_marks(report, 4, 64);
  expect_counters_agree(report, 30);
}

TEST(ExampleLog, OfMl5ClassifierLeaksTwoTensorsPerFrame) {
  expect_ml5_leak(report_on(data("ml5-1.4.0-image-classifier.jsonl.gz")));
}

TEST(ExampleLog, OfATensorForgottenOnEveryThirdFrame) {
  const json report = report_on(data("every-third-frame@4.22.0.jsonl.gz"));
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], exactly(1, 3));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], exactly(20, 3));
  const auto leaks = leaking_sites(report);
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0]["label"], "LEAK, growing");
  EXPECT_EQ(leaks[0]["evidence"]["period"], 3);
  EXPECT_EQ(leaks[0]["shapes"], json::parse(R"([{"shape":[1,5],"alive":20}])"));
  expect_made_by(leaks[0], "detectFaces", "every-third-frame.js:9:6", "Object.zeros");
  EXPECT_EQ(report["sites"].size(), 1u) << "nothing else survives";
  expect_counters_agree(report, 60);
}

TEST_F(RecordedLog, OfMl5ClassifierLeaksTwoTensorsPerFrame) {
  expect_ml5_leak(report("ml5-1.4.0-image-classifier"));
}

TEST_F(RecordedLog, OfTheOlderMl5ClassifierIsClean) {
  const json found = report("ml5-0.4.3-image-classifier");
  EXPECT_EQ(found["verdict"]["outcome"], "clean");
  EXPECT_EQ(alive_as(found, "retained"), 5u);
  expect_alive_at_marks(found, 5, 5);
  expect_counters_agree(found, 30);
}

TEST_F(RecordedLog, OfPhotographsNotDisposedLeaksOneImagePerFrame) {
  const json found = report("nsfwjs-photo-not-disposed");
  EXPECT_EQ(found["verdict"]["outcome"], "leak");
  EXPECT_EQ(found["verdict"]["tensors_per_frame"], exactly(1));
  EXPECT_EQ(found["verdict"]["bytes_per_frame"], exactly(29491200));
  const auto leaks = leaking_sites(found);
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0]["label"], "LEAK, growing");
  EXPECT_EQ(leaks[0]["dtype"], "int32");
  EXPECT_EQ(leaks[0]["shapes"], json::parse(R"([{"shape":[1280,1920,3],"alive":12}])"));
  expect_made_by(leaks[0], "classifyPhoto", "classify-photos.js:4:45", "Object.tensor3d");
  EXPECT_EQ(alive_as(found, "retained"), 267u);
  expect_alive_at_marks(found, 267, 279);
  expect_counters_agree(found, 12);
}

TEST_F(RecordedLog, OfThreeFacesIsClean) {
  const json found = report("faceapi-three-faces-clean");
  EXPECT_EQ(found["verdict"]["outcome"], "clean");
  EXPECT_EQ(leaking_sites(found).size(), 0u);
  EXPECT_EQ(alive_as(found, "retained"), 117u);
  expect_alive_at_marks(found, 117, 117);
  expect_counters_agree(found, 8);
}

TEST_F(RecordedLog, WithoutItsMarksHasTheVerdictAndTheRateThatItHasWithThem) {
  for (const char* const name : {"ml5-1.4.0-image-classifier", "ml5-0.4.3-image-classifier",
                                 "nsfwjs-photo-not-disposed", "faceapi-three-faces-clean"}) {
    const json marked = report(name);
    const json found = report_without_marks(name);
    EXPECT_EQ(found["verdict"]["outcome"], marked["verdict"]["outcome"]) << name;
    EXPECT_EQ(found["verdict"]["tensors_per_frame"], marked["verdict"]["tensors_per_frame"])
        << name;
    EXPECT_EQ(found["verdict"]["bytes_per_frame"], marked["verdict"]["bytes_per_frame"]) << name;
  }
}

}  // namespace
}  // namespace tensorleak::end_to_end
