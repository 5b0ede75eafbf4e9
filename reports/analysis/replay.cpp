#include "reports/analysis/replay.hpp"

#include <algorithm>

#include "reports/analysis/counter_check.hpp"

namespace tensorleak::analysis {
namespace {

/// More lanes than this are taken for a mistake in the marks and share no samples.
constexpr std::size_t kMaxLanes = 64;

/// More threads than this are not told apart; a program may start one for each request.
constexpr std::size_t kMaxThreads = 64;

/// Shape number of a tensor whose shape is not known.
constexpr std::uint32_t kUnknownShape = 0;

}  // namespace

void Replay::consume(const trace::Event& event, std::uint64_t place) {
  place_ = place;
  ++totals_.events;
  std::visit([this](const auto& alternative) { on(alternative); }, event);
}

void Replay::mark(const trace::FrameMark& mark, std::uint64_t place) {
  place_ = place;
  on(mark);
}

void Replay::on(const trace::Header& header) {
  subject_.runtime = header.runtime;
  subject_.backend = header.backend;
  subject_.program = header.program;
  bytes_rule_ = header.bytes_rule;
  knows_all_ = !header.started_late;
}

void Replay::on(const trace::End& end) {
  see(end.time);
}

void Replay::on(const trace::Alloc& alloc) {
  see(alloc.time);
  if (assign(alloc)) return;
  if (live_.find(alloc.id) != nullptr) {
    anomalies_.note("alloc of an id that is alive; its first tensor counts as disposed", place_);
    dispose(alloc.id);
  }
  create(alloc);
}

bool Replay::assign(const trace::Alloc& alloc) {
  if (reassigned_.empty()) return false;
  const auto found = reassigned_.find(alloc.thread);
  if (found == reassigned_.end()) return false;
  const Reassigned pending = found->second;
  reassigned_.erase(found);
  if (pending.id != alloc.id || live_.find(alloc.id) != nullptr) return false;

  LiveTensor tensor = pending.tensor;
  tensor.bytes = alloc.bytes;
  tensor.buffer = alloc.buffer;
  tensor.touched = now(alloc.time);
  recently_freed_.remove(alloc.id);
  const auto disposed =
      std::ranges::find(disposed_since_mark_.rbegin(), disposed_since_mark_.rend(), tensor.sequence,
                        &LiveTensor::sequence);
  if (disposed != disposed_since_mark_.rend()) disposed_since_mark_.erase(disposed.base() - 1);
  --totals_.disposed;
  populations_.resumed(tensor.site);
  insert(alloc.id, tensor);
  return true;
}

void Replay::create(const trace::Alloc& alloc) {
  const ScopePlace scope = scopes_.place(alloc.scope);
  LiveTensor tensor{.site = site_of(alloc, scope.path),
                    .flags = alloc.flags,
                    .sequence = ++totals_.created,
                    .bytes = alloc.bytes,
                    .scope_instance = scope.instance,
                    .created_mark = marks_,
                    .created_time = alloc.time,
                    .touched = now(alloc.time),
                    .buffer = alloc.buffer};
  recently_freed_.remove(alloc.id);
  populations_.created(tensor.site);
  const std::uint64_t held_before = live_.held_bytes();
  insert(alloc.id, tensor);
  const std::uint64_t held = live_.held_bytes();
  last_uses_.created(tensor, held - std::min(held, held_before));
}

SiteIndex Replay::site_of(const trace::Alloc& alloc, std::uint32_t scope_path) {
  if (alloc.stack && !stacks_.is_defined(*alloc.stack)) {
    anomalies_.note("alloc with a stack that is not defined", place_);
  }
  return populations_.site({.stack = stacks_.number(alloc.stack),
                            .op = strings_.intern(alloc.op),
                            .dtype = strings_.intern(alloc.dtype),
                            .shape = alloc.shape ? shapes_.intern(*alloc.shape) + 1 : kUnknownShape,
                            .scope_path = scope_path,
                            .thread = thread_number(alloc.thread)});
}

std::uint32_t Replay::thread_number(trace::ThreadId thread) {
  const auto found = threads_.find(thread);
  if (found != threads_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(threads_.size());
  if (number == kMaxThreads) return number;
  threads_.emplace(thread, number);
  return number;
}

void Replay::insert(trace::TensorId id, const LiveTensor& tensor) {
  live_.insert(id, tensor);
  totals_.peak_tensors = std::max(totals_.peak_tensors, live_.tensors());
  totals_.peak_bytes = std::max(totals_.peak_bytes, live_.held_bytes());
  last_uses_.held(live_.held_bytes(), tensor.touched);
}

std::optional<LiveTensor> Replay::dispose(trace::TensorId id) {
  const std::optional<LiveTensor> tensor = live_.remove(id);
  if (!tensor) return tensor;
  ++totals_.disposed;
  populations_.disposed(tensor->site);
  recently_freed_.add(id);
  if (tensor->created_mark < marks_) disposed_since_mark_.push_back(*tensor);
  return tensor;
}

void Replay::on(const trace::Free& free) {
  see(free.time);
  const std::optional<LiveTensor> tensor = dispose(free.id);
  if (!tensor) {
    if (!knows_all_ && !recently_freed_.contains(free.id)) return;
    anomalies_.note(recently_freed_.contains(free.id) ? "second free of a tensor"
                                                      : "free of a tensor that was never seen",
                    place_);
  } else if (free.why == trace::FreeReason::kVariable) {
    reassigned_.insert_or_assign(free.thread, Reassigned{free.id, *tensor});
  } else {
    last_uses_.disposed(*tensor, now(free.time));
  }
}

LiveTensor* Replay::expect_live(trace::TensorId id, std::string_view what) {
  LiveTensor* tensor = live_.find(id);
  if (tensor == nullptr) {
    const bool freed = recently_freed_.contains(id);
    if (!knows_all_ && !freed) return nullptr;
    anomalies_.note(std::string(what) + (freed ? " after its dispose" : " that was never seen"),
                    place_);
  }
  return tensor;
}

void Replay::on(const trace::Use& use) {
  see(use.time);
  if (LiveTensor* tensor = expect_live(use.id, "use of a tensor")) {
    tensor->used = true;
    tensor->last_use_mark = marks_;
    tensor->touched = now(use.time);
    last_uses_.used(tensor->touched);
  }
}

void Replay::on(const trace::Keep& keep) {
  if (LiveTensor* tensor = expect_live(keep.id, "keep of a tensor")) {
    tensor->flags.set(trace::Flag::kKept, keep.value);
  }
}

void Replay::on(const trace::FlagChange& change) {
  if (LiveTensor* tensor = expect_live(change.id, "flag of a tensor")) {
    tensor->flags.set(change.flag, change.value);
  }
}

void Replay::on(const trace::Lost& lost) {
  if (LiveTensor* tensor = live_.find(lost.id)) {
    tensor->lost = true;
    tensor->lost_mark = marks_;
  }
}

void Replay::on(const trace::ScopeBegin& scope) {
  see(scope.time);
  if (!scopes_.begin(scope)) anomalies_.note("scope with the id of an open scope", place_);
}

void Replay::on(const trace::ScopeEnd& scope) {
  see(scope.time);
  if (!scopes_.end(scope.id)) anomalies_.note("end of a scope that is not open", place_);
}

void Replay::on(const trace::FrameMark& mark) {
  see(mark.time);
  const std::optional<LaneIndex> found = lane(mark.lane);
  if (!found) {
    anomalies_.note("frame mark in a lane beyond the 64th; it is not judged", place_);
    return;
  }
  check_number(mark, *found);
  ++marks_;
  last_lane_ = *found;
  lane_times_[*found].last = mark.time;
  if (populations_.clock(*found).marks() == 0) lane_times_[*found].first = mark.time;
  populations_.mark(*found);
  for (auto& [name, history] : resources_) {
    history.in_lanes.resize(lane_names_.size());
    history.in_lanes[*found].record(populations_.clock(*found), history.latest, 0);
  }
  shapes_seen_.resize(lane_names_.size());
  shapes_seen_[*found].record(populations_.clock(*found), shapes_.size(), 0);
  memory_.mark(*found, lane_names_.size(), populations_.clock(*found));
  disposed_since_mark_.clear();
  last_uses_.mark(now(mark.time));
}

std::optional<LaneIndex> Replay::lane(std::string_view name) {
  const auto found = std::ranges::find(lane_names_, name);
  if (found != lane_names_.end()) return static_cast<LaneIndex>(found - lane_names_.begin());
  if (lane_names_.size() == kMaxLanes) return std::nullopt;
  lane_names_.emplace_back(name);
  next_numbers_.push_back(0);
  lane_times_.emplace_back();
  return populations_.add_lane();
}

void Replay::check_number(const trace::FrameMark& mark, LaneIndex lane) {
  std::uint64_t& next = next_numbers_[lane];
  if (mark.number && *mark.number < next) anomalies_.note("frame number that goes back", place_);
  next = mark.number.value_or(next) + 1;
}

void Replay::on(const trace::Counter& counter) {
  see(counter.time);
  if (knows_all_) check_counts(counter);
  memory_.counted(counter);
  if (counter.rss) {
    if (!totals_.rss_first) totals_.rss_first = counter.rss;
    totals_.rss_last = counter.rss;
  }
  for (const trace::Resource& resource : counter.resources) {
    auto found = resources_.find(resource.name);
    if (found == resources_.end()) found = resources_.try_emplace(std::string(resource.name)).first;
    found->second.latest = resource.value;
  }
}

void Replay::check_counts(const trace::Counter& counter) {
  const std::uint64_t bytes =
      bytes_rule_ == trace::BytesRule::kPerBuffer ? live_.held_bytes() : live_.tensor_bytes();
  compare(counter, {.tensors = live_.tensors(), .buffers = live_.buffers(), .bytes = bytes}, place_,
          counters_);
}

void Replay::on(const trace::StackDefinition& stack) {
  stacks_.define(stack);
}

void Replay::on(const trace::ModuleDefinition& module) {
  stacks_.define(module);
}

void Replay::on(const trace::Misuse& misuse) {
  see(misuse.time);
  misuses_.note(misuse, stacks_.number(misuse.stack));
}

void Replay::on(const trace::Holder& holder) {
  if (const LiveTensor* tensor = live_.find(holder.id)) holders_.note(*tensor, holder);
}

void Replay::on(const trace::Dropped& dropped) {
  dropped_ += dropped.count;
}

void Replay::see(trace::Nanoseconds time) {
  if (!first_time_) first_time_ = time;
  std::int64_t duration = 0;
  if (__builtin_sub_overflow(time, *first_time_, &duration)) return;
  totals_.duration = std::max(totals_.duration, duration);
}

void Replay::restart() {
  live_.clear();
  populations_.restart();
  reassigned_.clear();
  disposed_since_mark_.clear();
  lane_names_.clear();
  next_numbers_.clear();
  lane_times_.clear();
  last_lane_ = 0;
  resources_.clear();
  shapes_seen_.clear();
  memory_.restart();
  last_uses_.restart();
  marks_ = 0;
  restarted_ = true;
  knows_all_ = false;
}

std::vector<Sample> Replay::shapes_seen(LaneIndex lane) {
  if (lane >= shapes_seen_.size()) return {};
  return shapes_seen_[lane].samples(populations_.clock(lane));
}

std::optional<Dimensions> Replay::shape(std::uint32_t number) const {
  if (number == kUnknownShape) return std::nullopt;
  return shapes_[number - 1];
}

std::vector<LiveTensor> Replay::alive_at_last_mark() const {
  std::vector<LiveTensor> alive = disposed_since_mark_;
  for (const auto& [id, tensor] : live_) {
    if (tensor.created_mark < marks_) alive.push_back(tensor);
  }
  for (LiveTensor& tensor : alive)
    tensor.lost = tensor.lost && tensor.lost_mark < marks_;
  return alive;
}

std::vector<LiveTensor> Replay::alive_at_end() const {
  std::vector<LiveTensor> alive;
  alive.reserve(live_.tensors());
  for (const auto& [id, tensor] : live_)
    alive.push_back(tensor);
  return alive;
}

}  // namespace tensorleak::analysis
