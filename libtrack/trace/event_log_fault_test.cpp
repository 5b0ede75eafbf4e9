// Every way in which a line can be wrong, with the place and the words.
#include "libtrack/trace/event_log_fault.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::HasSubstr;
using testing::read_line;
using ::testing::StartsWith;

constexpr std::string_view kFieldCure = "; see docs/event-log.md";
constexpr std::string_view kLineCure =
    "; write one complete JSON object on each line; see docs/event-log.md";

/// The error of a line that stands below the header, without file, line number and `cure`.
std::string fault(std::string_view line, std::string_view cure) {
  std::string error = read_line(line);
  EXPECT_THAT(error, StartsWith("log.jsonl:2:"));
  EXPECT_TRUE(error.ends_with(cure)) << error;
  return error.substr(12, error.size() - 12 - cure.size());
}

std::string field_fault(std::string_view line) {
  return fault(line, kFieldCure);
}
std::string line_fault(std::string_view line) {
  return fault(line, kLineCure);
}

TEST(FieldFault, NamesFileLineColumnFieldValueExpectationAndCure) {
  EXPECT_EQ(read_line(R"({"e":"alloc","id":1,"bytes":"many"})"),
            R"(log.jsonl:2:29: "bytes" is "many", expected a whole number of bytes; )"
            "see docs/event-log.md");
}

TEST(FieldFault, AMissingFieldIsAtTheClosingBrace) {
  EXPECT_EQ(field_fault(R"({"e":"alloc","id":1})"),
            R"(20: "bytes" is missing, expected a whole number of bytes)");
  EXPECT_EQ(field_fault(R"({"e":"use"}  )"),
            R"(11: "id" is missing, expected a whole number, 0 or more)");
  EXPECT_EQ(field_fault(R"({"e":"name","id":1})"),
            R"(19: "name" is missing, expected the name of the tensor)");
  EXPECT_EQ(field_fault(R"({"e":"flag","id":1})"),
            R"(19: "flag" is missing, expected the name of a flag)");
  EXPECT_EQ(field_fault(R"({"e":"stack","id":1})"),
            R"(20: "frames" is missing, expected a list of stack frames)");
  EXPECT_EQ(field_fault(R"({"e":"dropped"})"),
            R"(15: "count" is missing, expected a whole number of events)");
  EXPECT_EQ(field_fault(R"({})"), R"(2: "e" is missing, expected the name of an event)");
}

TEST(FieldFault, EveryKindThatNeedsAnIdSaysSo) {
  for (const char* kind :
       {"alloc", "free", "use", "keep", "name", "flag", "lost", "scope", "scope_end", "stack"}) {
    EXPECT_THAT(field_fault(std::string(R"({"e":")") + kind + "\"}"),
                HasSubstr(R"("id" is missing, expected a whole number, 0 or more)"));
  }
}

TEST(FieldFault, NullIsMissedWhereAFieldIsNeeded) {
  EXPECT_EQ(field_fault(R"({"e":"lost","id":null})"),
            R"(18: "id" is null, expected a whole number, 0 or more)");
}

TEST(FieldFault, AnIdIsAWholeNumberThatIsNotNegative) {
  for (const char* value : {"-1", "1.5", "\"1\"", "true", "1e300", "9007199254740994.0"}) {
    EXPECT_EQ(field_fault(std::string(R"({"e":"lost","id":)") + value + "}"),
              std::string(R"(18: "id" is )") + value + ", expected a whole number, 0 or more");
  }
  EXPECT_EQ(field_fault(R"({"e":"lost","id":[1]})"),
            R"(18: "id" is a list, expected a whole number, 0 or more)");
  EXPECT_EQ(field_fault(R"({"e":"lost","id":{}})"),
            R"(18: "id" is an object, expected a whole number, 0 or more)");
}

