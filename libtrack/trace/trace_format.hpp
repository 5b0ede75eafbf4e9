// The constants of the binary trace, version 1.2. docs/trace-format.md gives the layout, the rules
// and the trade-offs; whoever changes one changes the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "libtrack/trace/event.hpp"

namespace tensorleak::trace {

/// A byte that no text starts with, and line breaks of both kinds, so that a transfer as text
/// shows.
inline constexpr std::string_view kTraceMagic = {"\x89TLT\r\n\x1a\n", 8};

/// A reader refuses another major version, and reads every minor one.
inline constexpr std::uint16_t kTraceMajor = 1;
inline constexpr std::uint16_t kTraceMinor = 2;

/// Bits of FileHeader::required_features that this version knows: none yet.
inline constexpr std::uint64_t kKnownFeatures = 0;

/// In front of every record. Its first byte occurs in it only once, and the checksum of the
/// record's header makes an accidental one harmless.
inline constexpr std::string_view kSyncMarker = {"\xf5TLSYNC\xfa", 8};

enum class RecordType : std::uint32_t { kBlock = 1, kFooter = 2 };

enum class Codec : std::uint32_t { kNone = 0, kZstd = 1 };

/// The fields of a block are stored by kind, since those of one kind resemble each other: that
/// saves a fifth of the bytes. A reader takes a column that is not there for empty and passes over
/// more.
enum class Column : std::uint8_t {
  kItems,    ///< item codes, and every field that has no column of its own
  kTensors,  ///< ids of tensors, but for those of allocs
  kTimes,
  kKinds,    ///< of allocs
  kSizes,    ///< of allocs
  kBuffers,  ///< of allocs
};
inline constexpr std::size_t kColumns = 6;

/// What stands in front of each item of a block.
enum class ItemCode : std::uint8_t {
  kHeader = 1,
  kEnd = 2,
  kAlloc = 3,       ///< of as many bytes as the last of its kind
  kAllocSized = 4,  ///< of other bytes
  kFree = 5,
  kUse = 6,
  kKeep = 7,
  kName = 8,
  kFlag = 9,
  kLost = 10,
  kScopeBegin = 11,
  kScopeEnd = 12,
  kFrame = 13,
  kCounter = 14,
  kModule = 15,
  kStack = 16,
  kDropped = 17,
  kUnknown = 18,
  // No events: what the events of this block refer to.
  kThread = 19,
  kAllocKind = 20,
  kHeaderAgain = 21,
  kModuleAgain = 22,
  kStackAgain = 23,
  // From here on a length follows the code, so that older readers can pass over the item.
  kFirstSized = 64,
  kMisuse = 64,
  kHolder = 65,
};

// Bits that say which optional fields of an item follow.
inline constexpr std::uint8_t kKindHasShape = 1;
inline constexpr std::uint8_t kKindHasStack = 2;
inline constexpr std::uint8_t kKindHasBuffer = 4;
inline constexpr std::uint8_t kKindHasScope = 8;
inline constexpr std::uint8_t kFreeReasonBits = 7;
inline constexpr std::uint8_t kFreeHasStack = 8;
inline constexpr std::uint8_t kFrameHasNumber = 1;
inline constexpr std::uint8_t kScopeHasParent = 1;
inline constexpr std::uint8_t kMisuseHasStack = 1;
inline constexpr std::uint8_t kHolderHasMembers = 1;
inline constexpr std::uint8_t kStackFrameHasFunction = 1;
inline constexpr std::uint8_t kStackFrameHasFile = 2;
inline constexpr std::uint8_t kStackFrameHasLine = 4;
inline constexpr std::uint8_t kStackFrameHasColumn = 8;
inline constexpr std::uint8_t kStackFrameHasAddress = 16;
inline constexpr std::uint8_t kStackFrameHasModule = 32;

/// Raw size at which a writer seals a block: large enough to compress well and to make the headers
/// vanish, small enough that a lost one costs little.
inline constexpr std::size_t kBlockSize = std::size_t{256} * 1024;

/// A definition that two blocks have said is said again when it is referred to so many blocks
/// later.
inline constexpr std::uint64_t kBlocksUntilSaidAgain = 16;

// Bounds on what a file may claim. A writer keeps them; a reader takes more for damage.
inline constexpr std::size_t kMaxBlockSize = std::size_t{16} * 1024 * 1024;
inline constexpr std::size_t kMaxTextSize = std::size_t{1024} * 1024;
inline constexpr std::size_t kMaxDefinitionSize = std::size_t{2} * 1024 * 1024;
inline constexpr std::size_t kMaxStackDepth = 65'536;
inline constexpr std::size_t kMaxRank = 64;
inline constexpr std::size_t kMaxResources = 4'096;
inline constexpr std::size_t kMaxBlockTexts = 65'536;
inline constexpr std::size_t kMaxBlockKinds = 65'536;
inline constexpr std::size_t kMaxStreams = 1'024;
inline constexpr std::size_t kMaxEpochSize = std::size_t{64} * 1024 * 1024;  ///< raw, all blocks
inline constexpr std::size_t kMaxColumns = 64;
inline constexpr std::size_t kMaxFileHeaderSize = 4'096;

// Sizes of the fixed parts. A later minor version may append to all but the record header.
inline constexpr std::size_t kFileHeaderSize = 32;
inline constexpr std::size_t kRecordHeaderSize = 24;
inline constexpr std::size_t kBlockHeaderSize = 88;
inline constexpr std::size_t kFooterSize = 48;
inline constexpr std::size_t kColumnTableSize = 4 + 8 * kColumns;
inline constexpr std::size_t kMaxRecordSize = kMaxBlockSize + 4'096;

/// Start of the file.
struct FileHeader {
  std::uint16_t major = kTraceMajor;
  std::uint16_t minor = kTraceMinor;
  std::uint32_t size = kFileHeaderSize;
  std::uint64_t required_features = 0;
};

/// In front of each payload.
struct RecordHeader {
  std::uint32_t type = 0;
  std::uint32_t length = 0;  ///< of the payload
  std::uint32_t payload_checksum = 0;
};

/// Start of the payload of a block.
struct BlockHeader {
  std::uint32_t size = kBlockHeaderSize;
  std::uint32_t codec = 0;
  std::uint64_t sequence = 0;  ///< number of the block in the file, from 0
  std::uint64_t epoch = 0;
  std::uint32_t stream = 0;
  std::uint32_t event_count = 0;
  std::uint64_t first_event = 0;   ///< events in the blocks before this one
  std::uint64_t frame = 0;         ///< marks before this block
  std::uint64_t live_tensors = 0;  ///< before this block
  std::uint64_t live_bytes = 0;    ///< the sum of the sizes of their buffers, each tensor its own
  Nanoseconds first_time = 0;      ///< the least of its events; 0 where none has a time
  Nanoseconds last_time = 0;
  std::uint32_t raw_size = 0;     ///< of all columns
  std::uint32_t stored_size = 0;  ///< of the table of columns and of all columns, in the file
};

/// One entry of the table between the header of a block and its columns.
struct ColumnSize {
  std::uint32_t raw = 0;
  std::uint32_t stored = 0;  ///< as much as raw: not compressed
};

/// What the whole file holds.
struct Footer {
  std::uint64_t events = 0;
  std::uint64_t allocs = 0;
  std::uint64_t frees = 0;
  std::uint64_t frames = 0;
  std::uint64_t blocks = 0;
  bool clean_end = false;
};

/// The columns of a block, decompressed.
using ColumnViews = std::array<std::span<const std::byte>, kColumns>;

/// What the differences in a block are taken against; it starts afresh in each, on both sides.
struct DeltaState {
  std::uint64_t tensor = 0;     ///< of any event
  std::uint64_t allocated = 0;  ///< of an alloc: mostly one less than that of the next
  std::uint64_t buffer = 0;
  std::uint64_t scope = 0;
  std::uint64_t stack = 0;
  std::uint64_t thread = 0;
  std::uint64_t frame = 0;
  std::uint64_t time = 0;
};

}  // namespace tensorleak::trace
