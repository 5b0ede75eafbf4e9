#include "reports/analysis/library.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tensorleak::analysis {
namespace {

namespace fs = std::filesystem;

Frame theirs(const std::string& file) {
  return {"f", file, 1, 1, Owner::kFramework};
}

const Frame kMine{"onFrame", "app.js", 3, 1, Owner::kUser};

/// A folder with the manifest of a package below node_modules/; removed at the end.
class Installed {
 public:
  Installed(const std::string& package, const std::string& manifest)
      : root_(fs::temp_directory_path() / ("tensorleak-library-" + std::to_string(::getpid()))) {
    const fs::path folder = root_ / "node_modules" / package;
    fs::create_directories(folder);
    std::ofstream(folder / "package.json") << manifest;
  }
  Installed(const Installed&) = delete;
  Installed& operator=(const Installed&) = delete;
  ~Installed() { fs::remove_all(root_); }

  std::string root() const { return root_.string(); }

 private:
  fs::path root_;
};

TEST(Library, IsTheOutermostThatTheUsersLineCalled) {
  SourceLines sources;
  EXPECT_EQ(library_of({theirs("node_modules/@tensorflow/tfjs-core/dist/x.js"),
                        theirs("ml5@1.4.0/dist/ml5.min.js"), kMine,
                        theirs("node_modules/runner/dist/run.js")},
                       sources),
            "ml5@1.4.0");
}

TEST(Library, TheRuntimeItselfIsNone) {
  SourceLines sources;
  EXPECT_EQ(library_of({theirs("node_modules/@tensorflow/tfjs-core/dist/x.js"), kMine}, sources),
            "");
  EXPECT_EQ(library_of({theirs("@tensorflow/tfjs@4.22.0/dist/tf.js"), kMine}, sources), "");
  EXPECT_EQ(library_of({kMine}, sources), "");
  EXPECT_EQ(library_of({}, sources), "");
}

TEST(Library, ARuntimeThatABundleHasTakenInIsNone) {
  SourceLines sources;
  Frame operation = theirs("ml5@1.4.0/dist/ml5.min.js");
  operation.function = "resizeBilinear__op";
  const Frame classify = theirs("ml5@1.4.0/dist/ml5.min.js");
  EXPECT_EQ(library_of({classify, operation, kMine}, sources), "");
  EXPECT_EQ(library_of({operation, classify, kMine}, sources), "ml5@1.4.0");
  EXPECT_TRUE(calls_runtime({classify, operation, kMine}));
  EXPECT_FALSE(calls_runtime({operation, classify, kMine}));
  EXPECT_FALSE(calls_runtime({kMine}));
  EXPECT_FALSE(calls_runtime({}));
}

TEST(Library, ItsManifestTellsTheVersion) {
  const Installed installed("@scope/poses",
                            "{\n  \"name\": \"@scope/poses\",\n  \"version\": \"2.1.0\",\n}\n");
  const std::vector<Frame> stack{theirs("node_modules/@scope/poses/dist/x.js"), kMine};
  SourceLines sources(installed.root());
  EXPECT_EQ(library_of(stack, sources), "@scope/poses@2.1.0");
  SourceLines elsewhere(installed.root() + "/nowhere");
  EXPECT_EQ(library_of(stack, elsewhere), "@scope/poses");
}

TEST(Library, AManifestWithoutAVersionTellsNone) {
  for (const char* const manifest : {"\"version\": 3\n", "\"version\":", "", "{}"}) {
    const Installed installed("poses", manifest);
    SourceLines sources(installed.root());
    EXPECT_EQ(library_of({theirs("node_modules/poses/x.js"), kMine}, sources), "poses") << manifest;
  }
}

}  // namespace
}  // namespace tensorleak::analysis
