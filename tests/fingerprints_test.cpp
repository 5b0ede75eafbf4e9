// What fingerprints withstand, seen to hold: a program is edited, moved, built and run anew, and
// its leaks must still be known by the same names. docs/verdicts.md ("Fingerprints") says the same
// in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "libtrack/trace/test_files.hpp"
#include "tests/compiled_program.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::Contains;
using ::testing::Key;
using ::testing::SizeIs;
using trace::testing::TempFolder;

/// Leaks wherever it makes a tensor.
const std::string kSource = R"(#include <track/track.hpp>
#include <vector>

namespace {

std::vector<track::Tensor> held;

void hold(track::Tensor tensor) {
  held.push_back(tensor);
}

struct Model {
  void predict() {
    auto made = [] { return track::ones({2}); };  // in a lambda
    hold(made());
    hold(track::tidy("work", [] {
      return track::ones({3});  // in a scope
    }));
  }
};

void step(int turn) {
  hold(track::zeros({4}));  // one
  hold(track::zeros({4}));  // two
  if (turn >= 0) {
    hold(track::zeros({4}));
    hold(track::zeros({4}));
  }
  hold(track::zeros({8})), hold(track::zeros({8}));  // twice
  hold(
      track::fill({4},  // over lines
                  2));
}

void shared() {
  hold(track::zeros({5}));  // for two callers
}

}  // namespace

int main() {
  Model model;
  for (int turn = 0; turn < 5; ++turn) {
    step(turn);
    shared();
    model.predict();
    shared();  // again
    track::frame();
  }
}
)";

const std::string kOne = "hold(track::zeros({4}));  // one";
const std::string kTwo = "hold(track::zeros({4}));  // two";
const std::string kEditedTwo = "hold(track::zeros({5}));  // two";
const std::string kTwin = "hold(track::zeros({4}));";  // occurs twice

class FingerprintsOfPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_compiler()) GTEST_SKIP() << "NO COMPILER: " << compiler() << " is not there any more";
  }

  /// Writes `source` to a folder of its own, builds it there, and returns the program's path.
  std::string build(const std::string& folder, const std::string& source,
                    const std::string& flags = "-O0") const {
    write_source(path(folder + "/program.cpp"), source);
    compile(path(folder), flags + " '" + path(folder + "/program.cpp") + "' -o program");
    return path(folder + "/program");
  }

  std::string path(const std::string& name) const { return folder_.path(name); }

  TempFolder folder_;
};

TEST_F(FingerprintsOfPrograms, TellSitesApart) {
  const Prints prints = prints_of(build("here", kSource), kSource);
  EXPECT_THAT(prints, SizeIs(9));
  EXPECT_THAT(prints,
              Contains(Key("auto made = [] { return track::ones({2}); };  // in a lambda")));
  EXPECT_THAT(prints, Contains(Key("return track::ones({3});  // in a scope")));
  EXPECT_THAT(prints, Contains(Key("track::fill({4},  // over lines")));
  EXPECT_NE(prints.at(kTwin), prints.at(kTwin + " #2"));
  EXPECT_THAT(prints.at("hold(track::zeros({5}));  // for two callers"), SizeIs(2));
  // A limit: of an address only the line is known.
  EXPECT_THAT(prints.at("hold(track::zeros({8})), hold(track::zeros({8}));  // twice"), SizeIs(1));
  std::set<std::string> all;
  for (const auto& [line, of_line] : prints)
    all.insert(of_line.begin(), of_line.end());
  EXPECT_THAT(all, SizeIs(10));
}

TEST_F(FingerprintsOfPrograms, AreTheSameInEachRunAndFolder) {
  const std::string program = build("here", kSource);
  const Prints prints = prints_of(program, kSource);
  for (int run = 0; run < 3; ++run)  // each is loaded elsewhere
    EXPECT_EQ(prints_of(program, kSource), prints);

  // A compiler that is given a relative path leaves only that in the program.
  const std::string checkout = path("a much/deeper folder/checkout");
  write_source(checkout + "/src/program.cpp", kSource);
  compile(checkout, "-O0 src/program.cpp -o program");
  EXPECT_EQ(prints_of(checkout + "/program", kSource, checkout), prints);
}

