#include "reports/views/text_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using namespace analysis;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;
using testing::Not;

constexpr TextOptions kVerbose{false, Verbosity::kVerbose, 0};

Site growing() {
  return leaking_example().sites[0];
}

TEST(SiteBlock, ShowsWhatWhereWhyAndTheFix) {
  EXPECT_EQ(
      site_block(1, growing(), {}),
      "1  LEAK, growing  +1 tensor, 602,112 B per frame   float32 [1,224,224,3]   Sub   30 alive   "
      "3f9a21c4\n"
      "     eH.classifyInternal   ml5@1.4.0/dist/ml5.min.js:21723:52722\n"
      "   ▸ (anonymous)           classify-frames.html:8:40\n"
      "     made on every frame by tidy's result and never disposed; last used in the frame that "
      "made it\n"
      "     fix: dispose() it after its last use, or widen the tidy() around that use\n");
}

TEST(SiteBlock, ShowsACallbackBehindTheFunctionThatItIsWrittenIn) {
  Site site = growing();
  site.user_frame = UserFrame{"onClick", "(anonymous)", "größe.js", 9, 0, ""};
  site.called->function = "f";
  EXPECT_THAT(site_block(1, site, {}),
              HasSubstr("     f                       ml5@1.4.0/dist/ml5.min.js:21723:52722\n"
                        "   ▸ onClick › (anonymous)   größe.js:9\n"));
}

TEST(SiteBlock, ShowsWhatALibrarysAuthorsWrote) {
  Site site = growing();
  site.called->original = WrittenAt{"ml5@1.4.0/src/ImageClassifier/index.js", 181, 24};
  EXPECT_THAT(site_block(1, site, {}),
              HasSubstr("     eH.classifyInternal   ml5@1.4.0/src/ImageClassifier/index.js:181:24\n"
                        "   ▸ (anonymous)           classify-frames.html:8:40\n"));
}

TEST(SiteBlock, OfCodeThatCalledNoFrameworkShowsOneLine) {
  Site site = growing();
  site.called.reset();
  EXPECT_THAT(site_block(1, site, {}), HasSubstr("3f9a21c4\n   ▸ (anonymous)   classify"));
}

TEST(SiteBlock, WithoutAStackSaysSo) {
  Site site = growing();
  site.called.reset();
  site.user_frame.reset();
  EXPECT_THAT(site_block(1, site, {}), HasSubstr("     no stack was recorded\n"));
}

TEST(SiteBlock, SaysWhoHoldsWhatLeaks) {
  Site site = growing();
  site.held_by = {
      {"history (Array, 30 elements), in app", "global → app → .history Array → [29]", 30, 2}};
  EXPECT_THAT(site_block(1, site, {}),
              HasSubstr("     held by history (Array, 30 elements), in app: global → app → "
                        ".history Array → [29]\n     fix: "));
  site.held_by->push_back({"", "", std::nullopt, 1});
  EXPECT_THAT(site_block(1, site, {}), HasSubstr("[29] (2 of 3 that were looked at)\n"));
  EXPECT_THAT(site_block(1, site, {}),
              HasSubstr("     held by nobody but the engine (1 of 3 that were looked at)\n"));
}

TEST(SiteBlock, OfALeakThatDoesNotGrowCountsWhatLeaked) {
  Site site = growing();
  site.label = Label::kLeakLost;
  site.tensors_per_frame = site.bytes_per_frame = {};
  site.leaked = 3;
  site.leaked_bytes = 1204;
  EXPECT_THAT(site_block(2, site, {}), HasSubstr("2  LEAK, lost  3 tensors, 1,204 B   float32"));
}

TEST(SiteBlock, LeavesOutWhatIsNotKnown) {
  Site site = growing();
  site.op.clear();
  site.dtype.clear();
  site.shapes.clear();
  site.because.clear();
  site.fix.clear();
  EXPECT_EQ(site_block(1, site, {}),
            "1  LEAK, growing  +1 tensor, 602,112 B per frame   30 alive   3f9a21c4\n"
            "     eH.classifyInternal   ml5@1.4.0/dist/ml5.min.js:21723:52722\n"
            "   ▸ (anonymous)           classify-frames.html:8:40\n");
}

