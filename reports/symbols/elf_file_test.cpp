#include "reports/symbols/elf_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace tensorleak::symbols {
namespace {

const std::string kProgram = TENSORLEAK_SYMBOLS_FIXTURES "/symbols_fixture_O2";

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file with this content for the length of a test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_ =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST(CheckElf, ReadsTheBuildId) {
  const auto file = check_elf(kProgram);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->build_id.size(), 40U);
  EXPECT_EQ(file->build_id.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(CheckElf, SaysWhyAFileIsNone) {
  EXPECT_EQ(check_elf("/no/such/file").error().what, "it cannot be opened");
  EXPECT_EQ(check_elf("/").error().what, "it cannot be opened");
  EXPECT_EQ(check_elf(__FILE__).error().what, "it is not an ELF file");
}

TEST(CheckElf, AFileForAnotherMachineIsRefused) {
  std::string content = read_whole(kProgram);
  content[4] = 1;  // EI_CLASS: 32-bit
  const TemporaryFile file(content);
  EXPECT_EQ(check_elf(file.path()).error().what, "it is an ELF file for another kind of machine");
}

TEST(CheckElf, EveryTruncationIsFound) {
  const std::string content = read_whole(kProgram);
  for (std::size_t part = 0; part < 64; ++part) {
    const TemporaryFile file(std::string_view(content).substr(0, content.size() * part / 64));
    EXPECT_FALSE(check_elf(file.path())) << part << "/64";
  }
}

TEST(CheckElf, ABuildIdThatIsLongerThanItsNoteIsFound) {
  std::string content = read_whole(kProgram);
  const std::string start_of_note("\4\0\0\0\x14\0\0\0\3\0\0\0GNU\0", 16);
  content.at(content.find(start_of_note) + 4) = '\x7f';
  const TemporaryFile file(content);
  EXPECT_EQ(check_elf(file.path()).error().what, "its build-id is damaged");
}

TEST(CheckElf, ASectionNameTableThatIsNoneIsFound) {
  std::string content = read_whole(kProgram);
  content[62] = content[63] = '\0';  // e_shstrndx
  const TemporaryFile none(content);
  EXPECT_FALSE(check_elf(none.path()));
  content[62] = '\x7f';
  const TemporaryFile beyond(content);
  EXPECT_FALSE(check_elf(beyond.path()));
}

}  // namespace
}  // namespace tensorleak::symbols
