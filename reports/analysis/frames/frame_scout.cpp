#include "reports/analysis/frames/frame_scout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "reports/analysis/frames/same_places.hpp"
#include "reports/analysis/frames/time_of.hpp"
#include "reports/analysis/function_name.hpp"

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kWindow = std::size_t{1} << 17;
constexpr std::size_t kMaxThreads = 64;
/// More lanes than this say nothing to a reader.
constexpr std::size_t kMaxLanes = 16;
/// What only reads is a loop where it does so at least so often: an operation reads several times.
constexpr std::size_t kManyReads = 32;
/// Of the tensors that are disposed together so many are looked at.
constexpr std::size_t kMostDisposed = 16;
/// A run of time is cut into so many slices at most.
constexpr std::int64_t kMostSlices = 100;
/// Time tells of growth only where places return at least so often, so many of them.
constexpr std::size_t kManyReturns = 10;
constexpr std::size_t kManyCreations = 64;

std::uint64_t percent(double share) {
  constexpr double kWhole = 100;
  return static_cast<std::uint64_t>(std::lround(std::clamp(share, 0.0, 1.0) * kWhole));
}

/// The least of 1, 2, 5, 10, 20 … nanoseconds that cuts the duration into kMostSlices at most.
std::int64_t slice_of(std::int64_t duration) {
  constexpr std::int64_t kSteps[] = {1, 2, 5};
  for (std::int64_t power = 1;; power *= 10) {
    for (const std::int64_t step : kSteps) {
      if (duration / (power * step) <= kMostSlices) return power * step;
    }
  }
}

bool is_owned(trace::Flags flags) {
  return flags.has(trace::Flag::kVariable) || flags.has(trace::Flag::kKept) ||
         flags.has(trace::Flag::kPool);
}

/// Three frames are the least that shows growth. What ends turns gives no mark before the first.
bool gives_frames(const FoundLoop& loop) {
  const std::size_t marks = loop.turns + (loop.ends_whole ? 1 : 0) - (loop.ends_turns ? 1 : 0);
  return marks > kMinTurns;
}

bool is_function(std::string_view function, std::string_view wanted) {
  const std::string name = without_parameters(std::string(function));
  if (name == wanted || function == wanted) return true;
  if (name.size() <= wanted.size() || !std::string_view(name).ends_with(wanted)) return false;
  const char before = name[name.size() - wanted.size() - 1];
  return before == ':' || before == '.' || before == ' ';
}

bool is_file(std::string_view file, std::string_view wanted) {
  if (!file.ends_with(wanted)) return false;
  return file.size() == wanted.size() || file[file.size() - wanted.size() - 1] == '/';
}

/// What else the frames may be, for a reader who does not know the program's loop.
std::string in_words(SecondReading second) {
  switch (second) {
    case SecondReading::kNone:
      break;
    case SecondReading::kOtherLoop:
      return "another loop fits nearly as well";
    case SecondReading::kNothingElse:
      return "nothing else returns, so several of its turns may be one frame";
    case SecondReading::kSeveralPlaces:
      return "its turns reach one line by turns in several ways, each of which may be a frame";
    case SecondReading::kOneLine:
      return "one line alone tells its turns, which may not be passed just once in a frame";
  }
  return "";
}

/// With the symbols of one place brought together.
std::vector<Creation> brought_together(std::span<const Creation> creations,
                                       const std::unordered_map<Symbol, Symbol>& same) {
  std::vector<Creation> result(creations.begin(), creations.end());
  for (Creation& creation : result) {
    if (const auto found = same.find(creation.symbol); found != same.end()) {
      creation.symbol = found->second;
    }
  }
  return result;
}

}  // namespace

FrameScout::FrameScout(FrameRequest request, std::vector<std::string> framework_patterns,
                       ResolveAddress resolve, FindOriginal find_original)
    : request_(std::move(request)),
      owners_(std::move(framework_patterns)),
      stacks_(std::move(resolve), std::move(find_original)) {
  const std::string& named = request_.frame_on;
  const std::size_t colon = named.rfind(':');
  if (colon != std::string::npos) {
    const char* const end = named.data() + named.size();
    const auto [rest, error] = std::from_chars(named.data() + colon + 1, end, wanted_.line);
    if (error == std::errc() && rest == end && wanted_.line > 0) {
      wanted_.file = named.substr(0, colon);
      return;
    }
  }
  wanted_.function = named;
}

