// The fields of a report, each named once: the writer and the reader both walk these lists, so that
// neither can know a field that the other does not.
//
// A visitor is called as visitor(name, member) for each field in the order in which it is written,
// and as visitor(name, member, since(N)) for one that reports have from revision N on (json.hpp).
// So a new field is one line here, and reports of before it are read. `T` is const for the writer.
#pragma once

#include <concepts>
#include <type_traits>

#include "reports/analysis/findings.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::views {

/// The revision of the report that brought a field.
struct Since {
  unsigned revision = kFirstRevision;
};

constexpr Since since(unsigned revision) {
  return {revision};
}

/// `T` is `S`, const or not.
template <class T, class S>
concept Is = std::same_as<std::remove_const_t<T>, S>;

template <class V, Is<analysis::Rate> T>
void fields(V& visit, T& rate) {
  visit("numerator", rate.amount);
  visit("denominator", rate.frames);
  visit("exact", rate.exact);
}

template <class V, Is<analysis::WrittenAt> T>
void fields(V& visit, T& place) {
  visit("file", place.file);
  visit("line", place.line);
  visit("column", place.column);
}

template <class V, Is<analysis::Frame> T>
void fields(V& visit, T& frame) {
  visit("function", frame.function);
  visit("file", frame.file);
  visit("line", frame.line);
  visit("column", frame.column);
  visit("owner", frame.owner);
  visit("original", frame.original);
}

template <class V, Is<analysis::UserFrame> T>
void fields(V& visit, T& frame) {
  visit("function", frame.function);
  visit("callback", frame.callback);
  visit("file", frame.file);
  visit("line", frame.line);
  visit("column", frame.column);
  visit("source", frame.source, since(2));
  visit("original", frame.original);
}

template <class V, Is<analysis::ShapeCount> T>
void fields(V& visit, T& count) {
  visit("shape", count.shape);
  visit("alive", count.alive);
}

template <class V, Is<analysis::Evidence> T>
void fields(V& visit, T& evidence) {
  visit("frames_judged", evidence.frames_judged);
  visit("first_frame", evidence.first_frame);
  visit("period", evidence.period);
  visit("frames_needed", evidence.frames_needed);
  visit("read_again", evidence.read_again);
  visit("old", evidence.old);
  visit("still_read", evidence.still_read);
  visit("never_read", evidence.never_read);
  visit("lost", evidence.lost);
  visit("with_handle", evidence.with_handle, since(2));
  visit("kept", evidence.kept);
  visit("variables", evidence.variables);
  visit("pooled", evidence.pooled);
  visit("in_setup", evidence.in_setup);
  visit("owned", evidence.owned);
  visit("replaced", evidence.replaced);
  visit("out_of_scope", evidence.out_of_scope);
  visit("unscoped", evidence.unscoped);
  visit("aliases", evidence.aliases);
  visit("aged", evidence.aged, since(2));
  visit("pinning", evidence.pinning, since(2));
  visit("pinned_bytes", evidence.pinned_bytes, since(2));
  visit("lent", evidence.lent, since(2));
  visit("steps_up", evidence.steps_up, since(2));
  visit("recorded_reads", evidence.recorded_reads, since(2));
  visit("score_hundredths", evidence.score_hundredths, since(2));
  visit("min_idle", evidence.min_idle);
  visit("last_read_frame", evidence.last_read_frame);
}

template <class V, Is<analysis::Lifetimes> T>
void fields(V& visit, T& lifetimes) {
  visit("disposed", lifetimes.disposed);
  visit("never_read", lifetimes.never_read);
  visit("lifetime_frames", lifetimes.lifetime_frames);
  visit("longest_lifetime_frames", lifetimes.longest_lifetime_frames);
  visit("lifetime_time", lifetimes.lifetime_time);
  visit("longest_lifetime_time", lifetimes.longest_lifetime_time);
  visit("drag_frames", lifetimes.drag_frames);
  visit("longest_drag_frames", lifetimes.longest_drag_frames);
  visit("drag_time", lifetimes.drag_time);
  visit("longest_drag_time", lifetimes.longest_drag_time);
}

template <class V, Is<analysis::Sample> T>
void fields(V& visit, T& sample) {
  visit("mark", sample.mark);
  visit("tensors", sample.tensors);
  visit("bytes", sample.bytes);
}

