#include "reports/analysis/function_name.hpp"

#include <gtest/gtest.h>

namespace tensorleak::analysis {
namespace {

TEST(FunctionName, IsTheSameInlinedAndCalled) {
  EXPECT_EQ(unqualified("brightness_of"), "brightness_of");
  EXPECT_EQ(unqualified("(anonymous namespace)::brightness_of(std::vector<unsigned char, "
                        "std::allocator<unsigned char> > const&)"),
            "brightness_of");
  EXPECT_EQ(unqualified("operator()"), "operator()");
  EXPECT_EQ(unqualified("(anonymous namespace)::activations_of(Layer const&)::{lambda()#1}::"
                        "operator()() const"),
            "operator()");
}

TEST(FunctionName, HasNeitherReturnTypeNorTemplateArguments) {
  EXPECT_EQ(unqualified("std::pair<int, a::B> a::C<int>::make<char>(char) const"), "make");
  EXPECT_EQ(unqualified("track::Tensor track::tidy<main::{lambda()#1}>(main::{lambda()#1}&&)"),
            "tidy");
  EXPECT_EQ(unqualified("void f(int)"), "f");
  EXPECT_EQ(unqualified("a::make<char>"), "make");
}

TEST(FunctionName, KeepsOperatorsWhole) {
  EXPECT_EQ(unqualified("a::operator<(a::B const&, a::B const&)"), "operator<");
  EXPECT_EQ(unqualified("a::B::operator->() const"), "operator->");
  EXPECT_EQ(unqualified("a::B::operator[](unsigned long)"), "operator[]");
  EXPECT_EQ(unqualified("a::B::operator bool() const"), "operator bool");
  EXPECT_EQ(unqualified("operator new(unsigned long)"), "operator new");
  EXPECT_EQ(unqualified("bool a::operator<< <char>(a::B&)"), "operator<<");
}

TEST(FunctionName, LeavesClonesAndConstructorsAside) {
  EXPECT_EQ(unqualified("a::f(int) [clone .isra.0]"), "f");
  EXPECT_EQ(unqualified("a::B::B(int)"), "B");
  EXPECT_EQ(unqualified("a::B::~B()"), "~B");
}

TEST(FunctionName, ForPeopleHasItsNamespacesAndClasses) {
  EXPECT_EQ(without_parameters("void a::(anonymous namespace)::B<int>::f<x>(char) const"),
            "a::B::f");
  EXPECT_EQ(without_parameters("samples::Motion::in(samples::Picture const&)"),
            "samples::Motion::in");
  EXPECT_EQ(without_parameters("a::step(int)::{lambda()#1}::operator()() const"),
            "a::step::operator()");
  EXPECT_EQ(without_parameters("Object.<anonymous>"), "Object.<anonymous>");
}

TEST(FunctionName, OfOtherLanguagesStays) {
  for (const auto* name : {"(anonymous)", "eH.classifyInternal", "Object.<anonymous>", "get tensor",
                           "main", "", "async Promise.all (index 0)", "libfoo.so+0x1234"}) {
    EXPECT_EQ(unqualified(name), name);
  }
}

TEST(FunctionName, SurvivesNonsense) {
  for (const auto* name :
       {"::", "a::(", "<<<::", "operator::", ")", "a::f(int", "x::operator", "f(a->b)"}) {
    EXPECT_NO_FATAL_FAILURE(unqualified(name)) << name;
  }
}

}  // namespace
}  // namespace tensorleak::analysis
