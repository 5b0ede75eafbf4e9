#include "reports/views/printable.hpp"

#include <gtest/gtest.h>

namespace tensorleak::views {
namespace {

TEST(Printable, PlainNamesStayAsTheyAre) {
  EXPECT_EQ(printable("eH.classifyInternal"), "eH.classifyInternal");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, LettersOfAllLanguagesStay) {
  EXPECT_EQ(printable("größe › 顔認識 🦊"), "größe › 顔認識 🦊");
}

TEST(Printable, EscapeSequencesBecomeVisible) {
  EXPECT_EQ(printable("\x1b[2Jgone"), "\\x1b[2Jgone");
  EXPECT_EQ(printable("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
}

TEST(Printable, LineBreaksTabsAndNulBecomeVisible) {
  EXPECT_EQ(printable(std::string_view("a\nb\rc\td\0e", 9)), "a\\x0ab\\x0dc\\x09d\\x00e");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
}

TEST(Printable, EightBitControlsInUtf8BecomeVisible) {
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "\\u009b2J");
}

TEST(Printable, DirectionOverridesBecomeVisible) {
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");
}

TEST(Printable, BytesThatAreNotUtf8BecomeVisible) {
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a\\xffb");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "overlong escape";
  EXPECT_EQ(printable("\xe2\x80"), "\\xe2\\x80") << "cut short";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
}

TEST(DisplayWidth, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("größe"), 5u);
  EXPECT_EQ(display_width("›"), 1u);
  EXPECT_EQ(display_width(""), 0u);
}

}  // namespace
}  // namespace tensorleak::views