TEST(FieldFault, EveryOptionalFieldIsChecked) {
  const std::string alloc = R"({"e":"alloc","id":1,"bytes":4,)";
  EXPECT_THAT(field_fault(alloc + R"("buf":-1})"), HasSubstr(R"("buf" is -1, expected a whole)"));
  EXPECT_THAT(field_fault(alloc + R"("stack":"a"})"),
              HasSubstr(R"("stack" is "a", expected a wh)"));
  EXPECT_THAT(field_fault(alloc + R"("scope":0.5})"),
              HasSubstr(R"("scope" is 0.5, expected a wh)"));
  EXPECT_THAT(field_fault(alloc + R"("thread":"main"})"), HasSubstr(R"("thread" is "main", exp)"));
  EXPECT_THAT(field_fault(alloc + R"("dtype":7})"), HasSubstr(R"("dtype" is 7, expected a text)"));
  EXPECT_THAT(field_fault(alloc + R"("device":0})"),
              HasSubstr(R"("device" is 0, expected a text)"));
  EXPECT_THAT(field_fault(alloc + R"("op":false})"),
              HasSubstr(R"("op" is false, expected a text)"));
  EXPECT_THAT(field_fault(R"({"e":"free","id":1,"why":1})"),
              HasSubstr(R"("why" is 1, expected a)"));
  EXPECT_THAT(field_fault(R"({"e":"keep","id":1,"value":1})"),
              HasSubstr(R"(28: "value" is 1, expected true or false)"));
  EXPECT_THAT(field_fault(R"({"e":"frame","n":-4})"),
              HasSubstr(R"(18: "n" is -4, expected a whole)"));
  EXPECT_THAT(field_fault(R"({"e":"counter","rss":"1 MB"})"),
              HasSubstr(R"(22: "rss" is "1 MB", expected a whole number of bytes)"));
  EXPECT_THAT(field_fault(R"({"e":7})"),
              HasSubstr(R"(6: "e" is 7, expected the name of an event)"));
}

TEST(FieldFault, AnElementOfAListIsNamedByItsPlace) {
  EXPECT_EQ(field_fault(R"({"e":"alloc","id":1,"bytes":4,"shape":[2,-3,"x"]})"),
            R"(42: "shape[1]" is -3, expected a whole number, 0 or more)");
  EXPECT_EQ(field_fault(R"({"e":"alloc","id":1,"bytes":4,"shape":"2x3"})"),
            R"(39: "shape" is "2x3", expected a list of whole numbers)");
  EXPECT_EQ(field_fault(R"({"e":"alloc","id":1,"bytes":4,"flags":["kept",2]})"),
            R"(47: "flags[1]" is 2, expected a text)");
  EXPECT_EQ(field_fault(R"({"e":"alloc","id":1,"bytes":4,"flags":"kept"})"),
            R"(39: "flags" is "kept", expected a list of texts)");
}

TEST(FieldFault, AMemberOfAStackFrameIsNamedByItsPlace) {
  EXPECT_EQ(field_fault(R"({"e":"stack","id":1,"frames":[{"fn":"f"},{"fn":"g","line":-1}]})"),
            R"(59: "frames[1].line" is -1, expected a whole number from 0 to 4294967295)");
  EXPECT_EQ(field_fault(R"({"e":"stack","id":1,"frames":[{"col":4294967296}]})"),
            R"(38: "frames[0].col" is 4294967296, expected a whole number from 0 to 4294967295)");
  EXPECT_EQ(field_fault(R"({"e":"stack","id":1,"frames":[{},"main"]})"),
            R"(34: "frames[1]" is "main", expected an object with fn, file, line and col)");
  EXPECT_EQ(field_fault(R"({"e":"stack","id":1,"frames":{}})"),
            R"(30: "frames" is an object, expected a list of stack frames)");
}

TEST(FieldFault, AResourceIsNamed) {
  EXPECT_EQ(field_fault(R"({"e":"counter","resources":{"textures":1,"data":1.5}})"),
            R"(49: "resources.data" is 1.5, expected a whole number, 0 or more)");
  EXPECT_EQ(field_fault(R"({"e":"counter","resources":[1]})"),
            R"(28: "resources" is a list, expected an object of counts)");
}

