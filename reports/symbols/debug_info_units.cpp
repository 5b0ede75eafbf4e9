#include "reports/symbols/debug_info_units.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

namespace tensorleak::symbols {
namespace {

constexpr std::uint32_t kLengthFollows = 0xffffffff;  ///< of a unit in the 64-bit format
constexpr std::uint64_t kFormRefAddr = 0x10;
constexpr std::uint64_t kFormImplicitConst = 0x21;

template <class Number>
std::optional<Number> read(Bytes bytes, std::size_t at) {
  Number number = 0;
  if (at > bytes.size() || bytes.size() - at < sizeof number) return std::nullopt;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

/// Takes LEB128 numbers from the front of some bytes; 0 behind their end. Signed numbers have the
/// same length, which is all that is needed of them here.
class Leb128Reader {
 public:
  explicit Leb128Reader(Bytes bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }

  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; !bytes_.empty(); shift += 7) {
      const unsigned char byte = bytes_.front();
      bytes_ = bytes_.subspan(1);
      if (shift < 64) number |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) break;
    }
    return number;
  }

 private:
  Bytes bytes_;
};

/// The size of the unit that starts at `at`, with its length field; nothing where it has no sound
/// one.
std::optional<std::uint64_t> unit_size(Bytes debug_info, std::size_t at) {
  const auto length = read<std::uint32_t>(debug_info, at);
  if (!length) return std::nullopt;
  if (*length != kLengthFollows) return std::uint64_t{*length} + sizeof *length;
  const auto long_length = read<std::uint64_t>(debug_info, at + sizeof *length);
  if (!long_length || *long_length > debug_info.size()) return std::nullopt;
  return *long_length + sizeof *length + sizeof *long_length;
}

/// Reads the attributes of one abbreviation.
bool has_reference_to_other_unit(Leb128Reader& reader) {
  bool found = false;
  while (!reader.at_end()) {
    const std::uint64_t name = reader.next();
    const std::uint64_t form = reader.next();
    if (form == kFormImplicitConst) reader.next();
    if (form == kFormRefAddr) found = true;
    if (name == 0 && form == 0) break;
  }
  return found;
}

}  // namespace

std::vector<Bytes> debug_info_units(Bytes debug_info) {
  std::vector<Bytes> units;
  for (std::size_t at = 0; at < debug_info.size();) {
    const auto size = unit_size(debug_info, at);
    if (!size || *size > debug_info.size() - at) break;
    units.push_back(debug_info.subspan(at, *size));
    at += *size;
  }
  return units;
}

bool units_refer_to_each_other(Bytes debug_abbrev) {
  Leb128Reader reader(debug_abbrev);
  while (!reader.at_end()) {
    if (reader.next() == 0) continue;  // the end of one unit's abbreviations
    reader.next();                     // the tag
    reader.next();                     // whether it has children: one byte, 0 or 1
    if (has_reference_to_other_unit(reader)) return true;
  }
  return false;
}

}  // namespace tensorleak::symbols
