#include "libtrack/capture/cfi_program.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace tensorleak::capture {
namespace {

using Kind = UnwindRule::Kind;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uintptr_t kFunction = 0x1000;

void append(Bytes& to, const Bytes& bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

void append_word(Bytes& to, std::uint32_t word) {
  Bytes bytes(sizeof word);
  std::memcpy(bytes.data(), &word, sizeof word);
  append(to, bytes);
}

/// A CIE as gcc writes it, and behind it the entry of one function.
class Table {
 public:
  explicit Table(const Bytes& program, std::string_view augmentation = "zR",
                 const Bytes& initial = {0x0c, 7, 8, 0x90, 1}) {
    Bytes common;
    append_word(common, 0);
    common.push_back(1);
    append(common, {augmentation.begin(), augmentation.end()});
    append(common, {0, 1, 0x78, 16});  // code alignment 1, data alignment -8
    if (!augmentation.empty()) append(common, {1, 0x1b});
    append(common, initial);
    append_entry(common);
    fde_ = bytes_.size();
    Bytes entry;
    append_word(entry, static_cast<std::uint32_t>(fde_ + sizeof(std::uint32_t)));
    append_word(entry, 0);    // begin of the function
    append_word(entry, 100);  // its size
    if (!augmentation.empty()) entry.push_back(0);
    append(entry, program);
    append_entry(entry);
  }

  UnwindRule at(std::uintptr_t offset) const {
    return rule_from_table(bytes_.data() + fde_, kFunction, kFunction + offset);
  }

 private:
  void append_entry(const Bytes& content) {
    append_word(bytes_, static_cast<std::uint32_t>(content.size()));
    append(bytes_, content);
  }

  Bytes bytes_;
  std::size_t fde_ = 0;
};

TEST(CfiProgram, BeginsWithWhatTheCommonEntrySays) {
  EXPECT_EQ(Table({}).at(0), UnwindRule(Kind::kCfaFromSp, 8));
}

TEST(CfiProgram, FollowsAFunctionThatPushesItsFramePointer) {
  // push %rbp; mov %rsp, %rbp; …; pop %rbp
  const Table table({0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x02, 60, 0x0c, 7, 8});
  EXPECT_EQ(table.at(0), UnwindRule(Kind::kCfaFromSp, 8));
  EXPECT_EQ(table.at(1), UnwindRule(Kind::kCfaFromSp, 16, -16));
  EXPECT_EQ(table.at(3), UnwindRule(Kind::kCfaFromSp, 16, -16));
  EXPECT_EQ(table.at(4), UnwindRule(Kind::kCfaFromBp, 16, -16));
  EXPECT_EQ(table.at(63), UnwindRule(Kind::kCfaFromBp, 16, -16));
  EXPECT_EQ(table.at(64), UnwindRule(Kind::kCfaFromSp, 8, -16));
}

TEST(CfiProgram, RemembersAndRestores) {
  const Table table({0x41, 0x0e, 16, 0x86, 2, 0x0a, 0x41, 0x0e, 8, 0xc6, 0x41, 0x0b});
  EXPECT_EQ(table.at(1), UnwindRule(Kind::kCfaFromSp, 16, -16));
  EXPECT_EQ(table.at(2), UnwindRule(Kind::kCfaFromSp, 8));
  EXPECT_EQ(table.at(3), UnwindRule(Kind::kCfaFromSp, 16, -16));
}

TEST(CfiProgram, ReadsLongAdvancesAndBigFrames) {
  const Table table({0x03, 0x00, 0x01, 0x0e, 0x90, 0x90, 0x04,  // 256, offset 67,600
                     0x04, 0x00, 0x00, 0x01, 0x00, 0x0e, 24});  // 65,536
  EXPECT_EQ(table.at(255), UnwindRule(Kind::kCfaFromSp, 8));
  EXPECT_EQ(table.at(256), UnwindRule(Kind::kCfaFromSp, 67'600));
  EXPECT_EQ(table.at(256 + 65'536), UnwindRule(Kind::kCfaFromSp, 24));
}

TEST(CfiProgram, KnowsAFrameThatIsAlignedThroughAPointer) {
  // What gcc writes behind `and $-64, %rsp`: rbp at rbp + 0, the CFA at *(rbp - 8).
  const Table table({0x10, 6, 2, 0x76, 0, 0x0f, 3, 0x76, 0x78, 0x06});
  EXPECT_EQ(table.at(0), UnwindRule(Kind::kCfaFromSlot, -8));
  EXPECT_EQ(Table({0x10, 6, 2, 0x76, 8, 0x0f, 3, 0x76, 0x78, 0x06}).at(0),
            UnwindRule(Kind::kOther));
}

TEST(CfiProgram, EndsWhereNobodyCalled) {
  EXPECT_EQ(Table({0x07, 16}).at(0), UnwindRule(Kind::kOutermost));
}

TEST(CfiProgram, LeavesTheRestToLibunwind) {
  const std::initializer_list<Bytes> programs = {
      {0x0c, 3, 8},                          // the CFA from rbx
      {0x0f, 2, 0x77, 8},                    // an expression
      {0x90, 2},                             // the return address elsewhere
      {0x09, 16, 3},                         // in a register
      {0x09, 6, 3},                          // rbp in a register
      {0x14, 7, 1},                          // rsp has a value of its own
      {0x0b},                                // restores what was never remembered
      {0x3f},                                // no such instruction
      {0x0e},                                // cut off
      {0x86, 0xff, 0xff, 0x7f},              // rbp too far away
      {0x0e, 0x80, 0x80, 0x80, 0x80, 0x10},  // a frame of 4 GiB
  };
  for (const Bytes& program : programs)
    EXPECT_EQ(Table(program).at(0), UnwindRule(Kind::kOther)) << int{program.front()};
  EXPECT_EQ(Table({}, "zRS").at(0), UnwindRule(Kind::kOther));
  EXPECT_EQ(Table({}, "zRX").at(0), UnwindRule(Kind::kOther));
  EXPECT_EQ(Table({}, "eh").at(0), UnwindRule(Kind::kOther));
}

TEST(CfiProgram, KeepsToRegistersThatAWalkNeeds) {
  // rbx, r12 and r15 saved: nothing to a walk.
  EXPECT_EQ(Table({0x83, 4, 0x8c, 3, 0x8f, 2, 0x2e, 16}).at(0), UnwindRule(Kind::kCfaFromSp, 8));
}

}  // namespace
}  // namespace tensorleak::capture
