// The events of one epoch of a trace, merged from its streams (docs/trace-format.md, "Streams").
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/event_decoder.hpp"
#include "libtrack/trace/trace_format.hpp"

struct ZSTD_DCtx_s;

namespace tensorleak::trace {

/// A block as it is stored.
struct StoredBlock {
  BlockHeader header;
  std::vector<std::byte> bytes;  ///< the table of columns and the columns
  std::uint64_t offset = 0;      ///< of its record in the file
};

/// A block, or the rest of one, that cannot be read though its checksum is right.
struct BrokenBlock {
  std::uint64_t offset = 0;
  std::uint64_t sequence = 0;
  std::uint64_t lost_events = 0;
  std::string_view why;
};

/// Decompresses blocks into one place that it keeps.
class BlockLoader {
 public:
  BlockLoader();
  ~BlockLoader();
  BlockLoader(const BlockLoader&) = delete;
  BlockLoader& operator=(const BlockLoader&) = delete;

  /// A decompressed block.
  struct Block {
    std::vector<std::byte> bytes;
    ColumnViews columns;
  };

  /// Decompresses `block` into `into`, or says why that cannot be done.
  std::string_view load(const StoredBlock& block, Block& into);

 private:
  bool load_column(ColumnSize size, std::span<const std::byte> stored, std::span<std::byte> into);

  ZSTD_DCtx_s* context_;
};

/// Takes in all blocks of an epoch, then gives out their events: those of one stream in their
/// order, those of several by time, of equal times the lower stream first. Holds the blocks as
/// stored and one of each stream in full. Not safe for use by two threads at once.
class EpochMerge {
 public:
  /// Forgets the last epoch.
  void start();

  /// Whether one more block keeps the epoch within the bounds of the format.
  bool has_room_for(const BlockHeader& header) const;
  void add(StoredBlock block);
  std::size_t streams() const { return used_; }

  /// The event that the next call of next() gives out, or nullptr where there is none.
  const Event* peek();

  /// The next event, valid until the next call, or nullptr after the last. Broken parts are left
  /// out; ask take_broken() after each call.
  const Event* next();

  std::optional<BrokenBlock> take_broken();

 private:
  static constexpr Nanoseconds kBeforeAll = std::numeric_limits<Nanoseconds>::min();

  /// The blocks of one stream.
  struct Lane {
    std::uint32_t stream = 0;
    std::vector<StoredBlock> blocks;
    std::size_t next_block = 0;
    BlockLoader::Block block;  // the one before next_block
    EventDecoder decoder;
    std::uint64_t events = 0;  // of that block that have been given out
    Event head;
    bool has_head = false;
    bool is_open = false;
    Nanoseconds time = kBeforeAll;  // of head, or of what stands before it in the stream
  };

  void advance(Lane& lane);
  bool open_block(Lane& lane);
  void note_broken(Lane& lane, std::string_view why);
  Lane* earliest();

  BlockLoader loader_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // by stream; those behind used_ wait for use
  std::size_t used_ = 0;
  std::size_t raw_size_ = 0;
  Lane* given_ = nullptr;  // its head was given out and is still in use
  bool started_ = false;
  std::vector<BrokenBlock> broken_;
};

}  // namespace tensorleak::trace
