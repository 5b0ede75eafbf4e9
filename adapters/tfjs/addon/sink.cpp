#include "adapters/tfjs/addon/sink.hpp"

#include <utility>

#include "adapters/tfjs/addon/environments.hpp"

namespace tensorleak::tfjs {
namespace {

track_why why_of(std::uint32_t why) {
  return why <= TRACK_COLLECTED ? static_cast<track_why>(why) : TRACK_UNKNOWN;
}

}  // namespace

Sink::Sink()
    : environment_(join_environments()),
      texts_(1),
      stacks_(1, TRACK_STACK_NONE),
      outgoing_(),
      infos_() {}

Sink::~Sink() {
  // A worker may be cut off in the middle of its work.
  if (heap_ != nullptr) take();
  if (heap_ != nullptr && environment_ != 0 && !are_environments_ending()) {
    track_scope_end(scopes_.outermost());
    track_heap_cleared(heap_, TRACK_COLLECTED);
  }
  leave_environments(environment_);
}

void Sink::open(const Opening& opening) {
  if (heap_ != nullptr) return;
  std::uint32_t flags = 0;
  if (opening.bytes_per_tensor) flags |= TRACK_HEAP_BYTES_PER_TENSOR;
  if (opening.started_late) flags |= TRACK_HEAP_STARTED_LATE;
  if (environment_ != 0) lane_ = "worker " + std::to_string(environment_);
  const std::string name = lane_.empty() ? "tfjs" : "tfjs, " + lane_;
  track_describe(opening.runtime.c_str(), opening.backend.c_str(), opening.program.c_str());
  heap_ = track_heap_register(name.c_str(), flags);
  // A recording without a tensor says that this process did load TensorFlow.js.
  track_is_recording();
}

std::uint32_t Sink::text(std::string text) {
  if (text.empty()) return 0;
  texts_.push_back(std::move(text));
  return static_cast<std::uint32_t>(texts_.size() - 1);
}

std::uint32_t Sink::kind(std::string op, std::string dtype,
                         std::optional<std::vector<std::uint64_t>> shape) {
  kinds_.push_back({std::move(op), std::move(dtype), std::move(shape)});
  return static_cast<std::uint32_t>(kinds_.size() - 1);
}

std::uint32_t Sink::stack(const std::vector<Place>& frames) {
  std::vector<std::uint64_t> places;
  places.reserve(frames.size());
  for (const Place& place : frames) {
    places.push_back(
        track_place(place.function.c_str(), place.file.c_str(), place.line, place.column));
  }
  stacks_.push_back(track_stack(places.data(), places.size()));
  return static_cast<std::uint32_t>(stacks_.size() - 1);
}

const char* Sink::text_of(std::uint32_t number) const {
  return number != 0 && number < texts_.size() ? texts_[number].c_str() : nullptr;
}

std::uint64_t Sink::stack_of(std::uint32_t number) const {
  return number < stacks_.size() ? stacks_[number] : TRACK_STACK_NONE;
}

track_tensor_info Sink::info_of(std::uint32_t kind, std::uint64_t buffer,
                                std::uint64_t bytes) const {
  track_tensor_info info;
  fill(info, kind, buffer, bytes);
  return info;
}

void Sink::fill(track_tensor_info& info, std::uint32_t kind, std::uint64_t buffer,
                std::uint64_t bytes) const {
  info = {};
  info.struct_size = sizeof info;
  info.buffer = buffer;
  info.bytes = bytes;
  info.stack = TRACK_STACK_NONE;
  if (kind >= kinds_.size()) return;
  const Kind& known = kinds_[kind];
  info.op = known.op.c_str();
  info.dtype = known.dtype.c_str();
  if (known.shape) {
    info.shape = known.shape->data();
    info.rank = static_cast<std::uint32_t>(known.shape->size());
    info.known_shape = 1;
  }
}

void Sink::alloc(std::uint64_t id, std::uint64_t buffer, std::uint64_t bytes, std::uint32_t kind,
                 std::uint32_t stack, std::uint32_t flags) {
  track_tensor_info info = info_of(kind, buffer, bytes);
  info.stack = stack_of(stack);
  info.flags = flags;
  track_tensor_created(heap_, id, &info);
}

void Sink::assign(std::uint64_t id, std::uint64_t buffer, std::uint64_t bytes, std::uint32_t kind) {
  const track_tensor_info info = info_of(kind, buffer, bytes);
  track_tensor_assigned(heap_, id, &info);
}

void Sink::free(std::uint64_t id, std::uint32_t why) {
  track_tensor_disposed(heap_, id, why_of(why));
}

void Sink::use(std::uint64_t id, std::uint32_t op) {
  track_tensor_used(heap_, id, text_of(op));
}

void Sink::flag(std::uint64_t id, std::uint32_t flag, bool value) {
  track_tensor_flag(heap_, id, static_cast<track_flag>(flag), value ? 1 : 0);
}

void Sink::name(std::uint64_t id, std::uint32_t text) {
  track_tensor_name(heap_, id, text_of(text));
}

void Sink::lost(std::uint64_t id) {
  track_tensor_lost(heap_, id);
}

void Sink::holder(std::uint64_t id, const std::string& by, const std::string& path,
                  std::uint64_t members) {
  track_tensor_holder(heap_, id, by.c_str(), path.c_str(), members);
}

void Sink::scope_begin(std::uint32_t name) {
  *scopes_.open() = track_scope_begin(text_of(name));
}

void Sink::scope_end() {
  if (const std::uint64_t* const scope = scopes_.close()) track_scope_end(*scope);
}

void Sink::frame(std::uint32_t lane, std::uint32_t name) {
  const char* const said = text_of(lane);
  track_frame_in(said == nullptr ? lane_.c_str() : said, text_of(name));
}

void Sink::resource(std::uint32_t name, std::uint64_t value) {
  track_resource(text_of(name), value);
}

/// The recording counts the tensors of all environments; a runtime knows those of its own alone.
void Sink::counter(std::uint64_t tensors, std::uint64_t buffers, std::uint64_t bytes) {
  if (is_only_environment()) track_counter(tensors, buffers, bytes);
}

void Sink::misuse(std::uint32_t kind, std::uint32_t words, std::uint32_t stack) {
  track_misuse_at(text_of(kind), text_of(words), stack_of(stack));
}

void Sink::flush() {
  if (heap_ != nullptr) track_flush();
}

/// The clean end of the recording is that of the process: its exit handlers may still dispose.
void Sink::close() {
  if (environment_ == 0) end_environments();
  flush();
}

}  // namespace tensorleak::tfjs
