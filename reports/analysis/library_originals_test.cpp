#include "reports/analysis/library_originals.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tensorleak::analysis {
namespace {

constexpr const char* kBundle = "ml5@1.4.0/dist/ml5.min.js";

Frame theirs(const char* file, std::uint32_t column) {
  return {"f", file, 1, column, Owner::kFramework};
}

/// As webpack's map of a bundle says: its own files, and those that it has taken in.
std::optional<OriginalPlace> as_webpack(std::string_view, std::uint32_t, std::uint32_t column) {
  if (column == 1) return OriginalPlace{"src/Classifier/index.js", 181, 24, "", "", "ml5"};
  if (column == 2)
    return OriginalPlace{"node_modules/@tensorflow/tfjs-core/x.js", 3, 4, "", "", "ml5"};
  return std::nullopt;
}

Site leak(std::vector<Frame> stack) {
  Site site;
  site.label = Label::kLeakGrowing;
  site.stack = std::move(stack);
  return site;
}

Site named(Site site, const FindOriginal& find = as_webpack) {
  name_library_originals(site, find);
  return site;
}

TEST(LibraryOriginals, AreBelowTheLibraryAndItsPlaceStays) {
  const Site site = named(leak({theirs(kBundle, 2), theirs(kBundle, 1), theirs(kBundle, 9)}));
  EXPECT_EQ(site.stack[0].original, (WrittenAt{"node_modules/@tensorflow/tfjs-core/x.js", 3, 4}));
  EXPECT_EQ(site.stack[1].original, (WrittenAt{"ml5@1.4.0/src/Classifier/index.js", 181, 24}));
  EXPECT_EQ(site.stack[1].file, kBundle);
  EXPECT_FALSE(site.stack[2].original);
}

TEST(LibraryOriginals, WithoutAPackageTheBundlerOrTheFileNamesTheLibrary) {
  const auto first_of = [](const FindOriginal& find) {
    return named(leak({theirs("lib/ml5.min.js", 1)}), find).stack[0].original->file;
  };
  EXPECT_EQ(first_of(as_webpack), "ml5/src/Classifier/index.js");
  EXPECT_EQ(first_of([](auto...) { return OriginalPlace{"src/index.js", 1, 1, "", "", ""}; }),
            "ml5.min.js/src/index.js");
}

TEST(LibraryOriginals, TheHeadlineHasThem) {
  Site site = leak({theirs(kBundle, 1)});
  site.called = site.stack[0];
  site.user_frame = UserFrame{"f", "", kBundle, 1, 1, ""};
  site = named(std::move(site));
  EXPECT_EQ(site.called->original, site.stack[0].original);
  EXPECT_EQ(site.user_frame->original, site.stack[0].original);
}

TEST(LibraryOriginals, AreNotAskedForWhereNothingLeaksNorOfTheRuntimeNorOfTheUser) {
  const auto asked_of = [](Site site) {
    std::string asked;
    name_library_originals(site, [&](std::string_view file, auto...) {
      asked += file;
      return std::optional<OriginalPlace>();
    });
    return asked;
  };
  Site steady = leak({theirs(kBundle, 1)});
  steady.label = Label::kSteady;
  EXPECT_EQ(asked_of(steady), "");
  EXPECT_EQ(asked_of(leak({theirs("node_modules/@tensorflow/tfjs-core/dist/tf-core.js", 1),
                           theirs("lib/tf.min.js", 1), Frame{"f", "app.js", 1, 1, Owner::kUser},
                           Frame{"f", "node:internal/x", 1, 1, Owner::kSystem}})),
            "");
  Frame operation = theirs(kBundle, 1);
  operation.function = "add__op";
  EXPECT_EQ(asked_of(leak({theirs(kBundle, 1), operation})), "");
  EXPECT_EQ(asked_of(leak({operation, theirs(kBundle, 1)})), kBundle);
}

}  // namespace
}  // namespace tensorleak::analysis
