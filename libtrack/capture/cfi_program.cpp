#include "libtrack/capture/cfi_program.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace tensorleak::capture {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// DWARF's numbers of the registers (System V ABI, figure 3.36).
enum Register : std::uint64_t { kRbp = 6, kRsp = 7, kReturnAddress = 16 };

/// Reads numbers; what does not fit gives 0 and makes it bad for good.
class Cursor {
 public:
  explicit Cursor(Bytes bytes) : bytes_(bytes) {}

  bool is_bad() const { return bad_; }
  bool at_end() const { return bytes_.empty(); }
  Bytes rest() const { return bytes_; }

  template <class Number>
  Number fixed() {
    Number number{};
    const Bytes bytes = take(sizeof number);
    if (bytes.size() == sizeof number) std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }

  std::uint64_t uleb() { return leb().value; }

  std::int64_t sleb() {
    const Leb number = leb();
    const bool negative = number.bits < 64 && (number.last & 0x40) != 0;
    return static_cast<std::int64_t>(number.value |
                                     (negative ? ~std::uint64_t{0} << number.bits : 0));
  }

  Bytes take(std::uint64_t size) {
    if (size > bytes_.size()) {
      bad_ = true;
      bytes_ = {};
      return {};
    }
    const Bytes taken = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return taken;
  }

  std::string_view text() {
    const std::string_view all(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
    const std::size_t size = all.find('\0');
    if (size == std::string_view::npos) {
      bad_ = true;
      return {};
    }
    take(size + 1);
    return all.substr(0, size);
  }

 private:
  struct Leb {
    std::uint64_t value = 0;
    unsigned bits = 0;
    std::uint8_t last = 0;
  };

  Leb leb() {
    Leb number;
    do {
      number.last = fixed<std::uint8_t>();
      if (number.bits < 64) number.value |= std::uint64_t{number.last & 0x7fu} << number.bits;
      number.bits += 7;
    } while ((number.last & 0x80) != 0 && !bad_);
    return number;
  }

  Bytes bytes_;
  bool bad_ = false;
};

/// Where the value of a register in the caller is.
struct Saved {
  enum class Where : std::uint8_t { kInRegister, kAtCfa, kAtRbp, kUndefined, kElsewhere };

  Where where = Where::kInRegister;
  std::int64_t offset = 0;  ///< from the CFA
};

/// A row of the table: what holds from one instruction to the next row.
struct Row {
  std::uint64_t cfa_register = 0;
  std::int64_t cfa_offset = 0;
  std::optional<Bytes> cfa_expression;
  Saved rbp;
  Saved return_address;
};

/// What a CIE says for all of its functions.
struct Common {
  std::uint64_t code_alignment = 1;
  std::int64_t data_alignment = 1;
  bool has_augmentation = false;
  std::size_t pointer_size = sizeof(std::uintptr_t);  ///< of addresses in the FDE; 0: any
  Bytes program;
};

/// `DW_OP_breg6 offset` and then `rest`; the offset.
std::optional<std::int64_t> offset_from_rbp(Bytes expression, std::string_view rest) {
  constexpr std::uint8_t kBreg6 = 0x76;
  Cursor cursor(expression);
  if (cursor.fixed<std::uint8_t>() != kBreg6) return std::nullopt;
  const std::int64_t offset = cursor.sleb();
  const Bytes tail = cursor.rest();
  const std::string_view found(reinterpret_cast<const char*>(tail.data()), tail.size());
  if (cursor.is_bad() || found != rest) return std::nullopt;
  return offset;
}

/// Runs call frame instructions up to the row of one instruction.
class Program {
 public:
  Program(const Common& common, std::uint64_t wanted) : common_(common), wanted_(wanted) {}

