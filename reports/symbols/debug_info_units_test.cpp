#include "reports/symbols/debug_info_units.hpp"

#include <gmock/gmock.h>

namespace tensorleak::symbols {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(DebugInfoUnits, AreCutByTheirLengths) {
  const std::vector<unsigned char> info = {2, 0, 0, 0, 8, 8, 1, 0, 0, 0, 9};
  EXPECT_THAT(debug_info_units(info), ElementsAre(SizeIs(6), SizeIs(5)));
}

TEST(DebugInfoUnits, KnowThe64BitFormat) {
  const std::vector<unsigned char> info = {0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 9};
  EXPECT_THAT(debug_info_units(info), ElementsAre(SizeIs(13)));
}

TEST(DebugInfoUnits, EndBeforeOneThatIsDamaged) {
  const std::vector<unsigned char> long_unit = {1, 0, 0, 0, 9, 7, 0, 0, 0, 9};
  EXPECT_THAT(debug_info_units(long_unit), ElementsAre(SizeIs(5)));
  const std::vector<unsigned char> huge = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                           0xff, 0xff, 0xff, 0xff, 0xff, 9};
  EXPECT_THAT(debug_info_units(huge), IsEmpty());
  const std::vector<unsigned char> cut = {1, 0, 0};
  EXPECT_THAT(debug_info_units(cut), IsEmpty());
}

TEST(UnitsReferToEachOther, IsReadFromTheForms) {
  // code, tag, children, (attribute, form)…, 0, 0; 0 ends the table.
  const std::vector<unsigned char> alone = {1, 0x11, 1, 0x03, 0x08, 0x31, 0x13, 0, 0, 0};
  EXPECT_FALSE(units_refer_to_each_other(alone));
  const std::vector<unsigned char> referring = {1, 0x11, 1, 0x03, 0x08, 0, 0, 0,
                                                1, 0x2e, 0, 0x31, 0x10, 0, 0, 0};
  EXPECT_TRUE(units_refer_to_each_other(referring));
}

TEST(UnitsReferToEachOther, AConstantInAnAbbreviationIsNoForm) {
  const std::vector<unsigned char> constant = {1, 0x2e, 0, 0x3a, 0x21, 0x10, 0x03, 0x08, 0, 0, 0};
  EXPECT_FALSE(units_refer_to_each_other(constant));
}

TEST(UnitsReferToEachOther, ACutTableEnds) {
  const std::vector<unsigned char> cut = {1, 0x11, 1, 0x83};
  EXPECT_FALSE(units_refer_to_each_other(cut));
}

}  // namespace
}  // namespace tensorleak::symbols
