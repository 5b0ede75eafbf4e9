#include "reports/analysis/resources.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tensorleak::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Resource, IsJudgedLikeAPopulation) {
  const auto label = [](const std::vector<std::int64_t>& values) {
    return judge_resource("textures", values, judge_growth(values, 1)).label;
  };
  EXPECT_EQ(label({47, 47, 47, 47}), Label::kRetained);
  EXPECT_EQ(label({47, 50, 53, 56}), Label::kLeakBelow);
  EXPECT_EQ(label({0, 20, 30, 30, 30, 30}), Label::kCache);
  EXPECT_EQ(label({0, 1}), Label::kUnknown);
  EXPECT_EQ(label({}), Label::kRetained);
}

/// Why a resource leaks that has these values, where so many shapes had been seen.
std::string because_of(const std::vector<std::int64_t>& values,
                       const std::vector<std::int64_t>& shapes) {
  ResourceFinding finding = judge_resource("textures", values, judge_growth(values, 1));
  EXPECT_EQ(finding.label, Label::kLeakBelow);
  explain_by_shapes(finding, values, shapes);
  return finding.because;
}

TEST(Resource, ThatGrowsWithEachNewShapeIsToldAsACachePerShape) {
  EXPECT_THAT(because_of({47, 50, 53, 56, 59, 62, 65, 68}, {5, 7, 9, 11, 13, 15, 17, 19}),
              HasSubstr("as a cache per shape does"));
  EXPECT_THAT(
      because_of({1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}),
      HasSubstr("only in those that bring a shape not seen before: a cache per shape"));
}

TEST(Resource, ThatGrowsWithoutNewShapesIsNone) {
  const std::vector<std::int64_t> values{47, 50, 53, 56, 59, 62, 65, 68};
  EXPECT_THAT(because_of(values, {5, 5, 5, 5, 5, 5, 5, 5}), Not(HasSubstr("shape")));
  EXPECT_THAT(because_of(values, {5, 6, 7, 8, 9, 9, 10, 11}), Not(HasSubstr("shape")));
}

}  // namespace
}  // namespace tensorleak::analysis