TEST_F(FingerprintsOfPrograms, AreTheSameWithAndWithoutOptimisation) {
  EXPECT_EQ(prints_of(build("there", kSource, "-O2"), kSource),
            prints_of(build("here", kSource, "-O0"), kSource));
}

TEST_F(FingerprintsOfPrograms, ChangeWithTheirLineAndWithNoOther) {
  Prints before = prints_of(build("before", kSource), kSource);
  const std::string other = edited(
      kSource, {{"#include <track", "// Of the makers.\n\n\n/* All\n */\n#include <track"},
                {"struct Model {", "int other(int i) {\n  return i + 1;\n}\n\nstruct Model {\n"},
                {"  " + kOne, "  // makes one\n\n      " + kOne},
                {kTwin + "\n", "// twins\n    " + kTwin + "\n    turn = other(turn);\n\n"},
                {kTwo, kEditedTwo}});
  Prints after = prints_of(build("after", other), other);
  EXPECT_NE(after.extract(kEditedTwo).mapped(), before.extract(kTwo).mapped());
  EXPECT_EQ(after, before);
}

/// The line's distance to the first that was seen of its function stands for its text then.
TEST_F(FingerprintsOfPrograms, WithoutTheSourceChangeWithTheDistanceWithinTheirFunction) {
  const std::string above =
      edited(kSource, {{"struct Model {", "// A note.\n\nstruct Model {\n"},
                       {"void step(", "int other() {\n  return 1;\n}\n\nvoid step("}});
  const std::string within = edited(kSource, {{kTwo, "// A note.\n  " + kTwo}});
  const std::string program = build("here", kSource);
  const std::string program_above = build("above", above, "-O2");
  const std::string program_within = build("within", within);
  const Prints with_source = prints_of(program, kSource);
  for (const auto* folder : {"here", "above", "within"})
    std::filesystem::rename(path(folder) + "/program.cpp", path(folder) + "/moved.cpp");

  const Prints prints = prints_of(program, kSource);
  EXPECT_THAT(prints, SizeIs(with_source.size()));
  EXPECT_NE(prints.at(kTwin), prints.at(kTwin + " #2"));
  EXPECT_NE(prints.at(kOne), with_source.at(kOne));
  EXPECT_EQ(prints_of(program_above, above), prints);
  const Prints moved = prints_of(program_within, within);
  EXPECT_EQ(moved.at(kOne), prints.at(kOne));
  EXPECT_NE(moved.at(kTwo), prints.at(kTwo));
}

TEST_F(FingerprintsOfPrograms, AreTheSameInAnExecutableOfEitherKindAndInASharedLibrary) {
  const std::string source = edited(kSource, {{"int main() {", "void turns() {"}});
  write_source(path("turns.cpp"), source);
  write_source(path("main.cpp"), "void turns();\nint main() {\n  turns();\n}\n");
  const std::string folder = path("");
  compile(folder, "-O0 -fPIC -c turns.cpp -o turns.o");
  compile(folder, "-pie main.cpp turns.o -o pie");
  compile(folder, "-no-pie main.cpp turns.o -o fixed");
  compile(folder, "-shared turns.o -o libturns.so");
  compile(folder, "main.cpp ./libturns.so -o dynamic");

  const Prints prints = prints_of(path("pie"), source, folder);
  EXPECT_THAT(prints, SizeIs(9));
  EXPECT_EQ(prints_of(path("fixed"), source, folder), prints);
  EXPECT_EQ(prints_of(path("dynamic"), source, folder), prints);
}

}  // namespace
}  // namespace tensorleak::end_to_end
