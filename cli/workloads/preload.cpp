#include "cli/workloads/preload.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tensorleak::cli {

namespace fs = std::filesystem;

namespace {

/// The folder of libraries, seen from the program's own: in the build tree, and as installed.
constexpr std::array<const char*, 2> kLibraryFolders = {"../lib", "../" TENSORLEAK_LIBRARY_FOLDER};

const char* library_of(Preload adapter) {
  switch (adapter) {
    case Preload::kHeap:
      return "libtrack_heap.so";
  }
  return "";
}

fs::path own_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

/// Empty where it is in none of the folders.
fs::path find_library(const char* name) {
  for (const char* const folder : kLibraryFolders) {
    const fs::path library = (own_folder() / folder / name).lexically_normal();
    std::error_code ignored;
    if (fs::exists(library, ignored)) return library;
  }
  return {};
}

bool runs_with_more_rights(const std::string& path) {
  struct stat file = {};
  return ::stat(path.c_str(), &file) == 0 && (file.st_mode & (S_ISUID | S_ISGID)) != 0;
}

}  // namespace

trace::Result<std::vector<std::string>> preload_environment(Preload adapter) {
  const char* const name = library_of(adapter);
  const fs::path library = find_library(name);
  if (library.empty()) {
    const fs::path folder = (own_folder() / kLibraryFolders.back()).lexically_normal();
    return trace::fail({name, 0, 0, "the adapter is not installed",
                        fmt::format("put it into {}: a build of tensorleak has it beside "
                                    "libtrack.so, except one with a sanitizer",
                                    folder.string())});
  }
  // Which the loader takes for the end of a path.
  if (library.string().find_first_of(" :") != std::string::npos) {
    return trace::fail({library.string(), 0, 0,
                        "LD_PRELOAD can name no path with a space or a colon in it",
                        "install tensorleak in another folder"});
  }
  const char* const before = std::getenv("LD_PRELOAD");
  const bool is_alone = before == nullptr || *before == '\0';
  return std::vector<std::string>{"LD_PRELOAD=" + library.string() +
                                  (is_alone ? "" : ":" + std::string(before))};
}

std::string why_not_preloaded(const std::string& path, bool is_static) {
  if (is_static) {
    return fmt::format(
        "{} is linked statically, so that no adapter can be put before its functions: link it "
        "without -static",
        path);
  }
  if (runs_with_more_rights(path)) {
    return fmt::format(
        "{} runs with more rights than its user (set-user-id), and such a program loads no "
        "adapter: "
        "run a copy without that bit",
        path);
  }
  return fmt::format(
      "{} recorded nothing with the adapter: it replaced or cleared its environment, or it has an "
      "allocator of its own that was linked into it",
      path);
}

}  // namespace tensorleak::cli