TEST(FieldFault, ATimeIsANumberThatFits) {
  EXPECT_EQ(field_fault(R"({"e":"keep","id":1,"t":"now"})"),
            R"(24: "t" is "now", expected a time, which is a number)");
  EXPECT_EQ(field_fault(R"({"e":"end","t":9223372036854775808})"),
            R"(16: "t" is 9223372036854775808, expected a time of less than 292 years)");
  EXPECT_EQ(field_fault(R"({"e":"end","t":1e300})"),
            R"(16: "t" is 1e300, expected a time of less than 292 years)");
}

TEST(FieldFault, ALaneIsATextOrAWholeNumber) {
  EXPECT_EQ(field_fault(R"({"e":"frame","lane":1.5})"),
            R"(21: "lane" is 1.5, expected a text or a whole number)");
}

TEST(FieldFault, TheFieldIsFoundWhateverItsSpellingAndPlace) {
  EXPECT_EQ(field_fault(R"( {"x":{"id":"no"}, "e":"lost", "\u0069d" : "yes" , "id":3})"),
            R"(44: "id" is "yes", expected a whole number, 0 or more)");
}

TEST(FieldFault, AColumnCountsBytes) {
  EXPECT_EQ(field_fault("{\"x\":\"äöü\",\"e\":\"lost\",\"id\":\"ä\"}"),
            "31: \"id\" is \"ä\", expected a whole number, 0 or more");
}

TEST(FieldFault, ALongValueIsShortenedBetweenCharacters) {
  std::string value = "x";
  for (int i = 0; i < 100; ++i)
    value += "ä";
  EXPECT_THAT(field_fault("{\"e\":\"lost\",\"id\":\"" + value + "\"}"),
              HasSubstr("ää…, expected a whole number"));
}

TEST(LineFault, ALineThatIsNoObjectSaysWhatItIs) {
  EXPECT_EQ(field_fault("  [1]"),
            R"(3: the line is a list, expected an object such as {"e":"use","id":1})");
  EXPECT_EQ(field_fault("12"),
            R"(1: the line is 12, expected an object such as {"e":"use","id":1})");
}

TEST(LineFault, AForeignTokenIsNamedWithWhatWasExpected) {
  EXPECT_EQ(line_fault(R"({"e":"use" "id":1})"),
            R"(12: not valid JSON: found "id", expected ',' or '}')");
  EXPECT_EQ(line_fault(R"({"e":"use","id":1 "o\"p":2})"),
            R"(19: not valid JSON: found "o\"p", expected ',' or '}')");
  EXPECT_EQ(line_fault(R"({"e":"use","id" 1})"), R"(17: not valid JSON: found 1, expected ':')");
  EXPECT_EQ(line_fault(R"({"e":"use",})"),
            R"(12: not valid JSON: found }, expected a field name in double quotes)");
  EXPECT_EQ(line_fault(R"({"e":"use",id:1})"),
            R"(12: not valid JSON: found id, expected a field name in double quotes)");
  EXPECT_EQ(line_fault(R"({'e':"use"})"),
            R"(2: not valid JSON: found ', expected a field name in double quotes)");
  EXPECT_EQ(line_fault(R"({"e":"x","shape":[1 22]})"),
            R"(21: not valid JSON: found 22, expected ',' or ']')");
  EXPECT_EQ(line_fault(R"({"e":"x","shape":[1,]})"),
            R"(21: not valid JSON: found ], expected a value)");
  EXPECT_EQ(line_fault(R"({"e":"x","t":NaN})"),
            R"(14: not valid JSON: found NaN, expected a value)");
  EXPECT_EQ(line_fault(R"({"e":"x","t":nul})"),
            R"(14: not valid JSON: found nul, expected a value)");
  EXPECT_EQ(line_fault(R"({"e":"x","t":007})"),
            R"(14: not valid JSON: found 007, expected ',' or '}')");
  EXPECT_EQ(line_fault("hello"), "1: not valid JSON: found hello, expected a value");
  EXPECT_EQ(line_fault("{“e”:1}"),
            "2: not valid JSON: found “, expected a field name in double quotes");
  EXPECT_EQ(line_fault("{\"e\":\x1b[31m}"), "6: not valid JSON: found \\x1b, expected a value");
}

TEST(LineFault, TwoObjectsOnALineAreOneTooMany) {
  EXPECT_EQ(line_fault(R"({"e":"lost","id":1}{"e":"lost","id":2})"),
            "20: not valid JSON: found {, expected the end of the line");
}

