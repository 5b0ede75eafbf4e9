// One function for each kind of event; docs/event-log.md has the same fields in the same order.
#include "libtrack/trace/event_log_events.hpp"

#include <charconv>
#include <cmath>

#include "libtrack/trace/event_log_format.hpp"

namespace tensorleak::trace {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kBytes = "a whole number of bytes";

/// What the reader of one kind gets.
struct Source {
  const Fields& fields;
  Nanoseconds time;
  EventBuffers& buffers;
};

/// Field "t" in nanoseconds; 0 where it is absent.
Nanoseconds read_time(const Fields& fields, Nanoseconds unit) {
  const auto value = fields.find("t");
  if (!value) return 0;
  Nanoseconds whole = 0;
  Nanoseconds time = 0;
  if (value->get_int64().get(whole) == simdjson::SUCCESS &&
      !__builtin_mul_overflow(whole, unit, &time)) {
    return time;
  }
  constexpr double kLimit = 9.2e18;  // a little less than 2^63 ns, which is 292 years
  double number = 0;
  if (value->get_double().get(number) != simdjson::SUCCESS) {
    fields.refuse("t", "a time, which is a number");
    return 0;
  }
  const double scaled = number * static_cast<double>(unit);
  if (scaled > -kLimit && scaled < kLimit) return std::llround(scaled);
  fields.refuse("t", "a time of less than 292 years");
  return 0;
}

std::optional<std::span<const std::uint64_t>> read_shape(const Source& source) {
  const auto list = source.fields.list("shape", "a list of whole numbers");
  if (!list) return std::nullopt;
  auto& shape = source.buffers.shape;
  shape.clear();
  for (const dom::element element : *list) {
    const auto dimension = whole_number(element);
    if (!dimension) {
      source.fields.refuse({.place = {"shape", shape.size(), {}}, .expected = kWholeNumber});
      break;
    }
    shape.push_back(*dimension);
  }
  return shape;
}

Flags read_flags(const Source& source) {
  Flags flags;
  const auto list = source.fields.list("flags", "a list of texts");
  if (!list) return flags;
  std::size_t index = 0;
  for (const dom::element element : *list) {
    std::string_view text;
    if (element.get_string().get(text) != simdjson::SUCCESS) {
      source.fields.refuse({.place = {"flags", index, {}}, .expected = "a text"});
      break;
    }
    if (const auto flag = meaning_of(text, kFlagWords)) flags.set(*flag);
    ++index;
  }
  return flags;
}

Event read_alloc(const Source& source) {
  const Fields& fields = source.fields;
  return Alloc{.id = fields.required_id<TensorKind>("id"),
               .buffer = fields.id<BufferKind>("buf"),
               .bytes = fields.required_whole("bytes", kBytes),
               .shape = read_shape(source),
               .dtype = fields.text("dtype").value_or(""),
               .device = fields.text("device").value_or(""),
               .op = fields.text("op").value_or(""),
               .stack = fields.id<StackKind>("stack"),
               .scope = fields.id<ScopeKind>("scope"),
               .thread = fields.id<ThreadKind>("thread").value_or(ThreadId{}),
               .time = source.time,
               .flags = read_flags(source)};
}

Event read_free(const Source& source) {
  const Fields& fields = source.fields;
  const auto why = fields.text("why").value_or("");
  return Free{.id = fields.required_id<TensorKind>("id"),
              .why = meaning_of(why, kFreeReasons).value_or(FreeReason::kUnknown),
              .stack = fields.id<StackKind>("stack"),
              .thread = fields.id<ThreadKind>("thread").value_or(ThreadId{}),
              .time = source.time};
}

Event read_use(const Source& source) {
  return Use{.id = source.fields.required_id<TensorKind>("id"),
             .op = source.fields.text("op").value_or(""),
             .time = source.time};
}

Event read_keep(const Source& source) {
  return Keep{.id = source.fields.required_id<TensorKind>("id"),
              .value = source.fields.truth("value", true)};
}

Event read_name(const Source& source) {
  return Name{.id = source.fields.required_id<TensorKind>("id"),
              .text = source.fields.required_text("name", "the name of the tensor")};
}

Event read_flag(const Source& source) {
  const auto id = source.fields.required_id<TensorKind>("id");
  const auto word = source.fields.required_text("flag", "the name of a flag");
  const bool value = source.fields.truth("value", true);
  const auto flag = meaning_of(word, kFlagWords);
  if (!flag) return Unknown{.kind = "flag"};
  return FlagChange{.id = id, .flag = *flag, .value = value};
}

Event read_lost(const Source& source) {
  return Lost{.id = source.fields.required_id<TensorKind>("id")};
}

Event read_scope(const Source& source) {
  const Fields& fields = source.fields;
  return ScopeBegin{.id = fields.required_id<ScopeKind>("id"),
                    .parent = fields.id<ScopeKind>("parent"),
                    .name = fields.text("name").value_or(""),
                    .thread = fields.id<ThreadKind>("thread").value_or(ThreadId{}),
                    .time = source.time};
}

Event read_scope_end(const Source& source) {
  return ScopeEnd{.id = source.fields.required_id<ScopeKind>("id"),
                  .thread = source.fields.id<ThreadKind>("thread").value_or(ThreadId{}),
                  .time = source.time};
}

/// A lane is a text, or a whole number that stands for its own digits.
std::string_view read_lane(const Source& source) {
  const auto value = source.fields.find("lane");
  if (!value) return {};
  std::string_view text;
  if (value->get_string().get(text) == simdjson::SUCCESS) return text;
  const auto number = whole_number(*value);
  if (!number) {
    source.fields.refuse("lane", "a text or a whole number");
    return {};
  }
  auto& digits = source.buffers.lane;
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), *number);
  return {digits.data(), static_cast<std::size_t>(written.ptr - digits.data())};
}