  /// False where it met something that it does not understand. `initial` is what registers are
  /// restored to; none in the CIE's own program.
  bool run(Bytes program, Row& row, const Row* initial) {
    Cursor cursor(program);
    std::uint64_t location = 0;
    while (!cursor.at_end()) {
      const auto code = cursor.fixed<std::uint8_t>();
      const std::optional<std::uint64_t> advance = advance_of(code, cursor);
      if (advance) {
        location += *advance * common_.code_alignment;
        if (location > wanted_) return !cursor.is_bad();
        continue;
      }
      if (!step(code, cursor, row, initial) || cursor.is_bad()) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMostRemembered = 8;

  static std::optional<std::uint64_t> advance_of(std::uint8_t code, Cursor& cursor) {
    if ((code & 0xc0) == 0x40) return code & 0x3f;  // DW_CFA_advance_loc
    if (code == 0x02) return cursor.fixed<std::uint8_t>();
    if (code == 0x03) return cursor.fixed<std::uint16_t>();
    if (code == 0x04) return cursor.fixed<std::uint32_t>();
    return std::nullopt;
  }

  bool step(std::uint8_t code, Cursor& cursor, Row& row, const Row* initial) {
    if ((code & 0xc0) == 0x80) {  // DW_CFA_offset
      save(row, code & 0x3f, at_cfa(factored(cursor.uleb())));
      return true;
    }
    if ((code & 0xc0) == 0xc0) {  // DW_CFA_restore
      restore(row, code & 0x3f, initial);
      return true;
    }
    return code <= 0x09 || code >= 0x10 ? step_register(code, cursor, row, initial)
                                        : step_cfa(code, cursor, row);
  }

  bool step_register(std::uint8_t code, Cursor& cursor, Row& row, const Row* initial) {
    switch (code) {
      case 0x00:  // DW_CFA_nop
        return true;
      case 0x2e:  // DW_CFA_GNU_args_size
        cursor.uleb();
        return true;
      case 0x12:  // DW_CFA_def_cfa_sf
        define_cfa(row, cursor.uleb(), 0);
        row.cfa_offset = cursor.sleb() * common_.data_alignment;
        return true;
      case 0x13:  // DW_CFA_def_cfa_offset_sf
        row.cfa_offset = cursor.sleb() * common_.data_alignment;
        return true;
      default:
        break;
    }
    const std::uint64_t number = cursor.uleb();
    switch (code) {
      case 0x05:  // DW_CFA_offset_extended
        save(row, number, at_cfa(factored(cursor.uleb())));
        return true;
      case 0x11:  // DW_CFA_offset_extended_sf
        save(row, number, at_cfa(cursor.sleb() * common_.data_alignment));
        return true;
      case 0x06:  // DW_CFA_restore_extended
        restore(row, number, initial);
        return true;
      case 0x07:  // DW_CFA_undefined
        save(row, number, {.where = Saved::Where::kUndefined});
        return true;
      case 0x08:  // DW_CFA_same_value
        save(row, number, {});
        return true;
      case 0x09:  // DW_CFA_register
      case 0x14:  // DW_CFA_val_offset
        cursor.uleb();
        save(row, number, {.where = Saved::Where::kElsewhere});
        return true;
      case 0x15:  // DW_CFA_val_offset_sf
        cursor.sleb();
        save(row, number, {.where = Saved::Where::kElsewhere});
        return true;
      case 0x10:  // DW_CFA_expression
        save(row, number, at_expression(cursor.take(cursor.uleb())));
        return true;
      case 0x16:  // DW_CFA_val_expression
        cursor.take(cursor.uleb());
        save(row, number, {.where = Saved::Where::kElsewhere});
        return true;
      default:
        return false;
    }
  }

  bool step_cfa(std::uint8_t code, Cursor& cursor, Row& row) {
    switch (code) {
      case 0x0a:  // DW_CFA_remember_state
        if (remembered_ == kMostRemembered) return false;
        stack_[remembered_++] = row;
        return true;
      case 0x0b:  // DW_CFA_restore_state
        if (remembered_ == 0) return false;
        row = stack_[--remembered_];
        return true;
      case 0x0c: {  // DW_CFA_def_cfa
        const std::uint64_t number = cursor.uleb();
        define_cfa(row, number, static_cast<std::int64_t>(cursor.uleb()));
        return true;
      }
      case 0x0d:  // DW_CFA_def_cfa_register
        define_cfa(row, cursor.uleb(), row.cfa_offset);
        return true;
      case 0x0e:  // DW_CFA_def_cfa_offset
        row.cfa_offset = static_cast<std::int64_t>(cursor.uleb());
        return true;
      case 0x0f:  // DW_CFA_def_cfa_expression
        row.cfa_expression = cursor.take(cursor.uleb());
        return true;
      default:
        return false;
    }
  }

  static void define_cfa(Row& row, std::uint64_t number, std::int64_t offset) {
    row.cfa_register = number;
    row.cfa_offset = offset;
    row.cfa_expression.reset();
  }

  std::int64_t factored(std::uint64_t value) const {
    return static_cast<std::int64_t>(value) * common_.data_alignment;
  }

  static Saved at_cfa(std::int64_t offset) {
    return {.where = Saved::Where::kAtCfa, .offset = offset};
  }

  static Saved at_expression(Bytes expression) {
    const bool at_rbp = offset_from_rbp(expression, "") == 0;
    return {.where = at_rbp ? Saved::Where::kAtRbp : Saved::Where::kElsewhere};
  }

  static Saved* slot_of(Row& row, std::uint64_t number) {
    if (number == kRbp) return &row.rbp;
    return number == kReturnAddress ? &row.return_address : nullptr;
  }

  void save(Row& row, std::uint64_t number, Saved saved) {
    // A walk has no other idea of rsp than that it is the CFA.
    if (number == kRsp) row.return_address = {.where = Saved::Where::kElsewhere};
    if (Saved* const slot = slot_of(row, number)) *slot = saved;
  }

  static void restore(Row& row, std::uint64_t number, const Row* initial) {
    Row before = initial == nullptr ? Row{} : *initial;
    if (Saved* const slot = slot_of(row, number)) *slot = *slot_of(before, number);
  }

  const Common& common_;
  std::uint64_t wanted_;  ///< distance from the begin of the function
  std::array<Row, kMostRemembered> stack_;
  std::size_t remembered_ = 0;
};

/// The size of an address in this encoding (DW_EH_PE_*); 0: not fixed.
std::size_t size_of_pointer(std::uint8_t encoding) {
  switch (encoding & 0x0f) {
    case 0x02:
    case 0x0a:
      return 2;
    case 0x03:
    case 0x0b:
      return 4;
    case 0x00:
    case 0x04:
    case 0x0c:
      return 8;
    default:
      return 0;
  }
}

/// The entry that begins at `start`, without its length; empty: it is none that is read here.
Bytes entry_at(const std::uint8_t* start) {
  constexpr std::uint32_t kExtended = 0xffffffff;
  std::uint32_t length = 0;
  std::memcpy(&length, start, sizeof length);
  if (length == kExtended) return {};
  return {start + sizeof length, length};
}

/// The letters behind 'z', each with its data.
bool read_augmentation(std::string_view letters, Cursor data, Common& common) {
  for (const char letter : letters) {
    if (letter == 'R') {
      common.pointer_size = size_of_pointer(data.fixed<std::uint8_t>());
    } else if (letter == 'P') {
      const auto encoding = data.fixed<std::uint8_t>();
      const std::size_t size = size_of_pointer(encoding);
      if (size == 0) return false;
      data.take(size);
    } else if (letter == 'L') {
      data.fixed<std::uint8_t>();
    } else {
      return false;  // 'S' among them: a signal frame
    }
  }
  return !data.is_bad();
}

std::optional<Common> read_common(Bytes entry) {
  Cursor cursor(entry);
  cursor.fixed<std::uint32_t>();  // its id
  const auto version = cursor.fixed<std::uint8_t>();
  std::string_view augmentation = cursor.text();
  Common common;
  common.code_alignment = cursor.uleb();
  common.data_alignment = cursor.sleb();
  const std::uint64_t return_address = version == 1 ? cursor.fixed<std::uint8_t>() : cursor.uleb();
  if (cursor.is_bad() || return_address != kReturnAddress) return std::nullopt;
  if (!augmentation.empty()) {
    if (augmentation.front() != 'z') return std::nullopt;
    common.has_augmentation = true;
    const Cursor data(cursor.take(cursor.uleb()));
    if (!read_augmentation(augmentation.substr(1), data, common)) return std::nullopt;
  }
  if (cursor.is_bad() || common.pointer_size == 0) return std::nullopt;
  common.program = cursor.rest();
  return common;
}

template <class Narrow>
bool fits(std::int64_t value) {
  return value >= std::numeric_limits<Narrow>::min() && value <= std::numeric_limits<Narrow>::max();
}

UnwindRule rule_of(const Row& row) {
  using Kind = UnwindRule::Kind;
  constexpr UnwindRule kOther(Kind::kOther);
  constexpr std::int64_t kBelowCfa = -8;
  if (row.return_address.where == Saved::Where::kUndefined) return UnwindRule(Kind::kOutermost);
  if (row.return_address.where != Saved::Where::kAtCfa || row.return_address.offset != kBelowCfa)
    return kOther;
  if (row.cfa_expression) {
    constexpr std::string_view kDeref("\x06", 1);
    const auto offset = offset_from_rbp(*row.cfa_expression, kDeref);
    if (!offset || !fits<std::int32_t>(*offset) || row.rbp.where != Saved::Where::kAtRbp)
      return kOther;
    return UnwindRule(Kind::kCfaFromSlot, static_cast<std::int32_t>(*offset));
  }
  const bool in_register =
      row.rbp.where == Saved::Where::kInRegister || row.rbp.where == Saved::Where::kUndefined;
  const bool at_cfa = row.rbp.where == Saved::Where::kAtCfa && row.rbp.offset != 0 &&
                      fits<std::int16_t>(row.rbp.offset);
  if (!(in_register || at_cfa) || !fits<std::int32_t>(row.cfa_offset)) return kOther;
  const auto cfa_offset = static_cast<std::int32_t>(row.cfa_offset);
  const auto bp_offset = static_cast<std::int16_t>(at_cfa ? row.rbp.offset : 0);
  if (row.cfa_register == kRsp) return UnwindRule(Kind::kCfaFromSp, cfa_offset, bp_offset);
  if (row.cfa_register == kRbp) return UnwindRule(Kind::kCfaFromBp, cfa_offset, bp_offset);
  return kOther;
}

}  // namespace

UnwindRule rule_from_table(const std::uint8_t* fde, std::uintptr_t function,
                           std::uintptr_t pc) noexcept {
  constexpr UnwindRule kOther(UnwindRule::Kind::kOther);
  const Bytes entry = entry_at(fde);
  Cursor cursor(entry);
  const auto to_common = cursor.fixed<std::uint32_t>();
  if (cursor.is_bad() || to_common == 0 || pc < function) return kOther;
  const auto common = read_common(entry_at(entry.data() - to_common));
  if (!common) return kOther;
  cursor.take(common->pointer_size * 2);  // the function's begin and size
  if (common->has_augmentation) cursor.take(cursor.uleb());
  if (cursor.is_bad()) return kOther;
  Row initial;
  if (!Program(*common, std::numeric_limits<std::uint64_t>::max())
           .run(common->program, initial, nullptr))
    return kOther;
  Row row = initial;
  if (!Program(*common, pc - function).run(cursor.rest(), row, &initial)) return kOther;
  return rule_of(row);
}

}  // namespace tensorleak::capture
