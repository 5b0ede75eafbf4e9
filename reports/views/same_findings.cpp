#include "reports/views/same_findings.hpp"

#include <concepts>
#include <tuple>
#include <utility>

// Each members() names all members of its type by structured binding: one that is added to the
// findings does not compile here until the comparison, and with it the report, carries it.

namespace tensorleak::views {

using namespace analysis;  // NOLINT(google-build-using-namespace)

namespace {

auto members(const ShapeCount& value) {
  const auto& [shape, alive] = value;
  return std::tie(shape, alive);
}

auto members(const Evidence& value) {
  const auto& [judged, first, period, needed, again, old, still, never, lost, with_handle, kept,
               variables, pooled, setup, owned, replaced, aged, out_of_scope, unscoped, aliases,
               pinning, pinned_bytes, lent, steps_up, idle, recorded_reads, score, last_read] =
      value;
  return std::tie(judged, first, period, needed, again, old, still, never, lost, with_handle, kept,
                  variables, pooled, setup, owned, replaced, aged, out_of_scope, unscoped, aliases,
                  pinning, pinned_bytes, lent, steps_up, idle, recorded_reads, score, last_read);
}

auto members(const Sample& value) {
  const auto& [mark, tensors, bytes] = value;
  return std::tie(mark, tensors, bytes);
}

auto members(const Site& value) {
  const auto& [fingerprint, label, op, dtype, shapes, scope_path, user_frame, called, library,
               stack, stacks, stacks_recorded, stacks_estimated, lane, tensors_per_frame,
               bytes_per_frame, alive, alive_bytes, leaked, leaked_bytes, created, disposed,
               evidence, lifetimes, held_by, because, fix, population] = value;
  return std::tie(fingerprint, label, op, dtype, shapes, scope_path, user_frame, called, library,
                  stack, stacks, stacks_recorded, stacks_estimated, lane, tensors_per_frame,
                  bytes_per_frame, alive, alive_bytes, leaked, leaked_bytes, created, disposed,
                  evidence, lifetimes, held_by, because, fix, population);
}

auto members(const ResourceFinding& value) {
  const auto& [name, label, per_frame, first, last, because] = value;
  return std::tie(name, label, per_frame, first, last, because);
}

auto members(const SiteName& value) {
  const auto& [fingerprint, op, dtype, shape, user_frame] = value;
  return std::tie(fingerprint, op, dtype, shape, user_frame);
}

auto members(const IdleSite& value) {
  const auto& [made, tensors, bytes, undisposed_tensors, undisposed_bytes, lifetimes] = value;
  return std::tie(made, tensors, bytes, undisposed_tensors, undisposed_bytes, lifetimes);
}

auto members(const PoolCandidate& value) {
  const auto& [made, frames, tensors, bytes] = value;
  return std::tie(made, frames, tensors, bytes);
}

auto members(const LastUse& value) {
  const auto& [peak_bytes, peak_frame, idle_bytes, undisposed_bytes, idle_sites, poolable] = value;
  return std::tie(peak_bytes, peak_frame, idle_bytes, undisposed_bytes, idle_sites, poolable);
}

auto members(const Lane& value) {
  const auto& [name, marks, frames, stride, population, duration] = value;
  return std::tie(name, marks, frames, stride, population, duration);
}

auto members(const CounterCheck& value) {
  const auto& [checked, agreed, differences] = value;
  return std::tie(checked, agreed, differences);
}

auto members(const Anomaly& value) {
  const auto& [kind, count, first_place] = value;
  return std::tie(kind, count, first_place);
}

auto members(const Totals& value) {
  const auto& [events, created, disposed, peak_tensors, peak_bytes, alive_tensors, alive_bytes,
               end_tensors, end_bytes, duration, rss_first, rss_last] = value;
  return std::tie(events, created, disposed, peak_tensors, peak_bytes, alive_tensors, alive_bytes,
                  end_tensors, end_bytes, duration, rss_first, rss_last);
}

auto members(const Subject& value) {
  const auto& [input, runtime, backend, program] = value;
  return std::tie(input, runtime, backend, program);
}

auto members(const Verdict& value) {
  const auto& [outcome, doubts, tensors_per_frame, bytes_per_frame, leaking_sites, growing_sites,
               leaked_tensors, leaked_bytes, memory_limit, frames_to_limit, time_to_limit] = value;
  return std::tie(outcome, doubts, tensors_per_frame, bytes_per_frame, leaking_sites, growing_sites,
                  leaked_tensors, leaked_bytes, memory_limit, frames_to_limit, time_to_limit);
}

auto members(const Findings& value) {
  const auto& [subject, program_end, completeness, verdict, sites, resources, frames, lanes,
               last_use, memory, counters, anomalies, misuses, dropped, totals, notes] = value;
  return std::tie(subject, program_end, completeness, verdict, sites, resources, frames, lanes,
                  last_use, memory, counters, anomalies, misuses, dropped, totals, notes);
}

template <class T>
bool equal(const T& a, const T& b);

template <class T>
bool equal(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || equal(*a, *b));
}

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equal(a[i], b[i])) return false;
  }
  return true;
}

template <class T>
bool equal(const T& a, const T& b) {
  if constexpr (std::equality_comparable<T>) {
    return a == b;
  } else {
    const auto of_a = members(a);
    const auto of_b = members(b);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (equal(std::get<I>(of_a), std::get<I>(of_b)) && ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(of_a)>>());
  }
}

}  // namespace

bool same(const Findings& a, const Findings& b) {
  return equal(a, b);
}

}  // namespace tensorleak::views
