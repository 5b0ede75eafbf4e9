#include "reports/analysis/fingerprint.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tensorleak::analysis {
namespace {

Frame user(const char* function, std::uint32_t line, std::uint32_t column = 5,
           const char* file = "no-such-source.js") {
  return {function, file, line, column, Owner::kUser};
}

Frame library(const char* function, std::uint32_t line) {
  return {function, "node_modules/lib/index.js", line, 1, Owner::kFramework};
}

std::string fingerprint_of(const std::vector<Frame>& stack, const char* op = "Sub",
                           const char* dtype = "float32",
                           const std::vector<std::string>& scopes = {"tidy"}) {
  SourceLines sources;
  Fingerprints fingerprints(sources);
  fingerprints.add(stack);
  return fingerprints.of(stack, op, dtype, scopes);
}

TEST(Fingerprint, IsSixteenHexadecimalDigits) {
  const std::string fingerprint = fingerprint_of({user("step", 9)});
  EXPECT_EQ(fingerprint.size(), 16U);
  EXPECT_EQ(fingerprint.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Fingerprint, DependsOnOpDtypeAndScope) {
  const std::vector<Frame> stack{user("step", 9)};
  const std::string fingerprint = fingerprint_of(stack);
  EXPECT_NE(fingerprint, fingerprint_of(stack, "Add"));
  EXPECT_NE(fingerprint, fingerprint_of(stack, "Sub", "int32"));
  EXPECT_NE(fingerprint, fingerprint_of(stack, "Sub", "float32", {"tidy", "tidy"}));
}

TEST(Fingerprint, DoesNotDependOnLibraryFramesOrWhereAFunctionStands) {
  EXPECT_EQ(fingerprint_of({library("add", 3), user("step", 9)}),
            fingerprint_of({library("sum", 7), library("add", 4), user("step", 12)}));
}

TEST(Fingerprint, TellsTwoSitesOfOneFunctionApart) {
  SourceLines sources;
  Fingerprints fingerprints(sources);
  const std::vector<Frame> first{user("step", 9)};
  const std::vector<Frame> second{user("step", 10)};
  fingerprints.add(first);
  fingerprints.add(second);
  EXPECT_NE(fingerprints.of(first, "Sub", "float32", {}),
            fingerprints.of(second, "Sub", "float32", {}));
}

TEST(Fingerprint, DoesNotDependOnWhereTheFileIs) {
  EXPECT_EQ(fingerprint_of({user("step", 9, 5, "https://example.org/v1/app.js")}),
            fingerprint_of({user("step", 9, 5, "http://localhost:8000/app.js")}));
}

TEST(Fingerprint, WithoutSourceIsThatOfTheDistanceToTheFunctionsFirstLine) {
  const auto second_of = [](std::uint32_t first, std::uint32_t second) {
    SourceLines sources;
    Fingerprints fingerprints(sources);
    fingerprints.add({user("step", first)});
    fingerprints.add({user("step", second)});
    return fingerprints.of({user("step", second)}, "Sub", "float32", {});
  };
  EXPECT_EQ(second_of(9, 12), second_of(109, 112));
  EXPECT_NE(second_of(9, 12), second_of(9, 13));
}

TEST(Fingerprint, DoesNotDependOnHowDeepARecursionGoes) {
  const Frame inner = user("walk", 4);
  const Frame again = user("walk", 6);
  const Frame outer = user("step", 9);
  EXPECT_EQ(fingerprint_of({inner, again, outer}),
            fingerprint_of({inner, again, library("forEach", 1), again, again, outer}));
  EXPECT_NE(fingerprint_of({inner, again, outer}), fingerprint_of({inner, outer}));
  EXPECT_NE(fingerprint_of({user("forward", 4, 1, "layer.js"), user("forward", 9, 1, "net.js")}),
            fingerprint_of({user("forward", 4, 1, "layer.js")}));
}

TEST(Fingerprint, WithoutAUserFrameIsThatOfTheLibrarysFunctions) {
  EXPECT_EQ(fingerprint_of({library("add", 3)}), fingerprint_of({library("add", 8)}));
  EXPECT_NE(fingerprint_of({library("add", 3)}), fingerprint_of({library("mul", 3)}));
}

class FingerprintWithSource : public ::testing::Test {
 protected:
  std::string of(const std::string& source, std::uint32_t line, std::uint32_t column = 1) {
    return of_last(source, {line}, column);
  }

  /// Of the last of the lines that a run saw.
  std::string of_last(const std::string& source, const std::vector<std::uint32_t>& seen,
                      std::uint32_t column = 1) {
    const auto folder = std::filesystem::path(::testing::TempDir()) /
                        ("fingerprint_source." + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "program.js") << source;
    SourceLines sources(folder.string());
    Fingerprints fingerprints(sources);
    std::vector<Frame> stack;
    for (const std::uint32_t line : seen) {
      stack = {user("step", line, column, "program.js")};
      fingerprints.add(stack);
    }
    return fingerprints.of(stack, "Sub", "float32", {});
  }
};

TEST_F(FingerprintWithSource, StaysWhenCodeIsAddedAboveOrIndented) {
  EXPECT_EQ(of("a()\nb(x)\n", 2), of("// note\na()\n    b(x)\n", 3, 5));
}

TEST_F(FingerprintWithSource, TellsTwoCallsOnOneLineApart) {
  EXPECT_NE(of("f(a(), a())\n", 1, 3), of("f(a(), a())\n", 1, 8));
}

TEST_F(FingerprintWithSource, TellsLinesApartThatReadTheSame) {
  const std::string source = "a()\nb()\na()\n";
  EXPECT_NE(of_last(source, {3, 1}), of_last(source, {1, 3}));
  EXPECT_EQ(of_last(source, {1, 3}), of_last("a()\n\n// note\nb()\na()\n", {1, 5}));
}

TEST_F(FingerprintWithSource, DoesNotDependOnOtherLinesThatTheRunSaw) {
  const std::string source = "a()\nb()\na()\n";
  EXPECT_EQ(of_last(source, {2, 3}), of_last(source, {3}));
  EXPECT_EQ(of_last(source, {2, 1, 3}), of_last(source, {1, 3}));
}

TEST_F(FingerprintWithSource, ChangesWithTheLine) {
  EXPECT_NE(of("a()\nb(x)\n", 2), of("a()\nb(y)\n", 2));
}

}  // namespace
}  // namespace tensorleak::analysis
