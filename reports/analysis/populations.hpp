// How many tensors of each site are alive, now and at the marks of every lane.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <string>
#include <vector>

#include "reports/analysis/series.hpp"

namespace tensorleak::analysis {

using SiteIndex = std::uint32_t;
using LaneIndex = std::uint32_t;

/// What makes a site: interned numbers of its parts.
struct SiteKey {
  std::uint32_t stack = 0;
  std::uint32_t op = 0;
  std::uint32_t dtype = 0;
  std::uint32_t shape = 0;
  std::uint32_t scope_path = 0;
  std::uint32_t thread = 0;  ///< told apart so that a lane's share of a site can be judged

  friend bool operator==(const SiteKey&, const SiteKey&) = default;
};

struct HashSiteKey {
  std::size_t operator()(const SiteKey& key) const noexcept;
};

/// A site's counts, now and at marks.
class SitePopulation {
 public:
  explicit SitePopulation(const SiteKey& site_key) : key(site_key) {}

  SiteKey key;
  std::uint64_t alive = 0;
  std::uint64_t held_bytes = 0;
  std::uint64_t created = 0;
  std::uint64_t disposed = 0;

 private:
  friend class Populations;

  struct InLane {
    Series series;
    bool changed = false;  ///< since the lane's last mark
  };
  std::vector<InLane> lanes_;
};

/// All sites and lanes of a run. Memory grows with sites and, per site, with the marks at which it
/// changed up to kMaxSamples; a mark costs time only for the sites that changed since the last.
class Populations {
 public:
  SiteIndex site(const SiteKey& key);
  std::size_t size() const { return sites_.size(); }
  const SitePopulation& operator[](SiteIndex site) const { return sites_[site]; }

  void created(SiteIndex site);
  void disposed(SiteIndex site);
  /// Takes back the last disposal: it was the first half of an assign.
  void resumed(SiteIndex site);
  /// So many bytes more (or, wrapping around, fewer) are held at the site.
  void held(SiteIndex site, std::uint64_t more);

  /// A new lane; lanes are numbered from 0.
  LaneIndex add_lane();
  std::size_t lanes() const { return lanes_.size(); }

  /// Forgets lanes, samples and what is alive; sites keep their numbers and totals.
  void restart();

  /// Counts one more mark of the lane and samples what changed since its last.
  void mark(LaneIndex lane);

  const MarkClock& clock(LaneIndex lane) const { return lanes_[lane].clock; }
  const std::vector<Sample>& samples(SiteIndex site, LaneIndex lane);
  /// Everything that is alive, at the lane's marks.
  const std::vector<Sample>& total_samples(LaneIndex lane);
  /// The number that the mark which opens a frame of the lane has among the marks of all lanes,
  /// from 1. To the next stored mark, where only some are stored.
  std::uint64_t mark_number(LaneIndex lane, std::uint64_t frame);
  /// The other way: the first of the lane's stored marks, from 0, behind so many marks of all
  /// lanes.
  std::size_t stored_mark(LaneIndex lane, std::uint64_t marks);

  std::uint64_t alive() const { return alive_; }
  std::uint64_t held_bytes() const { return held_bytes_; }

 private:
  struct LaneState {
    MarkClock clock;
    Series total;
    Series numbers;  ///< of its marks among those of all lanes
    std::vector<SiteIndex> changed;
  };

  void note_change(SiteIndex site);

  std::vector<SitePopulation> sites_;
  tsl::robin_map<SiteKey, SiteIndex, HashSiteKey> numbers_;
  std::vector<LaneState> lanes_;
  std::uint64_t marks_ = 0;
  std::uint64_t alive_ = 0;
  std::uint64_t held_bytes_ = 0;
};

}  // namespace tensorleak::analysis