template <class V, Is<analysis::HolderFinding> T>
void fields(V& visit, T& holder) {
  visit("by", holder.by);
  visit("path", holder.path);
  visit("members", holder.members);
  visit("looked_at", holder.looked_at);
}

template <class V, Is<analysis::Site> T>
void fields(V& visit, T& site) {
  visit("fingerprint", site.fingerprint);
  visit("label", site.label);
  visit("op", site.op);
  visit("dtype", site.dtype);
  visit("shapes", site.shapes);
  visit("scope_path", site.scope_path);
  visit("user_frame", site.user_frame);
  visit("called", site.called);
  visit("library", site.library, since(2));
  visit("lane", site.lane);
  visit("tensors_per_frame", site.tensors_per_frame);
  visit("bytes_per_frame", site.bytes_per_frame);
  visit("alive", site.alive);
  visit("alive_bytes", site.alive_bytes);
  visit("leaked", site.leaked);
  visit("leaked_bytes", site.leaked_bytes);
  visit("created", site.created);
  visit("disposed", site.disposed);
  visit("because", site.because);
  visit("fix", site.fix);
  visit("evidence", site.evidence);
  visit("lifetimes", site.lifetimes);
  visit("held_by", site.held_by);
  visit("population", site.population);
  visit("stacks", site.stacks);
  visit("stacks_recorded", site.stacks_recorded);
  visit("stacks_estimated", site.stacks_estimated);
  visit("stack", site.stack);
}

template <class V, Is<analysis::ResourceFinding> T>
void fields(V& visit, T& resource) {
  visit("name", resource.name);
  visit("label", resource.label);
  visit("per_frame", resource.per_frame);
  visit("first", resource.first);
  visit("last", resource.last);
  visit("because", resource.because);
}

template <class V, Is<analysis::SiteName> T>
void fields(V& visit, T& name) {
  visit("fingerprint", name.fingerprint);
  visit("op", name.op);
  visit("dtype", name.dtype);
  visit("shape", name.shape);
  visit("user_frame", name.user_frame);
}

template <class V, Is<analysis::IdleSite> T>
void fields(V& visit, T& site) {
  fields(visit, site.made);
  visit("idle_tensors", site.idle_tensors);
  visit("idle_bytes", site.idle_bytes);
  visit("undisposed_tensors", site.undisposed_tensors);
  visit("undisposed_bytes", site.undisposed_bytes);
  visit("lifetimes", site.lifetimes);
}

template <class V, Is<analysis::PoolCandidate> T>
void fields(V& visit, T& candidate) {
  fields(visit, candidate.made);
  visit("frames", candidate.frames);
  visit("tensors", candidate.tensors);
  visit("bytes", candidate.bytes);
}

template <class V, Is<analysis::LastUse> T>
void fields(V& visit, T& last_use) {
  visit("peak_bytes", last_use.peak_bytes);
  visit("peak_frame", last_use.peak_frame);
  visit("idle_bytes", last_use.idle_bytes);
  visit("undisposed_bytes", last_use.undisposed_bytes);
  visit("idle_sites", last_use.idle_sites);
  visit("poolable", last_use.poolable);
}

template <class V, Is<analysis::Measured> T>
void fields(V& visit, T& measured) {
  visit("first", measured.first);
  visit("last", measured.last);
  visit("grows", measured.grows);
  visit("per_frame", measured.per_frame);
}

template <class V, Is<analysis::Memory> T>
void fields(V& visit, T& memory) {
  visit("rss", memory.rss);
  visit("runtime_tensors", memory.runtime_tensors);
  visit("runtime_bytes", memory.runtime_bytes);
  visit("gpu_bytes", memory.gpu_bytes);
  visit("first_frame", memory.first_frame);
  visit("frames", memory.frames);
  visit("rss_growth", memory.rss_growth);
  visit("tensor_growth", memory.tensor_growth);
  visit("explained_percent", memory.explained_percent);
  visit("explained_bytes", memory.explained_bytes);
  visit("outside_bytes_per_frame", memory.outside_bytes_per_frame);
}