TEST(LineFault, ALineThatStopsTooEarlyPointsBehindItsEnd) {
  EXPECT_EQ(line_fault(R"({"e":"lost")"), "12: the line ends too early, expected ',' or '}'");
  EXPECT_EQ(line_fault(R"({"e":"lo)"),
            "9: the line ends too early, expected the rest of the text and '\"'");
  EXPECT_EQ(line_fault(R"({"e":tr)"), "8: the line ends too early, expected a value");
}

TEST(LineFault, ALineThatStopsTooEarlyWithinTheWrongThingExpectsTheRightOne) {
  EXPECT_EQ(line_fault(R"({"e":"lost" "i)"), "15: the line ends too early, expected ',' or '}'");
  EXPECT_EQ(line_fault(R"({"e":"lost"} "i)"),
            "16: the line ends too early, expected the end of the line");
  EXPECT_EQ(line_fault(R"({"e":"lost",tru)"),
            "16: the line ends too early, expected a field name in double quotes");
}

TEST(LineFault, ABadTextOrNumberSaysWhatIsBadInIt) {
  EXPECT_EQ(line_fault(R"({"e":"\x"})"), "8: not valid JSON: forbidden character after backslash");
  EXPECT_EQ(line_fault("{\"e\":\"a\tb\"}"),
            "8: not valid JSON: control character U+0009 (HT) must be escaped to \\u0009 or \\t");
  EXPECT_EQ(line_fault(R"({"e":"\ud83d"})"),
            "13: not valid JSON: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF");
  EXPECT_EQ(line_fault(R"({"e":"x","t":1.})"),
            "16: not valid JSON: invalid number, expected digit after '.'");
}

TEST(LineFault, TextThatIsNotUtf8IsAnError) {
  EXPECT_EQ(fault("{\"e\":\"\xff\"}", "; write the log in UTF-8"),
            "7: found byte 0xff, expected UTF-8");
  EXPECT_EQ(fault("{\"e\":\"\xc3(\"}", "; write the log in UTF-8"),
            "8: found byte 0x28, expected UTF-8");
}

TEST(LineFault, ANumberBeyond64BitsIsAnErrorInEveryField) {
  constexpr std::string_view kCure = "; write it as a text, or leave it out";
  EXPECT_EQ(fault(R"({"e":"lost","id":18446744073709551616})", kCure),
            "18: the number 18446744073709551616 is too large, expected 64 bits at most");
  EXPECT_EQ(fault(R"({"e":"\"1","x":[1,-9223372036854775809]})", kCure),
            "19: the number -9223372036854775809 is too large, expected 64 bits at most");
  EXPECT_EQ(fault(R"({"e":"lost","x":1e-400,"y":1e400})", kCure),
            "28: the number 1e400 is too large, expected 64 bits at most");
}

TEST(LineFault, NestingHasALimit) {
  const auto nested = [](std::size_t depth) {
    return R"({"e":"x","y":)" + std::string(depth - 1, '[') + "1" + std::string(depth - 1, ']') +
           "}";
  };
  EXPECT_EQ(read_line(nested(1023)), "Unknown kind=x");
  EXPECT_EQ(field_fault(nested(1024)),
            "1036: lists and objects are nested 1024 levels deep, expected fewer");
  EXPECT_THAT(field_fault(nested(1'000'000)), HasSubstr("nested 1024 levels deep"));
}

TEST(LineFault, AZeroByteIsAnError) {
  EXPECT_EQ(line_fault(std::string("{\"e\":\0}", 7)),
            "6: not valid JSON: found \\x00, expected a value");
  EXPECT_EQ(line_fault(std::string("{\"e\":\"x\"}\0\0", 11)),
            "10: not valid JSON: found a zero byte, expected none");
}

TEST(LineFault, AByteOrderMarkWithinTheFileIsAnError) {
  EXPECT_EQ(line_fault("\xef\xbb\xbf{\"e\":\"x\"}"),
            "1: not valid JSON: found a byte order mark, expected none");
}

}  // namespace
}  // namespace tensorleak::trace
