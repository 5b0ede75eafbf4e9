// What a replay notes of lifetimes and last uses, site by site, and of what lay idle at the peak.
//
// Bytes are idle at the peak when they are held then and nothing reads them from then on:
//
//   held   ▁▂▄▆█▆▄▂     the peak is where this is highest; each new one begins the count anew
//   a       ──u─┼──f     read before the peak, disposed after it: idle
//   b         ──┼u─f     read after it: not
//
// An operation reads its inputs before its result is made, and needs them until then. So what was
// read in the uses right before the peak's alloc counts as read at the peak: together they are one
// *step*, which ends with the first use behind an alloc, and with a frame.
//
// Each event costs constant time, and memory grows with sites alone; beside them stand the tensors
// that were disposed since the last mark.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/live_set.hpp"
#include "reports/analysis/populations.hpp"

namespace tensorleak::analysis {

/// Tensors and the bytes that went with them.
struct IdleCount {
  std::uint64_t tensors = 0;
  std::uint64_t bytes = 0;
};

/// What is known of the tensors of one site.
struct SiteUses {
  Lifetimes lifetimes;
  std::uint64_t frames = 0;     ///< in which it made a tensor; setup is one
  std::uint64_t last_made = 0;  ///< the last of them, from 1
  std::uint64_t tensors = 0;    ///< made with a buffer of their own
  std::uint64_t bytes = 0;      ///< of those buffers
  bool is_read = false;         ///< a tensor of it was read and disposed
  bool is_pooled = false;       ///< a tensor of it was a pool's, or a variable
};

class LastUses {
 public:
  /// A tensor was made, and more bytes are held for it: 0 for an alias.
  void created(const LiveTensor& tensor, std::uint64_t new_bytes);

  /// So many bytes are held, after an alloc at this moment. Comes before created().
  void held(std::uint64_t bytes, const Moment& now) {
    if (bytes > peak_bytes_) begin_peak(bytes, now);
  }

  void used(const Moment& now) {
    ++uses_;
    if (made_since_use_) step_ = now.event;
    made_since_use_ = false;
  }

  /// A tensor is gone, as LiveSet::remove() returned it.
  void disposed(const LiveTensor& tensor, const Moment& now);

  void mark(const Moment& now) {
    step_ = now.event;
    if (!recent_.empty()) settle_recent();
  }

  /// Forgets the peak: what was alive before is not known any more.
  void restart();

  /// Whether a tensor, last touched at this moment, could be read in the next frame.
  static bool may_be_read_again(const Moment& touched, std::uint64_t marks) {
    return touched.mark + 2 >= marks;
  }

  /// Whether a tensor that is touched no more lies idle at the peak.
  bool is_idle_at_peak(const LiveTensor& tensor, const Moment& touched) const;

  /// Uses in the whole recording.
  std::uint64_t uses() const { return uses_; }
  std::uint64_t peak_bytes() const { return peak_bytes_; }
  std::uint64_t peak_mark() const { return peak_.mark; }

  std::size_t size() const { return sites_.size(); }
  const SiteUses& operator[](SiteIndex site) const { return sites_[site].uses; }
  /// Disposed tensors of the site that were idle at the peak.
  IdleCount idle(SiteIndex site) const;

 private:
  struct Site {
    SiteUses uses;
    IdleCount idle;           ///< at the peak with the number `epoch`
    std::uint64_t epoch = 0;  ///< 0: none yet
  };
  struct Recent {
    SiteIndex site = 0;
    std::uint64_t bytes = 0;
  };

  Site& at(SiteIndex site);
  void begin_peak(std::uint64_t bytes, const Moment& now);
  void add_idle(SiteIndex site, std::uint64_t bytes);
  void settle_recent();

  std::vector<Site> sites_;
  std::uint64_t uses_ = 0;
  std::uint64_t peak_bytes_ = 0;
  Moment peak_;  ///< its event is the first of its step
  std::uint64_t epoch_ = 1;
  std::uint64_t step_ = 0;  ///< first event of the step
  bool made_since_use_ = false;

  /// Idle at the peak and disposed since the last mark, though the next frame might have read them:
  /// they count if it comes. A new peak forgets them.
  std::vector<Recent> recent_;
};

}  // namespace tensorleak::analysis