TEST(SiteBlock, LetsNoEscapeSequenceThrough) {
  Site site = growing();
  const std::string evil = "\x1b[2J\nSUMMARY: \x9b";
  site.op = site.dtype = site.because = site.fix = site.lane = site.fingerprint = evil;
  site.user_frame = UserFrame{evil, evil, evil, 1, 1, evil};
  site.called = Frame{evil, evil, 1, 1, Owner::kFramework};
  site.stack = {*site.called};
  site.scope_path = {evil};
  const std::string block = site_block(1, site, kVerbose);
  EXPECT_THAT(block, Not(HasSubstr("\x1b")));
  EXPECT_THAT(block, Not(HasSubstr("\x9b")));
  EXPECT_THAT(block, Not(HasSubstr("\nSUMMARY")));
  EXPECT_THAT(block, HasSubstr("\\x1b[2J\\x0aSUMMARY: \\x9b"));
}

TEST(SiteBlock, WrapsSentencesAtTheWidth) {
  const std::string block = site_block(1, growing(), {false, Verbosity::kNormal, 60});
  EXPECT_THAT(block, HasSubstr("     made on every frame by tidy's result and never\n"
                               "     disposed; last used in the frame that made it\n"));
  EXPECT_THAT(block, HasSubstr("   ▸ (anonymous)           classify-frames.html:8:40\n"))
      << "places stay whole";
}

TEST(SiteBlock, VerboseAddsTheStackTheNumbersAndThePopulation) {
  Site site = growing();
  site.scope_path = {"predict", "tidy"};
  site.evidence.never_read = 2;
  const std::string block = site_block(1, site, kVerbose);
  EXPECT_THAT(block, HasSubstr("     scope: predict › tidy\n"));
  EXPECT_THAT(block, HasSubstr("     numbers: 30 created, 0 disposed, 2 never read\n"));
  EXPECT_THAT(block, HasSubstr("     alive at marks: 1 at 1, 2 at 2, "));
  EXPECT_THAT(block, HasSubstr(" 12 at 12 … 27 at 27, 28 at 28, 29 at 29, 30 at 30\n"));
  EXPECT_THAT(block,
              HasSubstr("     stack:\n"
                        "       b.makeTensor          ml5@1.4.0/dist/ml5.min.js:427:8758\n"));
}

TEST(SiteBlock, VerboseDimsTheFramesOfFrameworks) {
  const std::string block = site_block(1, growing(), {true, Verbosity::kVerbose, 0});
  EXPECT_THAT(block, HasSubstr("\x1b[2m       b.makeTensor "));
  EXPECT_THAT(block, HasSubstr("\n       (anonymous) ")) << "the user's frame is not dim";
}

TEST(SiteBlock, OfAResourceShowsItsGrowth) {
  const ResourceFinding textures{
      "textures", Label::kLeakBelow, {3, 1, true}, 47, 190, "tensors are flat, textures grow"};
  EXPECT_EQ(resource_block(3, textures, {}),
            "3  LEAK, below  +3 per frame   textures   47 → 190\n"
            "     tensors are flat, textures grow\n");
}

TEST(DtypeAndShape, OfAScalarIsAnEmptyShape) {
  Site site = growing();
  site.shapes = {{std::vector<std::uint64_t>{}, 1}};
  EXPECT_EQ(dtype_and_shape(site), "float32 []");
}

TEST(DtypeAndShape, CountsOtherShapes) {
  Site site = growing();
  site.shapes.push_back({std::vector<std::uint64_t>{2}, 1});
  EXPECT_EQ(dtype_and_shape(site), "float32 [1,224,224,3] and 1 other shape");
  site.shapes.push_back({std::nullopt, 1});
  EXPECT_EQ(dtype_and_shape(site), "float32 [1,224,224,3] and 2 other shapes");
}

TEST(DtypeAndShape, OfAnUnknownShapeIsAQuestion) {
  Site site = growing();
  site.shapes = {{std::nullopt, 1}};
  EXPECT_EQ(dtype_and_shape(site), "float32 [?]");
}

TEST(SiteBlock, QuotesTheLineOfTheSource) {
  Site site = growing();
  site.user_frame->source = "const scores = classify(canvas);";
  EXPECT_THAT(site_block(1, site, {}), HasSubstr("classify-frames.html:8:40\n"
                                                 "     │ const scores = classify(canvas);\n"));
}

}  // namespace
}  // namespace tensorleak::views