template <class V, Is<analysis::Lane> T>
void fields(V& visit, T& lane) {
  visit("name", lane.name);
  visit("marks", lane.marks);
  visit("frames", lane.frames);
  visit("stride", lane.stride);
  visit("duration", lane.duration, since(3));
  visit("population", lane.population);
}

template <class V, Is<analysis::FrameLoop> T>
void fields(V& visit, T& loop) {
  visit("lane", loop.lane);
  visit("function", loop.function);
  visit("file", loop.file);
  visit("line", loop.line);
  visit("column", loop.column);
  visit("turns", loop.turns);
  visit("confidence_percent", loop.confidence_percent);
  visit("likeness_percent", loop.likeness_percent);
  visit("coverage_percent", loop.coverage_percent);
  visit("doubt", loop.doubt, since(4));
}

template <class V, Is<analysis::FrameBasis> T>
void fields(V& visit, T& frames) {
  visit("source", frames.source);
  visit("loops", frames.loops);
  visit("confidence_percent", frames.confidence_percent);
  visit("chosen", frames.chosen);
  visit("slice", frames.slice);
}

template <class V, Is<analysis::CounterCheck> T>
void fields(V& visit, T& check) {
  visit("checked", check.checked);
  visit("agreed", check.agreed);
  visit("differences", check.differences);
}

template <class V, Is<analysis::Anomaly> T>
void fields(V& visit, T& anomaly) {
  visit("kind", anomaly.kind);
  visit("count", anomaly.count);
  visit("first_place", anomaly.first_place);
}

template <class V, Is<analysis::MisuseFinding> T>
void fields(V& visit, T& misuse) {
  visit("kind", misuse.kind);
  visit("words", misuse.words);
  visit("count", misuse.count);
  visit("user_frame", misuse.user_frame);
  visit("advice", misuse.advice);
}

template <class V, Is<analysis::Totals> T>
void fields(V& visit, T& totals) {
  visit("events", totals.events);
  visit("created", totals.created);
  visit("disposed", totals.disposed);
  visit("peak_tensors", totals.peak_tensors);
  visit("peak_bytes", totals.peak_bytes);
  visit("alive_tensors", totals.alive_tensors);
  visit("alive_bytes", totals.alive_bytes);
  visit("end_tensors", totals.end_tensors);
  visit("end_bytes", totals.end_bytes);
  visit("duration", totals.duration);
  visit("rss_first", totals.rss_first);
  visit("rss_last", totals.rss_last);
}

template <class V, Is<analysis::Subject> T>
void fields(V& visit, T& subject) {
  visit("input", subject.input);
  visit("runtime", subject.runtime);
  visit("backend", subject.backend);
  visit("program", subject.program);
}

template <class V, Is<analysis::ProgramEnd> T>
void fields(V& visit, T& end) {
  visit("exit_code", end.exit_code);
  visit("signal", end.signal);
}

template <class V, Is<analysis::Verdict> T>
void fields(V& visit, T& verdict) {
  visit("outcome", verdict.outcome);
  visit("doubts", verdict.doubts);
  visit("tensors_per_frame", verdict.tensors_per_frame);
  visit("bytes_per_frame", verdict.bytes_per_frame);
  visit("leaking_sites", verdict.leaking_sites);
  visit("growing_sites", verdict.growing_sites);
  visit("leaked_tensors", verdict.leaked_tensors);
  visit("leaked_bytes", verdict.leaked_bytes);
  visit("memory_limit", verdict.memory_limit);
  visit("frames_to_limit", verdict.frames_to_limit);
  visit("time_to_limit", verdict.time_to_limit);
}

template <class V, Is<analysis::Findings> T>
void fields(V& visit, T& findings) {
  visit("subject", findings.subject);
  visit("program_end", findings.program_end);
  visit("completeness", findings.completeness);
  visit("verdict", findings.verdict);
  visit("sites", findings.sites);
  visit("resources", findings.resources);
  visit("frames", findings.frames, since(3));
  visit("lanes", findings.lanes);
  visit("last_use", findings.last_use);
  visit("memory", findings.memory);
  visit("counters", findings.counters);
  visit("anomalies", findings.anomalies);
  visit("misuses", findings.misuses);
  visit("dropped", findings.dropped);
  visit("totals", findings.totals);
  visit("notes", findings.notes, since(2));
}

}  // namespace tensorleak::views
