#include "reports/analysis/frame_owner.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "reports/analysis/function_name.hpp"

namespace tensorleak::analysis {
namespace {

constexpr std::string_view kNodeModules = "node_modules/";

constexpr std::string_view kInlinedLambda = "operator()";

constexpr std::array<std::string_view, 6> kSystemPrefixes = {
    "node:", "internal/", "/usr/lib/", "/usr/include/", "/lib/", "/lib64/"};

/// Of Node before 16, which named its own files without a prefix.
constexpr std::array<std::string_view, 5> kSystemFiles = {"module.js", "bootstrap_node.js",
                                                          "timers.js", "events.js", "native"};

/// Beginnings of the file names of bundles and shared libraries that are frameworks.
constexpr std::array<std::string_view, 19> kFrameworkFiles = {
    "tf.min.js",  "tf.js",       "tf.es2017.",     "tf.fesm.",     "tf-core.",
    "tf-layers.", "tf-backend-", "tf-converter.",  "tf-data.",     "ml5.js",
    "ml5.min.js", "p5.js",       "p5.min.js",      "libtrack.so",  "libtorch",
    "libc10",     "libopencv_",  "libonnxruntime", "libtensorleak"};

/// Beginnings of the file names of shared libraries that are the system's, wherever they lie.
constexpr std::array<std::string_view, 10> kSystemModules = {
    "libstdc++", "libc++",    "libc.so", "libm.so",    "libpthread.so",
    "libgcc_s",  "ld-linux-", "[",       "linux-vdso", "libtrack_heap.so"};

constexpr std::array<std::string_view, 3> kSystemModuleFolders = {"/usr/lib", "/lib/", "/lib64/"};

/// In which the headers of frameworks are, wherever they are installed.
constexpr std::array<std::string_view, 7> kFrameworkHeaders = {
    "/include/track/", "/include/torch/",   "/include/ATen/",       "/include/c10/",
    "/opencv2/",       "/include/opencv4/", "/include/onnxruntime/"};

/// In which the language's headers and the C library's sources are.
constexpr std::array<std::string_view, 4> kSystemSources = {"/include/c++/", "../sysdeps/",
                                                            "../csu/", "./nptl/"};

/// From the start of a program or thread up to the user's first function.
constexpr std::array<std::string_view, 5> kEntryFunctions = {"_start", "clone", "clone3",
                                                             "start_thread", "__clone3"};

bool contains_any(std::string_view text, const auto& parts) {
  return std::ranges::any_of(parts,
                             [&](auto part) { return text.find(part) != std::string_view::npos; });
}

bool starts_with_any(std::string_view text, const auto& prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return text.starts_with(prefix); });
}

std::string_view base_name(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string_view::npos ? file : file.substr(slash + 1);
}

/// Start and end of the first path component that looks like NAME@1…; npos when there is none.
struct Component {
  std::size_t begin = std::string_view::npos;
  std::size_t end = std::string_view::npos;
};

Component versioned_component(std::string_view file) {
  std::size_t begin = 0;
  while (begin < file.size()) {
    const std::size_t end = file.find('/', begin);
    if (end == std::string_view::npos) break;  // the file's own name is no package
    const std::size_t at = file.substr(begin, end - begin).rfind('@');
    if (at != std::string_view::npos && at > 0 && begin + at + 1 < end &&
        std::isdigit(static_cast<unsigned char>(file[begin + at + 1])) != 0) {
      return {begin, end};
    }
    begin = end + 1;
  }
  return {};
}

/// A lambda of C++: called, it has a long name, and inlined that of its operator alone.
bool is_lambda(std::string_view function) {
  return function == kInlinedLambda || function.find("}::operator()") != std::string_view::npos;
}

/// Whether the lambda can be the caller's own. The place of its call says nothing: a call is where
/// its last argument ends.
bool is_lambda_of(const Frame& lambda, const Frame& caller) {
  if (lambda.file != caller.file) return false;
  return lambda.function == kInlinedLambda ||
         lambda.function.find(unqualified(caller.function) + "(") != std::string::npos;
}

/// A callback that is written inside a call stands behind the place of that call.
bool is_written_inside(const Frame& callback, const Frame& caller) {
  if (is_lambda(callback.function)) return is_lambda_of(callback, caller);
  if (callback.file != caller.file) return false;
  return callback.line > caller.line ||
         (callback.line == caller.line && callback.column > caller.column);
}

const Frame* enclosing_function(const std::vector<Frame>& stack, std::size_t callback) {
  bool crossed_library = false;
  for (std::size_t i = callback + 1; i < stack.size(); ++i) {
    const Frame& caller = stack[i];
    if (caller.owner != Owner::kUser) {
      crossed_library = true;
      continue;
    }
    if (!crossed_library || !is_written_inside(stack[callback], caller)) return nullptr;
    if (is_top_level(caller.function)) return nullptr;
    if (!is_anonymous(caller.function)) return &caller;
  }
  return nullptr;
}

bool is_system_module(std::string_view module) {
  return starts_with_any(module, kSystemModuleFolders) ||
         starts_with_any(base_name(module), kSystemModules);
}

