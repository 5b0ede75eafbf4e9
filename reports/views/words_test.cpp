#include "reports/views/words.hpp"

#include <gtest/gtest.h>

namespace tensorleak::views {
namespace {

using analysis::Label;

TEST(Words, LabelsAreSpelledAsTheDesignHasThem) {
  EXPECT_EQ(word(Label::kLeakGrowing), "LEAK, growing");
  EXPECT_EQ(word(Label::kLeakAtExit), "LEAK, at exit");
  EXPECT_EQ(word(Label::kRetained), "retained");
}

template <class E>
void expect_each_word_names_its_value() {
  for (const auto& [value, text] : words<E>()) {
    EXPECT_EQ(value_of<E>(text), value) << text;
    EXPECT_EQ(word(value), text);
  }
}

TEST(Words, EachWordNamesOneValue) {
  expect_each_word_names_its_value<analysis::Label>();
  expect_each_word_names_its_value<analysis::Owner>();
  expect_each_word_names_its_value<analysis::Completeness>();
  expect_each_word_names_its_value<analysis::Outcome>();
  expect_each_word_names_its_value<analysis::Doubt>();
}

TEST(Words, AnUnknownWordNamesNothing) {
  EXPECT_FALSE(value_of<Label>("leak"));
  EXPECT_FALSE(value_of<Label>(""));
}

TEST(Words, EveryLabelThatIsALeakSaysSo) {
  for (const auto& [label, text] : words<Label>()) {
    EXPECT_EQ(text.starts_with("LEAK, "), analysis::is_leak(label)) << text;
  }
}

}  // namespace
}  // namespace tensorleak::views
