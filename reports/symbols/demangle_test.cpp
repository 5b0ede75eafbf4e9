#include "reports/symbols/demangle.hpp"

#include <gtest/gtest.h>

namespace tensorleak::symbols {
namespace {

TEST(Demangle, GivesTheNameThatTheAuthorWrote) {
  EXPECT_EQ(demangle("_ZN5track5scopeEPKc"), "track::scope(char const*)");
  EXPECT_EQ(demangle("_ZNSt6vectorIiSaIiEE9push_backEOi"),
            "std::vector<int, std::allocator<int> >::push_back(int&&)");
}

TEST(Demangle, LeavesOtherNamesAsTheyAre) {
  EXPECT_EQ(demangle("main"), "main");
  EXPECT_EQ(demangle(""), "");
  EXPECT_EQ(demangle("_Znot a symbol"), "_Znot a symbol");
  EXPECT_EQ(demangle("Foo.method"), "Foo.method");
}

TEST(Demangle, DropsWhatTheCompilerAppendsToCopies) {
  EXPECT_EQ(demangle("_ZL4stepv.isra.0"), "step()");
  EXPECT_EQ(demangle("_ZL4stepv.constprop.0.cold"), "step()");
  EXPECT_EQ(demangle("read_all.part.0.isra.0"), "read_all");
  EXPECT_EQ(demangle("read_all.cold"), "read_all");
}

}  // namespace
}  // namespace tensorleak::symbols