bool is_entry(std::string_view function) {
  return function.starts_with("__libc_start_") ||
         std::ranges::find(kEntryFunctions, function) != kEntryFunctions.end();
}

/// Whether the standard library's code was compiled into a module that has no debug information.
/// Demangled templates start with the type that they return.
bool is_of_the_language(std::string_view function) {
  constexpr std::string_view kVoid = "void ";
  if (function.starts_with(kVoid)) function.remove_prefix(kVoid.size());
  return function.starts_with("std::") || function.starts_with("__gnu_cxx::") ||
         function.starts_with("operator new") || function.starts_with("operator delete");
}

std::string name_of_callback(const Frame& frame) {
  if (is_lambda(frame.function)) return "(lambda)";
  return frame.function.empty() ? "(anonymous)" : frame.function;
}

UserFrame as_user_frame(const Frame& frame) {
  return {.function = without_parameters(frame.function),
          .callback = "",
          .file = frame.file,
          .line = frame.line,
          .column = frame.column};
}

}  // namespace

FrameOwner::FrameOwner(std::vector<std::string> framework_patterns)
    : patterns_(std::move(framework_patterns)) {}

Owner FrameOwner::owner(std::string_view function, std::string_view file) const {
  if (file.empty()) {
    return function.empty() || function.find("<anonymous>") != std::string_view::npos ||
                   function.find("native code") != std::string_view::npos
               ? Owner::kSystem
               : Owner::kUser;
  }
  if (matches_pattern(file)) return Owner::kFramework;
  const std::string_view name = base_name(file);
  const bool bare = name.size() == file.size();
  if (file.find(kNodeModules) != std::string_view::npos) return Owner::kFramework;
  if (versioned_component(file).begin != std::string_view::npos) return Owner::kFramework;
  if (starts_with_any(name, kFrameworkFiles)) return Owner::kFramework;
  if (starts_with_any(file, kSystemPrefixes)) return Owner::kSystem;
  if (bare && std::ranges::find(kSystemFiles, name) != kSystemFiles.end()) return Owner::kSystem;
  return Owner::kUser;
}

Owner FrameOwner::owner(std::string_view function, std::string_view file,
                        std::string_view module) const {
  if (module.empty()) return file.empty() ? Owner::kSystem : owner(function, file);
  if (matches_pattern(file) || matches_pattern(module)) return Owner::kFramework;
  if (starts_with_any(base_name(module), kFrameworkFiles)) return Owner::kFramework;
  if (is_system_module(module) || is_entry(function)) return Owner::kSystem;
  if (contains_any(file, kFrameworkHeaders)) return Owner::kFramework;
  if (contains_any(file, kSystemSources)) return Owner::kSystem;
  if (file.empty()) return is_of_the_language(function) ? Owner::kSystem : Owner::kUser;
  return owner(function, file);
}

bool FrameOwner::matches_pattern(std::string_view file) const {
  const std::string path(file);
  return std::ranges::any_of(patterns_, [&](const std::string& pattern) {
    if (pattern.find_first_of("*?[") == std::string::npos) {
      return path.find(pattern) != std::string::npos;
    }
    return fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
  });
}

bool is_anonymous(std::string_view function) {
  return function.empty() || function == "(anonymous)" || function == "<anonymous>" ||
         is_lambda(function);
}

bool is_top_level(std::string_view function) {
  return function == "Object.<anonymous>" || function == "(global)";
}

UserPlace user_place(const std::vector<Frame>& stack) {
  UserPlace place;
  if (stack.empty()) return place;
  const auto first = std::ranges::find(stack, Owner::kUser, &Frame::owner);
  if (first == stack.end()) {
    place.user_frame = as_user_frame(stack.back());
    return place;
  }
  place.user_frame = as_user_frame(*first);
  if (first != stack.begin()) place.called = *std::prev(first);
  if (!is_anonymous(first->function)) return place;
  const auto at = static_cast<std::size_t>(first - stack.begin());
  if (const Frame* enclosing = enclosing_function(stack, at)) {
    place.user_frame->callback = name_of_callback(*first);
    place.user_frame->function = without_parameters(enclosing->function);
  }
  return place;
}

std::string package_of(std::string_view file) {
  if (const std::size_t modules = file.rfind(kNodeModules); modules != std::string_view::npos) {
    const std::string_view rest = file.substr(modules + kNodeModules.size());
    const std::size_t scope_end = rest.starts_with('@') ? rest.find('/') : 0;
    const std::size_t end = rest.find('/', scope_end == 0 ? 0 : scope_end + 1);
    return std::string(rest.substr(0, end));
  }
  const Component component = versioned_component(file);
  if (component.begin == std::string_view::npos) return "";
  std::size_t begin = component.begin;
  if (begin > 1) {
    const std::size_t before = file.rfind('/', begin - 2);
    const std::size_t scope = before == std::string_view::npos ? 0 : before + 1;
    if (file[scope] == '@') begin = scope;
  }
  return std::string(file.substr(begin, component.end - begin));
}

}  // namespace tensorleak::analysis