Event read_frame(const Source& source) {
  return FrameMark{.number = source.fields.whole("n"),
                   .name = source.fields.text("name").value_or(""),
                   .lane = read_lane(source),
                   .time = source.time};
}

std::span<const Resource> read_resources(const Source& source) {
  auto& resources = source.buffers.resources;
  resources.clear();
  const auto object = source.fields.object("resources", "an object of counts");
  if (!object) return resources;
  for (const dom::key_value_pair field : *object) {
    if (field.value.is_null()) continue;
    const auto value = whole_number(field.value);
    if (!value) {
      source.fields.refuse(
          {.place = {"resources", std::nullopt, field.key}, .expected = kWholeNumber});
      break;
    }
    resources.push_back({.name = field.key, .value = *value});
  }
  return resources;
}

Event read_counter(const Source& source) {
  const Fields& fields = source.fields;
  return Counter{.tensors = fields.whole("tensors"),
                 .buffers = fields.whole("buffers"),
                 .bytes = fields.whole("bytes", kBytes),
                 .rss = fields.whole("rss", kBytes),
                 .gpu_bytes = fields.whole("gpu_bytes", kBytes),
                 .resources = read_resources(source),
                 .time = source.time};
}

Event read_stack(const Source& source) {
  constexpr std::string_view kFrames = "a list of stack frames";
  auto& frames = source.buffers.frames;
  frames.clear();
  const auto id = source.fields.required_id<StackKind>("id");
  const auto list = source.fields.list("frames", kFrames);
  if (!list) {
    source.fields.refuse("frames", kFrames);
    return StackDefinition{.id = id, .frames = {}};
  }
  for (const dom::element element : *list) {
    const FieldPlace place{"frames", frames.size(), {}};
    dom::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS) {
      source.fields.refuse({.place = place, .expected = "an object with fn, file, line and col"});
      break;
    }
    const Fields frame(object, source.fields.faults(), place);
    frames.push_back({.function = frame.text("fn").value_or(""),
                      .file = frame.text("file").value_or(""),
                      .line = frame.ordinal("line"),
                      .column = frame.ordinal("col"),
                      .address = frame.whole("addr").value_or(0),
                      .module = frame.id<ModuleKind>("module")});
  }
  return StackDefinition{.id = id, .frames = frames};
}

Event read_module(const Source& source) {
  const Fields& fields = source.fields;
  return ModuleDefinition{.id = fields.required_id<ModuleKind>("id"),
                          .path = fields.text("path").value_or(""),
                          .build_id = fields.text("build_id").value_or(""),
                          .begin = fields.required_whole("begin", "an address"),
                          .end = fields.required_whole("end", "an address"),
                          .load_bias = fields.whole("bias").value_or(0)};
}

Event read_dropped(const Source& source) {
  return Dropped{.count = source.fields.required_whole("count", "a whole number of events"),
                 .why = source.fields.text("why").value_or("")};
}

Event read_misuse(const Source& source) {
  const Fields& fields = source.fields;
  return Misuse{.kind = fields.required_text("kind", "the name of a misuse"),
                .words = fields.text("words").value_or(""),
                .stack = fields.id<StackKind>("stack"),
                .thread = fields.id<ThreadKind>("thread").value_or(ThreadId{}),
                .time = source.time};
}

Event read_holder(const Source& source) {
  const Fields& fields = source.fields;
  return Holder{.id = fields.required_id<TensorKind>("id"),
                .by = fields.text("by").value_or(""),
                .path = fields.text("path").value_or(""),
                .members = fields.whole("members")};
}

Event read_end(const Source& source) {
  return End{.time = source.time};
}

struct Kind {
  std::string_view name;
  Event (*read)(const Source&);
};

// The most frequent first.
constexpr std::array<Kind, 17> kKinds = {{
    {"use", read_use},
    {"scope", read_scope},
    {"scope_end", read_scope_end},
    {"alloc", read_alloc},
    {"free", read_free},
    {"keep", read_keep},
    {"stack", read_stack},
    {"frame", read_frame},
    {"counter", read_counter},
    {"name", read_name},
    {"flag", read_flag},
    {"lost", read_lost},
    {"module", read_module},
    {"dropped", read_dropped},
    {"misuse", read_misuse},
    {"holder", read_holder},
    {"end", read_end},
}};

}  // namespace

void read_event(std::string_view kind, const Fields& fields, Nanoseconds time_unit,
                EventBuffers& buffers, Event& into) {
  for (const Kind& known : kKinds) {
    if (known.name == kind) {
      into = known.read({fields, read_time(fields, time_unit), buffers});
      return;
    }
  }
  into = Unknown{.kind = kind};
}

}  // namespace tensorleak::trace
