#include "reports/symbols/elf_file.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

namespace tensorleak::symbols {
namespace {

constexpr std::uint64_t kMaxNoteSize = 1u << 20;

/// Reads pieces of a file; never beyond its end.
class FilePieces {
 public:
  explicit FilePieces(const std::string& path) : file_(path, std::ios::binary) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return;
    size_ = std::filesystem::file_size(path, error);
    if (error) size_ = 0;
  }

  bool is_open() const { return file_.is_open() && size_ > 0; }

  bool contains(std::uint64_t offset, std::uint64_t size) const {
    return offset <= size_ && size <= size_ - offset;
  }

  bool read(std::uint64_t offset, void* to, std::uint64_t size) {
    if (!contains(offset, size)) return false;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(size));
    return file_.good() || file_.gcount() == static_cast<std::streamsize>(size);
  }

 private:
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

bool is_native(const Elf64_Ehdr& header) {
  constexpr auto kOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == kOrder;
}

/// A count that does not fit the header's 16 bits stands in the first section.
std::optional<std::vector<Elf64_Shdr>> read_sections(FilePieces& file, const Elf64_Ehdr& header) {
  Elf64_Shdr first{};
  if (header.e_shoff == 0 || header.e_shentsize != sizeof first) return std::nullopt;
  if (!file.read(header.e_shoff, &first, sizeof first)) return std::nullopt;
  const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  if (count > SIZE_MAX / sizeof first) return std::nullopt;
  if (!file.contains(header.e_shoff, count * sizeof first)) return std::nullopt;
  std::vector<Elf64_Shdr> sections(count);
  if (!file.read(header.e_shoff, sections.data(), count * sizeof first)) return std::nullopt;
  return sections;
}

bool names_its_sections(const Elf64_Ehdr& header, const std::vector<Elf64_Shdr>& sections) {
  if (sections.empty()) return false;
  const std::uint64_t names =
      header.e_shstrndx == SHN_XINDEX ? sections[0].sh_link : header.e_shstrndx;
  return names != SHN_UNDEF && names < sections.size();
}

bool is_sound(FilePieces& file, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) return true;
  if (!file.contains(section.sh_offset, section.sh_size)) return false;
  if (section.sh_type != SHT_STRTAB || section.sh_size == 0) return true;
  char last = 1;
  return file.read(section.sh_offset + section.sh_size - 1, &last, 1) && last == '\0';
}

std::uint64_t padded(std::uint64_t size) {
  return (size + 3) & ~std::uint64_t{3};
}

std::string hexadecimal(std::span<const unsigned char> bytes) {
  std::string text;
  for (const unsigned char byte : bytes)
    text += fmt::format("{:02x}", byte);
  return text;
}

/// The build-id among the notes of one section, empty when it is not there; nothing where a note is
/// longer than the section.
std::optional<std::string> build_id_in(std::span<const unsigned char> notes) {
  constexpr std::string_view kOwner{"GNU\0", 4};
  std::string build_id;
  Elf64_Nhdr note{};
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    notes = notes.subspan(sizeof note);
    const std::uint64_t name_size = padded(note.n_namesz);
    if (name_size + note.n_descsz > notes.size()) return std::nullopt;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == kOwner.size() &&
        std::memcmp(notes.data(), kOwner.data(), kOwner.size()) == 0) {
      build_id = hexadecimal(notes.subspan(name_size, note.n_descsz));
    }
    const std::uint64_t size = name_size + padded(note.n_descsz);  // the last may go without
    notes = notes.subspan(std::min<std::uint64_t>(size, notes.size()));
  }
  return build_id;
}

std::optional<std::string> read_build_id(FilePieces& file,
                                         const std::vector<Elf64_Shdr>& sections) {
  std::string build_id;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_NOTE || section.sh_size > kMaxNoteSize) continue;
    std::vector<unsigned char> notes(section.sh_size);
    if (!file.read(section.sh_offset, notes.data(), notes.size())) continue;
    const auto found = build_id_in(notes);
    if (!found) return std::nullopt;
    if (!found->empty()) build_id = *found;
  }
  return build_id;
}

}  // namespace

trace::Result<ElfFile> check_elf(const std::string& path) {
  const auto wrong = [&](const char* what) { return trace::fail({.file = path, .what = what}); };
  FilePieces file(path);
  if (!file.is_open()) return wrong("it cannot be opened");
  Elf64_Ehdr header{};
  if (!file.read(0, &header, sizeof header) ||
      std::memcmp(static_cast<const void*>(header.e_ident), ELFMAG, SELFMAG) != 0) {
    return wrong("it is not an ELF file");
  }
  if (!is_native(header)) return wrong("it is an ELF file for another kind of machine");
  const auto sections = read_sections(file, header);
  if (!sections) return wrong("it is cut short or has no sections");
  if (!names_its_sections(header, *sections)) return wrong("its sections have no names");
  for (const Elf64_Shdr& section : *sections) {
    if (!is_sound(file, section)) return wrong("it is cut short or damaged");
  }
  auto build_id = read_build_id(file, *sections);
  if (!build_id) return wrong("its build-id is damaged");
  return ElfFile{.build_id = std::move(*build_id)};
}

}  // namespace tensorleak::symbols
