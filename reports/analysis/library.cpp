#include "reports/analysis/library.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "reports/analysis/frame_owner.hpp"

namespace tensorleak::analysis {
namespace {

/// Packages whose functions are the operations that a program calls: what they make is its own.
constexpr std::array<std::string_view, 8> kRuntimes = {"@tensorflow/tfjs",
                                                       "@tensorflow/tfjs-core",
                                                       "@tensorflow/tfjs-node",
                                                       "@tensorflow/tfjs-node-gpu",
                                                       "@tensorflow/tfjs-backend-cpu",
                                                       "@tensorflow/tfjs-backend-webgl",
                                                       "@tensorflow/tfjs-backend-wasm",
                                                       "@tensorflow/tfjs-backend-webgpu"};

/// Beginnings of the names of bundles.
constexpr std::array<std::string_view, 4> kRuntimeFiles = {"tf.", "tf-core.", "tf-backend-",
                                                           "libtrack.so"};

/// How TensorFlow.js calls the functions that programs call.
constexpr std::string_view kOperation = "__op";

/// More lines than the head of a package.json has.
constexpr std::uint32_t kLinesOfManifest = 200;

std::string_view without_version(std::string_view package) {
  return package.substr(0, package.find('@', 1));
}

bool is_runtime_package(std::string_view package) {
  return std::ranges::find(kRuntimes, without_version(package)) != kRuntimes.end();
}

bool has_version(std::string_view package) {
  return package.find('@', 1) != std::string_view::npos;
}

/// The version that the package's own manifest states on a line of its own; else empty.
std::string version_in_manifest(std::string_view file, std::string_view package,
                                SourceLines& sources) {
  const std::size_t at = file.rfind(package);
  if (at == std::string_view::npos) return "";
  const std::string manifest = std::string(file.substr(0, at + package.size())) + "/package.json";
  constexpr std::string_view kField = "\"version\":";
  for (std::uint32_t number = 1; number <= kLinesOfManifest; ++number) {
    const SourceLine* line = sources.line(manifest, number);
    if (line == nullptr) break;
    if (!line->text.starts_with(kField)) continue;
    const std::size_t begin = line->text.find('"', kField.size());
    if (begin == std::string::npos) break;
    const std::size_t end = line->text.find('"', begin + 1);
    return line->text.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
  }
  return "";
}

}  // namespace

std::string library_of(const std::vector<Frame>& stack, SourceLines& sources) {
  if (calls_runtime(stack)) return "";
  std::string library;
  std::string_view file;
  for (const Frame& frame : stack) {
    if (frame.owner == Owner::kUser) break;
    std::string package = package_of(frame.file);
    if (package.empty()) continue;
    library = std::move(package);
    file = frame.file;
  }
  if (library.empty() || is_runtime_package(library)) return "";
  if (has_version(library)) return library;
  const std::string version = version_in_manifest(file, library, sources);
  return version.empty() ? library : library + "@" + version;
}

bool is_runtime(const Frame& frame) {
  if (frame.function.ends_with(kOperation)) return true;
  const std::string package = package_of(frame.file);
  if (!package.empty()) return is_runtime_package(package);
  const std::string_view file = frame.file;
  const std::string_view name = file.substr(file.rfind('/') + 1);  // npos + 1 is 0
  return std::ranges::any_of(kRuntimeFiles,
                             [name](std::string_view start) { return name.starts_with(start); });
}

bool calls_runtime(const std::vector<Frame>& stack) {
  const Frame* called = nullptr;
  for (const Frame& frame : stack) {
    if (frame.owner == Owner::kUser) break;
    if (frame.owner == Owner::kFramework) called = &frame;
  }
  return called != nullptr && is_runtime(*called);
}

}  // namespace tensorleak::analysis
