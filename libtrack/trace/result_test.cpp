#include "libtrack/trace/result.hpp"

#include <gtest/gtest.h>

namespace tensorleak::trace {
namespace {

TEST(ErrorText, NamesFileLineColumnWhatAndCure) {
  const Error error{
      .file = "a.jsonl", .line = 12, .column = 31, .what = "wrong", .cure = "do this"};
  EXPECT_EQ(error.text(), "a.jsonl:12:31: wrong; do this");
}

TEST(ErrorText, LeavesOutAColumnThatIsNotKnown) {
  const Error error{.file = "a.jsonl", .line = 12, .what = "wrong", .cure = {}};
  EXPECT_EQ(error.text(), "a.jsonl:12: wrong");
}

TEST(ErrorText, LeavesOutALineThatIsNotKnownAndItsColumn) {
  const Error error{.file = "a.jsonl", .column = 31, .what = "wrong", .cure = "do this"};
  EXPECT_EQ(error.text(), "a.jsonl: wrong; do this");
}

TEST(ErrorText, IsTheWhatAloneWhereNothingElseIsKnown) {
  EXPECT_EQ((Error{.file = {}, .what = "wrong", .cure = {}}).text(), "wrong");
}

TEST(Result, CarriesAnErrorInsteadOfAValue) {
  const Result<int> result = fail({.file = "a", .what = "wrong", .cure = {}});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().what, "wrong");
}

}  // namespace
}  // namespace tensorleak::trace