bool FrameScout::is_settled_by_marks() const {
  return has_marks_ && request_.choice == FrameChoice::kAny && request_.frame_on.empty();
}

void FrameScout::consume(const trace::Event& event) {
  if (const auto time = time_of(event)) last_time_ = std::max(last_time_, *time);
  if (const auto* alloc = std::get_if<trace::Alloc>(&event)) {
    if (!first_time_) first_time_ = alloc->time;
    on(*alloc);
    ++moment_;
  } else if (const auto* free = std::get_if<trace::Free>(&event)) {
    if (!first_time_) first_time_ = free->time;
    if (just_disposed_.size() < kMostDisposed) just_disposed_.push_back(free->id);
    ++moment_;
  } else if (const auto* use = std::get_if<trace::Use>(&event)) {
    just_disposed_.clear();
    append(reads_, {.symbol = symbols_.of(*use), .moment = moment_});
    ++moment_;
  } else if (const auto* stack = std::get_if<trace::StackDefinition>(&event)) {
    stacks_.define(*stack);
    symbols_.define(*stack);
  } else if (const auto* module = std::get_if<trace::ModuleDefinition>(&event)) {
    stacks_.define(*module);
  } else if (std::holds_alternative<trace::FrameMark>(event)) {
    has_marks_ = true;
  } else if (const auto* scope = std::get_if<trace::ScopeBegin>(&event)) {
    has_scope_ = has_scope_ || (!request_.frame_on.empty() && scope->name == request_.frame_on);
  }
}

void FrameScout::on(const trace::Alloc& alloc) {
  const Symbol symbol = symbols_.of(alloc);
  if (Thread* const made_on = thread(alloc.thread)) {
    append(*made_on, {.symbol = symbol,
                      .is_owned = is_owned(alloc.flags),
                      .replaces = replaces(symbol, alloc.id),
                      .moment = moment_});
  }
  just_disposed_.clear();
}

bool FrameScout::replaces(Symbol symbol, trace::TensorId with) {
  const auto [latest, is_new] = latest_.try_emplace(symbol, with);
  const trace::TensorId before = std::exchange(latest.value(), with);
  return !is_new && std::ranges::find(just_disposed_, before) != just_disposed_.end();
}

void FrameScout::append(Thread& thread, const Creation& creation) {
  if (thread.creations.size() == 2 * kWindow) {
    thread.creations.erase(thread.creations.begin(), thread.creations.begin() + kWindow);
    thread.is_cut = true;
  }
  thread.creations.push_back(creation);
}

FrameScout::Thread* FrameScout::thread(trace::ThreadId id) {
  if (latest_thread_ < threads_.size() && threads_[latest_thread_].id == id) {
    return &threads_[latest_thread_];
  }
  const auto found = std::ranges::find(threads_, id, &Thread::id);
  if (found == threads_.end() && threads_.size() == kMaxThreads) return nullptr;
  latest_thread_ = static_cast<std::size_t>(found - threads_.begin());
  if (found == threads_.end()) threads_.push_back({.id = id});
  return &threads_[latest_thread_];
}

const std::vector<Frame>& FrameScout::stack_of(Symbol symbol) const {
  const auto found = resolved_.find(symbol);
  if (found != resolved_.end()) return found->second;
  const auto number = CreationSymbols::stack_of(symbol);
  return resolved_.emplace(symbol, number ? stacks_.frames(*number, owners_) : std::vector<Frame>())
      .first->second;
}

