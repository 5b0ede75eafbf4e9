// libbacktrace (github.com/ianlancetaylor/libbacktrace) as GCC ships it.
#include <utility>

#include "reports/symbols/demangle.hpp"
#include "reports/symbols/file_names.hpp"
#include "reports/symbols/libbacktrace_hooks.hpp"

namespace tensorleak::symbols {

const bool kHasNames = true;

struct FileNames::State {
  std::string path;  ///< libbacktrace keeps a pointer to it
  backtrace_state* whole = nullptr;
  backtrace_state* unit_by_unit = nullptr;
};

namespace {

struct Names : Look {
  std::vector<ResolvedFrame> frames;
  std::string symbol;
};

/// What is wrong with a file shows as names that are missing.
void ignore_error(void* /*data*/, const char* /*message*/, int /*number*/) {}

int add_frame(void* data, std::uintptr_t /*address*/, const char* file, int line,
              const char* function) {
  if (file == nullptr && function == nullptr) return 0;
  ResolvedFrame frame;
  if (function != nullptr) frame.function = demangle(function);
  if (file != nullptr) frame.file = file;
  if (line > 0) frame.line = static_cast<std::uint32_t>(line);
  static_cast<Names*>(static_cast<Look*>(data))->frames.push_back(std::move(frame));
  return 0;
}

void take_symbol(void* data, std::uintptr_t /*address*/, const char* symbol,
                 std::uintptr_t /*value*/, std::uintptr_t /*size*/) {
  if (symbol != nullptr) static_cast<Names*>(static_cast<Look*>(data))->symbol = demangle(symbol);
}

/// Compilers leave the namespace of some functions out of the debug information; the symbol has it.
void complete(ResolvedFrame& frame, std::string symbol) {
  if (symbol.size() <= frame.function.size()) return;
  if (symbol.find(frame.function) != std::string::npos) frame.function = std::move(symbol);
}

void look_up(backtrace_state* state, std::uint64_t address, Names& names) {
  if (state == nullptr) return;
  backtrace_pcinfo(state, address, add_frame, ignore_error, static_cast<Look*>(&names));
}

}  // namespace

FileNames::FileNames(std::string path)
    : state_(std::make_unique<State>(State{.path = std::move(path)})) {
  state_->whole = open_for_libbacktrace(state_->path.c_str(), ignore_error);
}

// There is no way to free a backtrace_state; its memory is mapped, not from the heap.
FileNames::~FileNames() = default;
FileNames::FileNames(FileNames&&) noexcept = default;
FileNames& FileNames::operator=(FileNames&&) noexcept = default;

std::vector<ResolvedFrame> FileNames::at(std::uint64_t address) {
  Names names;
  look_up(state_->whole, address, names);
  if (state_->whole != nullptr) {
    backtrace_syminfo(state_->whole, address, take_symbol, ignore_error,
                      static_cast<Look*>(&names));
  }
  if (names.frames.empty()) {
    if (state_->unit_by_unit == nullptr)
      state_->unit_by_unit = open_for_libbacktrace(state_->path.c_str(), ignore_error);
    names.at_each_unit_alone = true;
    look_up(state_->unit_by_unit, address, names);
  }
  if (names.frames.empty() && !names.symbol.empty()) names.frames.emplace_back();
  if (!names.frames.empty()) complete(names.frames.back(), std::move(names.symbol));
  return std::move(names.frames);
}

}  // namespace tensorleak::symbols
