#include "reports/gate/suppressions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tensorleak::gate {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

Suppression only(std::string_view text) {
  const auto read = read_suppressions(text, "s.txt");
  EXPECT_TRUE(read) << (read ? "" : read.error().text());
  if (!read || read->size() != 1) return {};
  return read->front();
}

std::string error_in(std::string_view text) {
  const auto read = read_suppressions(text, "s.txt");
  EXPECT_FALSE(read) << text;
  return read ? "" : read.error().text();
}

TEST(Suppressions, OfLeakSanitizerAreRead) {
  const auto read = read_suppressions(
      "# known\n"
      "leak:^main$\r\n"
      "\n"
      "  leak:void f<int>(char const*, int = 3)  \n"
      "leak:libcrypto.so",
      "s.txt");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 3u);
  EXPECT_EQ((*read)[0].name(), "leak:^main$");
  EXPECT_EQ((*read)[0].line, 2u);
  EXPECT_EQ((*read)[1].pattern, "void f<int>(char const*, int = 3)");
  EXPECT_EQ((*read)[2].pattern, "libcrypto.so");
  EXPECT_EQ((*read)[2].line, 5u);
}

TEST(Suppressions, HaveASubject) {
  for (const auto& [subject, word] : subjects()) {
    const std::string pattern = subject == Subject::kSite ? "3f9a21c4" : "x";
    EXPECT_EQ(only(std::string(word) + ":" + pattern).subject, subject);
  }
  EXPECT_EQ(only("shape:[1, 2,*]").pattern, "[1,2,*]");
}

TEST(Suppressions, HaveOptionsBehindThePattern) {
  const Suppression all = only("op:Sub  max=12 expires=2027-02-28 reason=as in x=3, upstream");
  EXPECT_EQ(all.pattern, "Sub");
  EXPECT_EQ(all.most, 12u);
  EXPECT_EQ(all.expires, 2027y / 2 / 28);
  EXPECT_EQ(all.reason, "as in x=3, upstream");

  const Suppression quoted = only("leak:a b\treason=\"until max=3 holds\" max=4");
  EXPECT_EQ(quoted.pattern, "a b");
  EXPECT_EQ(quoted.reason, "until max=3 holds");
  EXPECT_EQ(quoted.most, 4u);

  const Suppression unquoted = only("leak:a reason=it is known expires=2027-01-01");
  EXPECT_EQ(unquoted.reason, "it is known");
  EXPECT_EQ(in_words(unquoted.expires.value()), "2027-01-01");
}

TEST(Suppressions, ThatAreWrongNameFileLineAndCure) {
  EXPECT_EQ(error_in("leak:a\nrace:b"),
            "s.txt:2:1: expected what is suppressed, found \"race\"; begin the line with one of "
            "leak: op: scope: file: shape: site: resource:, or with # for a comment");
  EXPECT_THAT(error_in("onFrame"), StartsWith("s.txt:1:1: expected what is suppressed"));
  EXPECT_THAT(error_in("\nleak:"), StartsWith("s.txt:2:6: there is no pattern behind the colon; "));
  for (const auto* line : {"leak: max=3", "leak:max=3", "leak:^$", "leak:   "})
    EXPECT_THAT(error_in(line), HasSubstr("there is no pattern")) << line;
  EXPECT_THAT(error_in("leak:a expire=2027-01-01"),
              HasSubstr("s.txt:1:8: unknown option \"expire=\"; a suppression takes max=, "));
  for (const auto* line : {"leak:a max=0", "leak:a max=x", "leak:a max=", "leak:a max=-1",
                           "leak:a max=99999999999999999999"})
    EXPECT_THAT(error_in(line), HasSubstr("; write the most tensors that it may suppress")) << line;
  for (const auto* date :
       {"2027-02-29", "2027-13-01", "2027-1-1", "27-01-01", "2027/01/01", "2027-+1-01", "soon", ""})
    EXPECT_THAT(error_in(std::string("leak:a expires=") + date), HasSubstr("as YYYY-MM-DD"))
        << date;
  EXPECT_THAT(error_in("leak:a max=1 max=2"), HasSubstr("max= stands twice"));
  EXPECT_THAT(error_in("leak:a reason=\"x"), HasSubstr("the quotes behind reason= are not closed"));
  EXPECT_THAT(error_in("leak:a reason=\"x\" y"), HasSubstr("\"y\" stands behind the quotes"));
  for (const auto* print : {"3f9a", "3F9A21C4", "3f9a21c4d0e1b2a7f", "onFrame!"})
    EXPECT_THAT(error_in(std::string("site:") + print), HasSubstr("expected a fingerprint"));
}