trace::Result<FramePlan> FrameScout::plan() const {
  if (!request_.frame_on.empty()) return chosen();
  const FramePlan marks{.basis = {.source = has_marks_ ? FrameSource::kMarks : FrameSource::kNone}};
  if (request_.choice == FrameChoice::kMarks || is_settled_by_marks()) return marks;
  if (request_.choice == FrameChoice::kTime) return sliced();
  FramePlan plan = found();
  if (plan.rules.empty()) plan = found_in_reads();
  if (!plan.rules.empty()) return plan;
  if (request_.choice == FrameChoice::kAny && repeats_itself()) return sliced();
  return FramePlan{};
}

void FrameScout::add_loop(FramePlan& plan, const Thread& thread, const FoundLoop& loop) const {
  FrameLoop told{.turns = loop.turns,
                 .confidence_percent = percent(loop.confidence),
                 .likeness_percent = percent(loop.likeness),
                 .coverage_percent = percent(loop.coverage),
                 .doubt = in_words(loop.second)};
  if (const auto user = user_place(stack_of(loop.marker)).user_frame) {
    told.function = user->function;
    told.file = user->file;
    told.line = user->line;
    told.column = user->column;
  } else if (!CreationSymbols::stack_of(loop.marker)) {
    told.function = symbols_.operation_of(loop.marker);
  }
  plan.rules.push_back({.thread = thread.id,
                        .marker = loop.marker,
                        .run = loop.run,
                        .begins_with_disposal = loop.begins_with_disposal,
                        .ends_turns = loop.ends_turns,
                        .ends_whole = loop.ends_whole});
  plan.basis.loops.push_back(std::move(told));
}

namespace {

/// Names lanes after the functions in which their turns begin, where there are several.
void name_lanes(FramePlan& plan) {
  if (plan.rules.size() < 2) return;
  std::set<std::string> names;
  for (std::size_t i = 0; i < plan.rules.size(); ++i) {
    const std::string& function = plan.basis.loops[i].function;
    std::string name = function.empty() ? "loop" : function;
    for (int number = 2; !names.insert(name).second; ++number)
      name = fmt::format("{} {}", function, number);
    plan.rules[i].lane = name;
    plan.basis.loops[i].lane = name;
  }
}

bool are_of_one_place(const FrameLoop& a, const FrameLoop& b) {
  return a.function == b.function && a.file == b.file && a.line == b.line && a.column == b.column;
}

/// Adds a lane for each place whose loops run on several threads: a pool hands the turns of one
/// loop to whichever thread is free. The threads' own lanes stay, for each may be a loop by itself.
void add_shared_lanes(FramePlan& plan) {
  const std::size_t count = plan.rules.size();
  std::vector<bool> is_done(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<FrameRule> rules = {plan.rules[i]};
    for (std::size_t j = i + 1; j < count; ++j) {
      if (is_done[j] || !are_of_one_place(plan.basis.loops[i], plan.basis.loops[j])) continue;
      is_done[j] = true;
      rules.push_back(plan.rules[j]);
    }
    const auto is_first_thread = [&](const FrameRule& rule) {
      return rule.thread == rules.front().thread;
    };
    if (is_done[i] || std::ranges::all_of(rules, is_first_thread)) continue;
    const std::string lane = plan.basis.loops[i].function + " on all threads";
    for (FrameRule& rule : rules) {
      rule.ends_whole = false;  // one of the threads is always in the midst of its turn
      rule.lane = lane;
      plan.rules.push_back(rule);
    }
  }
}

void conclude_loops(FramePlan& plan) {
  std::uint64_t least = plan.basis.loops.empty() ? 0 : plan.basis.loops.front().confidence_percent;
  for (const FrameLoop& loop : plan.basis.loops)
    least = std::min(least, loop.confidence_percent);
  plan.basis.confidence_percent = least;
  name_lanes(plan);
}

}  // namespace

FramePlan FrameScout::found() const {
  FramePlan plan{.basis = {.source = FrameSource::kFound}};
  const StackOfSymbol stack = [this](Symbol symbol) -> const std::vector<Frame>& {
    return stack_of(symbol);
  };
  for (const Thread& thread : threads_) {
    const auto same = same_places(thread.creations, stack);
    std::vector<Creation> together;
    if (!same.empty()) together = brought_together(thread.creations, same);
    const auto loops = find_loops({.creations = same.empty() ? thread.creations : together,
                                   .end = moment_,
                                   .is_cut = thread.is_cut},
                                  stack);
    for (const FoundLoop& loop : loops) {
      if (!gives_frames(loop) || plan.rules.size() == kMaxLanes) continue;
      add_loop(plan, thread, loop);
      plan.rules.back().same_places = same;
    }
  }
  conclude_loops(plan);
  add_shared_lanes(plan);
  return plan;
}

