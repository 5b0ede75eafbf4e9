#include "reports/views/text_style.hpp"

#include <gtest/gtest.h>

namespace tensorleak::views {
namespace {

TEST(Paint, DressesOnlyWhenItIsOn) {
  EXPECT_EQ(Paint(true).bad("LEAK"), "\x1b[1;31mLEAK\x1b[0m");
  EXPECT_EQ(Paint(false).bad("LEAK"), "LEAK");
}

TEST(Paragraph, WithoutAWidthIsOneLine) {
  EXPECT_EQ(paragraph("made on every frame", 5, 0), "     made on every frame\n");
}

TEST(Paragraph, BreaksBetweenWords) {
  EXPECT_EQ(paragraph("one two three four", 2, 11), "  one two\n  three\n  four\n");
  EXPECT_EQ(paragraph("one two", 0, 7), "one two\n");
}

TEST(Paragraph, KeepsAWordWholeThatIsLongerThanALine) {
  EXPECT_EQ(paragraph("a node_modules/@tensorflow/tfjs b", 1, 10),
            " a\n node_modules/@tensorflow/tfjs\n b\n");
}

TEST(Paragraph, IsMadePrintable) {
  EXPECT_EQ(paragraph("a\x1b[31mb", 0, 0), "a\\x1b[31mb\n");
}

TEST(Padded, FillsUpToTheWidthInCharacters) {
  EXPECT_EQ(padded("größe", 7), "größe  ");
  EXPECT_EQ(padded("longer", 3), "longer");
}

}  // namespace
}  // namespace tensorleak::views
