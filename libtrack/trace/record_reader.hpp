// The records of a binary trace, with the damaged parts between them left out and noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libtrack/trace/byte_stream.hpp"
#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {

/// Something in a trace that is not as it must be.
struct TraceFault {
  std::uint64_t offset = 0;  ///< of the file, in bytes
  std::string what;
};

/// The faults of a trace: the first ones, and how many there are.
class TraceFaults {
 public:
  void note(std::uint64_t offset, std::string what) {
    ++count_;
    if (first_.size() < kKept) first_.push_back({offset, std::move(what)});
  }
  std::uint64_t count() const { return count_; }
  const std::vector<TraceFault>& first() const { return first_; }

 private:
  static constexpr std::size_t kKept = 100;
  std::vector<TraceFault> first_;
  std::uint64_t count_ = 0;
};

/// A record whose checksums are right.
struct Record {
  std::uint32_t type = 0;
  std::span<const std::byte> payload;
  std::uint64_t offset = 0;  ///< of the record in the file
};

/// Reads from front to back. Where a record is damaged, it goes on at the next sync marker. Memory
/// is that of the largest record, and never more than the file has bytes. Not safe for use by two
/// threads at once.
class RecordReader {
 public:
  /// Reads the file header. It fails on what is no trace, on another major version and on a feature
  /// that this version does not know.
  static Result<RecordReader> open(std::unique_ptr<ByteStream> stream);

  /// The next record, or nothing after the last; valid until the next call. Fails only where the
  /// file cannot be read.
  Result<std::optional<Record>> next();

  const FileHeader& header() const { return header_; }
  const TraceFaults& faults() const { return faults_; }
  TraceFaults& faults() { return faults_; }

  /// Whether the file ends within a record. Meaningful after the last.
  bool is_cut() const { return is_cut_; }

  const ByteStream& stream() const { return *stream_; }

 private:
  explicit RecordReader(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  Result<bool> fill(std::size_t size);
  std::optional<Error> read_header();
  std::optional<Error> check_header(std::size_t size);
  Error error(std::string what, std::string cure) const;
  Result<std::optional<Record>> at_end_of_file();
  bool skip_to_marker();
  void skip(std::string what);
  std::span<const std::byte> rest() const;
  void drop(std::size_t size) {
    begin_ += size;
    offset_ += size;
  }

  std::unique_ptr<ByteStream> stream_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;  // of what has been read and not used
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;  // of begin_ in the file
  std::size_t pending_ = 0;   // size of the record that was given out last
  bool searching_ = false;    // the bytes at begin_ belong to no record
  bool at_end_ = false;
  bool is_cut_ = false;
  FileHeader header_;
  TraceFaults faults_;
};

}  // namespace tensorleak::trace