FramePlan FrameScout::found_in_reads() const {
  FramePlan plan{.basis = {.source = FrameSource::kFound}};
  const std::vector<Frame> nowhere;
  const auto loops =
      find_loops({.creations = reads_.creations, .end = moment_, .is_cut = reads_.is_cut},
                 [&nowhere](Symbol) -> const std::vector<Frame>& { return nowhere; });
  for (const FoundLoop& loop : loops) {
    if (loop.turns >= kManyReads) add_loop(plan, reads_, loop);
  }
  conclude_loops(plan);
  return plan;
}

std::optional<std::size_t> FrameScout::depth_of_wanted(const std::vector<Frame>& stack) const {
  for (std::size_t depth = stack.size(); depth-- > 0;) {
    const Frame& frame = stack[depth];
    const bool fits = wanted_.line > 0
                          ? frame.line == wanted_.line && is_file(frame.file, wanted_.file)
                          : is_function(frame.function, wanted_.function);
    if (fits) return depth;
  }
  return std::nullopt;
}

trace::Result<FramePlan> FrameScout::chosen() const {
  FramePlan plan{.basis = {.source = FrameSource::kChosen, .chosen = request_.frame_on}};
  if (has_scope_) {
    plan.scope = request_.frame_on;
    return plan;
  }
  bool is_there = false;
  for (const Thread& thread : threads_) {
    std::unordered_map<Symbol, std::vector<Frame>> inside;
    std::vector<Creation> creations;
    for (const Creation& creation : thread.creations) {
      const Symbol symbol = creation.symbol;
      const auto [entry, is_new] = inside.try_emplace(symbol);
      if (is_new) {
        const auto& stack = stack_of(symbol);
        const auto depth = depth_of_wanted(stack);
        if (depth) {
          entry->second.assign(stack.begin(),
                               stack.begin() + static_cast<std::ptrdiff_t>(*depth) + 1);
        }
      }
      if (!entry->second.empty()) creations.push_back(creation);
    }
    is_there = is_there || !creations.empty();
    const auto loops = find_loops(
        {.creations = creations, .end = moment_, .is_cut = thread.is_cut, .has_runs = false},
        [&inside](Symbol symbol) -> const std::vector<Frame>& { return inside.at(symbol); });
    for (const FoundLoop& loop : loops) {
      if (plan.rules.size() < kMaxLanes) add_loop(plan, thread, loop);
    }
  }
  conclude_loops(plan);
  if (!plan.rules.empty()) return plan;
  if (!is_there) {
    return trace::fail({.what = fmt::format("--frame-on {}: no tensor is made there, and no scope "
                                            "has that name",
                                            request_.frame_on),
                        .cure = "name a function, FILE:LINE or a scope as the report shows them"});
  }
  return trace::fail({.what = fmt::format("--frame-on {}: it makes tensors, but not again and "
                                          "again in the same places",
                                          request_.frame_on),
                      .cure = "name another function, or judge by --frames time"});
}

FramePlan FrameScout::sliced() const {
  if (!first_time_ || last_time_ <= *first_time_) return {};
  return {.basis = {.source = FrameSource::kTime, .slice = slice_of(last_time_ - *first_time_)},
          .first_slice = *first_time_};
}

bool FrameScout::repeats_itself() const {
  tsl::robin_map<Symbol, std::size_t> returns;
  for (const Thread& thread : threads_) {
    for (const Creation& creation : thread.creations)
      ++returns[creation.symbol];
  }
  std::size_t creations = 0;
  for (const auto& [symbol, times] : returns) {
    if (times >= kManyReturns) creations += times;
  }
  return creations >= kManyCreations;
}

}  // namespace tensorleak::analysis
