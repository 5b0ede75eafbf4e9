#include "libtrack/trace/epoch_merge.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {

BlockLoader::BlockLoader() : context_(ZSTD_createDCtx()) {
  if (context_ == nullptr) throw std::bad_alloc();
}

BlockLoader::~BlockLoader() {
  ZSTD_freeDCtx(context_);
}

std::string_view BlockLoader::load(const StoredBlock& block, Block& into) {
  constexpr std::string_view kContradiction = "its sizes contradict each other";
  if (block.header.codec > static_cast<std::uint32_t>(Codec::kZstd))
    return "its codec is not known";
  const auto table = load_column_table(block.header, block.bytes);
  if (!table) return kContradiction;
  std::size_t raw_size = 0;
  std::size_t offset = 0;
  for (const ColumnSize& size : table->sizes) {
    // zstd's own header is asked first, so that a claim of 16 MiB alone costs no memory.
    const auto stored = table->columns.subspan(offset, size.stored);
    if (size.stored < size.raw &&
        ZSTD_getFrameContentSize(stored.data(), stored.size()) != size.raw) {
      return kContradiction;
    }
    raw_size += size.raw;
    offset += size.stored;
  }
  into.bytes.resize(raw_size);
  std::span<std::byte> rest = into.bytes;
  auto stored = table->columns;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const ColumnSize size = table->sizes[i];
    if (!load_column(size, stored.first(size.stored), rest.first(size.raw))) {
      return "its zstd data are corrupt";
    }
    into.columns[i] = rest.first(size.raw);
    rest = rest.subspan(size.raw);
    stored = stored.subspan(size.stored);
  }
  return {};
}

bool BlockLoader::load_column(ColumnSize size, std::span<const std::byte> stored,
                              std::span<std::byte> into) {
  if (size.stored == size.raw) {
    std::ranges::copy(stored, into.begin());
    return true;
  }
  return ZSTD_decompressDCtx(context_, into.data(), into.size(), stored.data(), stored.size()) ==
         size.raw;
}

void EpochMerge::start() {
  // A single stream, by far the most frequent case, keeps its buffers from epoch to epoch.
  if (lanes_.size() > 1) lanes_.clear();
  used_ = 0;
  raw_size_ = 0;
  given_ = nullptr;
  started_ = false;
}

bool EpochMerge::has_room_for(const BlockHeader& header) const {
  if (used_ == 0) return true;
  if (raw_size_ + header.raw_size > kMaxEpochSize) return false;
  return used_ < kMaxStreams || std::ranges::any_of(lanes_, [&](const auto& lane) {
           return lane->stream == header.stream;
         });
}

void EpochMerge::add(StoredBlock block) {
  raw_size_ += block.header.raw_size;
  const std::uint32_t stream = block.header.stream;
  const auto end = lanes_.begin() + static_cast<std::ptrdiff_t>(used_);
  const auto place = std::lower_bound(
      lanes_.begin(), end, stream,
      [](const auto& lane, std::uint32_t number) { return lane->stream < number; });
  if (place != end && (*place)->stream == stream) {
    (*place)->blocks.push_back(std::move(block));
    return;
  }
  std::unique_ptr<Lane> lane;
  if (used_ < lanes_.size()) {
    lane = std::move(lanes_.back());
    lanes_.pop_back();
  } else {
    lane = std::make_unique<Lane>();
  }
  lane->stream = stream;
  lane->blocks.clear();
  lane->next_block = 0;
  lane->has_head = false;
  lane->is_open = false;
  lane->time = kBeforeAll;
  lane->blocks.push_back(std::move(block));
  const auto offset = used_ == 0 ? 0 : place - lanes_.begin();
  lanes_.insert(lanes_.begin() + offset, std::move(lane));
  ++used_;
}

const Event* EpochMerge::peek() {
  if (given_ != nullptr) advance(*std::exchange(given_, nullptr));
  if (!std::exchange(started_, true)) {
    for (const auto& lane : lanes_)
      advance(*lane);
  }
  const Lane* lane = earliest();
  return lane == nullptr ? nullptr : &lane->head;
}

const Event* EpochMerge::next() {
  const Event* event = peek();
  if (event != nullptr) given_ = earliest();
  return event;
}

EpochMerge::Lane* EpochMerge::earliest() {
  Lane* best = nullptr;
  for (const auto& lane : lanes_) {
    if (!lane->has_head) continue;
    if (best == nullptr || lane->time < best->time) best = lane.get();
  }
  return best;
}

std::optional<BrokenBlock> EpochMerge::take_broken() {
  if (broken_.empty()) return std::nullopt;
  const BrokenBlock first = broken_.front();
  broken_.erase(broken_.begin());
  return first;
}

/// Reads the next event of a stream into its head.
void EpochMerge::advance(Lane& lane) {
  lane.has_head = false;
  while (lane.is_open || open_block(lane)) {
    const EventDecoder::Step step = lane.decoder.next(lane.head);
    if (step == EventDecoder::Step::kEvent || step == EventDecoder::Step::kAgain) {
      if (step == EventDecoder::Step::kEvent) ++lane.events;
      if (lane.decoder.has_time()) lane.time = std::max(lane.time, lane.decoder.time());
      lane.has_head = true;
      return;
    }
    lane.is_open = false;
    if (step == EventDecoder::Step::kMalformed) note_broken(lane, "its items are malformed");
  }
}

/// Opens the next sound block of a stream; false where there is none.
bool EpochMerge::open_block(Lane& lane) {
  while (lane.next_block < lane.blocks.size()) {
    StoredBlock& block = lane.blocks[lane.next_block++];
    lane.events = 0;
    const std::string_view fault = loader_.load(block, lane.block);
    block.bytes = {};
    if (fault.empty()) {
      lane.decoder.start(lane.block.columns);
      lane.is_open = true;
      return true;
    }
    note_broken(lane, fault);
  }
  return false;
}

void EpochMerge::note_broken(Lane& lane, std::string_view why) {
  const StoredBlock& block = lane.blocks[lane.next_block - 1];
  const std::uint64_t count = block.header.event_count;
  broken_.push_back({.offset = block.offset,
                     .sequence = block.header.sequence,
                     .lost_events = count > lane.events ? count - lane.events : 1,
                     .why = why});
}

}  // namespace tensorleak::trace
