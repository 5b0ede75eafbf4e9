#include "reports/symbols/symbolizer.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "reports/symbols/elf_file.hpp"
#include "reports/symbols/file_names.hpp"

namespace tensorleak::symbols {
namespace {

namespace fs = std::filesystem;

/// The kernel's own module has an address and no file.
bool has_a_file(std::string_view path) {
  return !path.empty() && !path.starts_with('[') && !path.starts_with("linux-vdso");
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string without_dots(const std::string& file) {
  return file.empty() ? file : fs::path(file).lexically_normal().string();
}

/// Where distributions put the debug information of a file that they strip (gdb, "Separate Debug
/// Files").
std::string debug_file(std::string_view build_id) {
  if (build_id.size() < 3) return "";
  return fmt::format("/usr/lib/debug/.build-id/{}/{}.debug", build_id.substr(0, 2),
                     build_id.substr(2));
}

/// Why the module's file cannot give names; empty when it can.
std::string reason_against(const Module& module) {
  const std::string path(module.path);
  std::error_code error;
  if (!fs::exists(path, error)) return "is not there any more";
  const auto file = check_elf(path);
  if (!file) return fmt::format("has no names: {}", file.error().what);
  if (!module.build_id.empty() && module.build_id != file->build_id) {
    return "was rebuilt since the recording";
  }
  if (const std::string debug = debug_file(file->build_id); fs::exists(debug, error)) {
    const auto checked = check_elf(debug);
    if (!checked) return fmt::format("has no names: of {}, {}", debug, checked.error().what);
  }
  return kHasNames ? "" : "has no names: this tensorleak is built without libbacktrace";
}

}  // namespace

/// One module's file and the addresses that were asked for so far.
class Symbolizer::ModuleNames {
 public:
  ModuleNames(const Module& module, std::vector<std::string>& notes) : path_(module.path) {
    if (!has_a_file(path_)) return;
    if (const std::string reason = reason_against(module); !reason.empty()) {
      notes.push_back(fmt::format("{} {}; names left out", path_, reason));
    } else {
      names_.emplace(path_);
    }
  }

  /// The frames at a return address, as the file itself counts.
  const std::vector<ResolvedFrame>& at(std::uint64_t address) {
    const auto [entry, is_new] = frames_.try_emplace(address);
    if (is_new) entry->second = look_up(address);
    return entry->second;
  }

 private:
  std::vector<ResolvedFrame> look_up(std::uint64_t address) {
    std::vector<ResolvedFrame> frames;
    // The call is what stands before the address to which it returns; where the call is a
    // function's last instruction, the address itself is already in the next function.
    if (names_) frames = names_->at(address - 1);
    if (frames.empty()) frames.emplace_back();
    for (ResolvedFrame& frame : frames) {
      if (frame.function.empty()) frame.function = place_in_module(address);
      frame.file = without_dots(frame.file);
      frame.inlined = &frame != &frames.back();
      frame.module = path_;
    }
    return frames;
  }

  std::string place_in_module(std::uint64_t address) const {
    return fmt::format("{}+{:#x}", base_name(path_), address);
  }

  std::string path_;
  std::optional<FileNames> names_;
  std::unordered_map<std::uint64_t, std::vector<ResolvedFrame>> frames_;
};

Symbolizer::Symbolizer() = default;
Symbolizer::~Symbolizer() = default;
Symbolizer::Symbolizer(Symbolizer&&) noexcept = default;
Symbolizer& Symbolizer::operator=(Symbolizer&&) noexcept = default;

std::span<const ResolvedFrame> Symbolizer::resolve(const Module& module, std::uint64_t address) {
  return names_of(module).at(address - module.load_bias);
}

Symbolizer::ModuleNames& Symbolizer::names_of(const Module& module) {
  const std::pair key(std::string(module.path), std::string(module.build_id));
  auto found = modules_.find(key);
  if (found == modules_.end()) {
    found = modules_.emplace(key, std::make_unique<ModuleNames>(module, notes_)).first;
  }
  return *found->second;
}

}  // namespace tensorleak::symbols