TEST(Suppressions, OfAnEmptyFileAreNone) {
  for (const auto* text : {"", "\n\n", "# only\n  # comments"}) {
    const auto read = read_suppressions(text, "s.txt");
    ASSERT_TRUE(read);
    EXPECT_THAT(*read, IsEmpty());
  }
  EXPECT_EQ(only("\xEF\xBB\xBFleak:a").pattern, "a") << "a byte order mark is none of the pattern";
}

analysis::Site site() {
  analysis::Site site;
  site.fingerprint = "3f9a21c4d0e1b2a7";
  site.op = "Sub";
  site.scope_path = {"train", "step"};
  site.shapes = {{std::vector<std::uint64_t>{1, 224, 224, 3}, 30}};
  site.user_frame = analysis::UserFrame{"onFrame", "(anonymous)", "src/app.js", 8, 40, "", {}};
  site.called =
      analysis::Frame{"sub", "node_modules/tf/index.js", 12, 3, analysis::Owner::kFramework, {}};
  site.stack = {*site.called,
                {"void ns::Model::predict(int)", "model.cpp", 8, 40, analysis::Owner::kUser, {}},
                {"main+0x10", "/usr/lib/libmodel.so.1", 0, 0, analysis::Owner::kUser, {}}};
  return site;
}

bool names_site(std::string_view line, const analysis::Site& named = site()) {
  return names(only(line), named);
}

TEST(Suppressions, OfLeaksMeanFunctionsFilesAndModulesOfTheStack) {
  for (const auto* line : {"leak:onFrame", "leak:^sub$", "leak:node_modules/", "leak:predict",
                           "leak:^predict$", "leak:^ns::Model::predict$", "leak:predict(int)",
                           "leak:libmodel.so", "leak:(anonymous)", "leak:src/app.js"})
    EXPECT_TRUE(names_site(line)) << line;
  for (const auto* line : {"leak:offFrame", "leak:Sub", "leak:train", "leak:^Frame"})
    EXPECT_FALSE(names_site(line)) << line;
}

TEST(Suppressions, OfOtherSubjectsMeanThoseAlone) {
  EXPECT_TRUE(names_site("op:Sub"));
  EXPECT_FALSE(names_site("op:sub"));
  EXPECT_TRUE(names_site("scope:^step$"));
  EXPECT_TRUE(names_site("scope:^train/step$"));
  EXPECT_FALSE(names_site("scope:onFrame"));
  EXPECT_TRUE(names_site("file:app.js$"));
  EXPECT_FALSE(names_site("file:model.cpp")) << "that is not the line which is shown";
  EXPECT_TRUE(names_site("site:3f9a21c4"));
  EXPECT_TRUE(names_site("site:3f9a21c4d0e1b2a7"));
  EXPECT_FALSE(names_site("site:9a21c4d0"));
  EXPECT_FALSE(names_site("resource:Sub"));
}

TEST(Suppressions, OfAShapeMeanSitesOfWhichAllShapesFit) {
  EXPECT_TRUE(names_site("shape:[1,224,224,3]"));
  EXPECT_TRUE(names_site("shape:[*, 224, 224, 3]"));
  EXPECT_FALSE(names_site("shape:[224,224,3]"));
  analysis::Site several = site();
  several.shapes.push_back({std::vector<std::uint64_t>{2}, 1});
  EXPECT_FALSE(names_site("shape:[1,224,224,3]", several));
  EXPECT_TRUE(names_site("shape:[*]", several));
  several.shapes.push_back({std::nullopt, 1});
  EXPECT_FALSE(names_site("shape:[*]", several)) << "one is not known";
  several.shapes.clear();
  EXPECT_FALSE(names_site("shape:[*]", several));
}

TEST(Suppressions, OfResourcesMeanThem) {
  const analysis::ResourceFinding textures{.name = "textures"};
  EXPECT_TRUE(names(only("resource:texture"), textures));
  EXPECT_FALSE(names(only("leak:texture"), textures));
}

}  // namespace
}  // namespace tensorleak::gate
