#include "cli/workloads/browser/served_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

namespace fs = std::filesystem;

/// A folder with a page, and a secret beside it.
class ServedFile : public ::testing::Test {
 protected:
  ServedFile() {
    fs::create_directories(outside_.path("sketch/assets"));
    outside_.write("secret.txt", "secret");
    for (const char* const name : {"index.html", "a b.js", "assets/x.png", "..hidden.js"})
      outside_.write(std::string("sketch/") + name, "here");
    root_ = fs::canonical(outside_.path("sketch"));
  }

  /// The file by its name in the folder; "none".
  std::string served(std::string_view target) const {
    const auto file = served_file(root_, target);
    return file ? file->lexically_relative(root_).string() : "none";
  }

  void link(const std::string& to, const std::string& name) const {
    fs::create_symlink(to, root_ / name);
  }

  trace::testing::TempFolder outside_;
  fs::path root_;
};

TEST_F(ServedFile, IsWhatTheTargetNames) {
  EXPECT_EQ(served("/index.html"), "index.html");
  EXPECT_EQ(served("/assets/x.png?v=1#top"), "assets/x.png");
  EXPECT_EQ(served("/a%20b.js"), "a b.js");
  EXPECT_EQ(served("/..hidden.js"), "..hidden.js");
}

TEST_F(ServedFile, OfAFolderIsItsIndex) {
  EXPECT_EQ(served("/"), "index.html");
  EXPECT_EQ(served("/?x=1"), "index.html");
  EXPECT_EQ(served("/assets/"), "none");
}

TEST_F(ServedFile, IsNothingAboveTheFolder) {
  for (const char* const target :
       {"/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..", "/assets/..",
        "//etc/passwd", "/.//../secret.txt"}) {
    EXPECT_EQ(served(target), "none") << target;
  }
}

TEST_F(ServedFile, IsNothingWhereASlashIsHidden) {
  for (const char* const target : {"/..%2fsecret.txt", "/assets%2fx.png", "/..%5csecret.txt",
                                   "/..\\secret.txt", "/assets%2Fx.png", "/index.html%00.png"}) {
    EXPECT_EQ(served(target), "none") << target;
  }
}

TEST_F(ServedFile, IsNothingWhereTheTargetIsMalformed) {
  for (const char* const target :
       {"", "index.html", "*", "http://x/index.html", "/%", "/%2", "/%zz", "/index.html%"}) {
    EXPECT_EQ(served(target), "none") << target;
  }
}

TEST_F(ServedFile, FollowsLinksInsideAndNoneThatLeadsOut) {
  link("index.html", "inside.html");
  link(outside_.path("secret.txt"), "out.txt");
  link(outside_.path(""), "up");
  link("../secret.txt", "relative.txt");
  link("nowhere", "dangling");
  EXPECT_EQ(served("/inside.html"), "index.html");
  for (const char* const target : {"/out.txt", "/up/secret.txt", "/relative.txt", "/dangling"})
    EXPECT_EQ(served(target), "none") << target;
}

TEST_F(ServedFile, IsNothingBesideTheFolderWhoseNameItBegins) {
  fs::create_directory(outside_.path("sketch-secret"));
  outside_.write("sketch-secret/x.txt", "secret");
  link(outside_.path("sketch-secret/x.txt"), "x.txt");
  EXPECT_EQ(served("/x.txt"), "none");
}

TEST_F(ServedFile, IsNoDevice) {
  link("/dev/zero", "zero");
  EXPECT_EQ(served("/zero"), "none");
}

TEST(MimeType, IsWhatBrowsersInsistOn) {
  EXPECT_STREQ(mime_type("a.mjs"), "text/javascript; charset=utf-8");
  EXPECT_STREQ(mime_type("a.js"), "text/javascript; charset=utf-8");
  EXPECT_STREQ(mime_type("x/A.HTML"), "text/html; charset=utf-8");
  EXPECT_STREQ(mime_type("model.wasm"), "application/wasm");
  EXPECT_STREQ(mime_type("model.json"), "application/json");
  EXPECT_STREQ(mime_type("weights.bin"), "application/octet-stream");
  EXPECT_STREQ(mime_type("README"), "application/octet-stream");
}

}  // namespace
}  // namespace tensorleak::cli
