#include "reports/symbols/libbacktrace_hooks.hpp"

#include <link.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "reports/symbols/debug_info_units.hpp"

// From libbacktrace's internal.h; the same from GCC 10 to 15.
extern "C" {

enum DebugSection : std::size_t { kDebugInfo = 0, kDebugAbbrev = 2, kDebugSections = 9 };

struct DebugSections {
  const unsigned char* data[kDebugSections];
  std::size_t size[kDebugSections];
};

int backtrace_dwarf_add(backtrace_state* state, std::uintptr_t base, const DebugSections* sections,
                        int is_big_endian, void* supplement, backtrace_error_callback on_error,
                        void* data, void* look_up, void** entry);

/// Stands for dl_iterate_phdr in libbacktrace. The nameless module is the program itself.
int tensorleak_symbols_iterate_phdr(int (*visit)(dl_phdr_info*, std::size_t, void*), void* data) {
  dl_phdr_info file{};
  file.dlpi_name = "";
  return visit(&file, sizeof file, data);
}

/// Stands for backtrace_dwarf_add in libbacktrace. An `entry` is asked for where the file only
/// supplements another one; it has to stay whole.
int tensorleak_symbols_dwarf_add(backtrace_state* state, std::uintptr_t base,
                                 const DebugSections* sections, int is_big_endian, void* supplement,
                                 backtrace_error_callback on_error, void* data, void* look_up,
                                 void** entry) {
  using namespace tensorleak::symbols;  // NOLINT(google-build-using-namespace): a C function
  const auto section = [&](DebugSection which) {
    return Bytes(sections->data[which], sections->size[which]);
  };
  constexpr bool kIsBigEndian = std::endian::native == std::endian::big;
  const auto add = [&](const DebugSections& part) {
    return backtrace_dwarf_add(state, base, &part, is_big_endian, supplement, on_error, data,
                               look_up, entry);
  };
  if (!static_cast<const Look*>(data)->at_each_unit_alone || entry != nullptr ||
      (is_big_endian != 0) != kIsBigEndian || units_refer_to_each_other(section(kDebugAbbrev))) {
    return add(*sections);
  }
  const auto units = debug_info_units(section(kDebugInfo));
  if (units.empty()) return add(*sections);  // whoever returns 1 must have set *look_up
  for (const Bytes unit : units) {
    DebugSections part = *sections;
    part.data[kDebugInfo] = unit.data();
    part.size[kDebugInfo] = unit.size();
    if (add(part) == 0) return 0;
  }
  return 1;
}
}

namespace tensorleak::symbols {

backtrace_state* open_for_libbacktrace(const char* path, backtrace_error_callback on_error) {
  Look look;
  return backtrace_create_state(path, /*threaded=*/0, on_error, &look);
}

}  // namespace tensorleak::symbols
