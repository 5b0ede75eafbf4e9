#include "libtrack/record/loaded_object.hpp"

#include <algorithm>
#include <cstring>

namespace tensorleak::record {
namespace {

std::span<const ElfW(Phdr)> headers_of(const dl_phdr_info& info) noexcept {
  return {info.dlpi_phdr, info.dlpi_phnum};
}

constexpr std::size_t align_up(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Looks through the notes of one segment, which are header, owner and content, each aligned.
std::span<const std::byte> find_note(std::span<const std::byte> notes, std::size_t alignment,
                                     std::string_view owner, std::uint32_t type) noexcept {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof header);
    const std::size_t content = align_up(sizeof header + header.n_namesz, alignment);
    const std::size_t next = align_up(content + header.n_descsz, alignment);
    if (content + header.n_descsz > notes.size()) break;
    const auto* const name = reinterpret_cast<const char*>(notes.data() + sizeof header);
    // The owner is stored with its terminating zero.
    if (header.n_type == type && header.n_namesz == owner.size() + 1 &&
        std::string_view(name, owner.size()) == owner) {
      return notes.subspan(content, header.n_descsz);
    }
    notes = notes.subspan(std::min(next, notes.size()));
  }
  return {};
}

}  // namespace

std::span<const std::byte> note_of(const dl_phdr_info& info, std::string_view owner,
                                   std::uint32_t type) noexcept {
  for (const ElfW(Phdr) & header : headers_of(info)) {
    if (header.p_type != PT_NOTE) continue;
    const auto* const begin = reinterpret_cast<const std::byte*>(info.dlpi_addr + header.p_vaddr);
    const std::size_t alignment = header.p_align == 8 ? 8 : 4;
    const auto content = find_note({begin, header.p_memsz}, alignment, owner, type);
    if (!content.empty()) return content;
  }
  return {};
}

std::pmr::string build_id_of(const dl_phdr_info& info, std::pmr::memory_resource* memory) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::pmr::string text(memory);
  for (const std::byte byte : note_of(info, "GNU", NT_GNU_BUILD_ID)) {
    const auto value = std::to_integer<unsigned>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

}  // namespace tensorleak::record
