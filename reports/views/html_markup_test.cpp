#include "reports/views/html_markup.hpp"

#include <gtest/gtest.h>

namespace tensorleak::views {
namespace {

TEST(Markup, OfANameIsTextWhateverItSays) {
  EXPECT_EQ(escaped("</script><b a='x' c=\"y\">&amp;").source(),
            "&lt;/script&gt;&lt;b a=&#39;x&#39; c=&quot;y&quot;&gt;&amp;amp;");
  EXPECT_EQ(escaped("<!--").source(), "&lt;!--");
}

TEST(Markup, ShowsWhatWouldReorderALineOrEndIt) {
  EXPECT_EQ(escaped("a\u202egnp.js").source(), "a\\u202egnp.js");
  EXPECT_EQ(escaped("a\u2028b\u2066c").source(), "a\\u2028b\\u2066c");
  EXPECT_EQ(escaped("a\nb\x1b[2J\xff").source(), "a\\x0ab\\x1b[2J\\xff");
  EXPECT_EQ(escaped("größe 名前").source(), "größe 名前");
}

TEST(Markup, KeepsLineBreaksOfWhatIsLaidOutAlready) {
  EXPECT_EQ(preformatted("LEAK  <b>\n1  …\n").source(), "LEAK  &lt;b&gt;\n1  …\n");
}

TEST(Markup, OfAnElementHoldsItsContentAndItsAttributes) {
  const Markup link = element("a", {{"href", "#site-1"}, {"class", ""}}, escaped("1 < 2"));
  EXPECT_EQ(link.source(), "<a href=\"#site-1\">1 &lt; 2</a>") << "an empty attribute is left out";
}

TEST(Markup, OfAnAttributeCannotBeLeft) {
  EXPECT_EQ(element("p", {{"title", "\" onclick=\"x()\n"}}, {}).source(),
            "<p title=\"&quot; onclick=&quot;x()\\x0a\"></p>");
}

TEST(Markup, OfAVoidElementHasNoEndTag) {
  EXPECT_EQ(element("input", {{"type", "search"}}, {}).source(), "<input type=\"search\">");
}

TEST(Markup, OfALabelledElementIsNothingWithoutText) {
  EXPECT_EQ(labelled("p", "fix", "").source(), "");
  EXPECT_EQ(labelled("p", "fix", "dispose() it").source(), "<p class=\"fix\">dispose() it</p>");
}

}  // namespace
}  // namespace tensorleak::views
