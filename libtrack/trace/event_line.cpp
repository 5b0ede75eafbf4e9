#include "libtrack/trace/event_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "libtrack/trace/event_log_format.hpp"

namespace tensorleak::trace {
namespace {

void append_text(std::string_view text, std::string& into) {
  const bool plain = std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    into.append(1, '"').append(text).append(1, '"');
    return;
  }
  into += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Writes the fields of one object; what is absent or as by default is left out.
class Object {
 public:
  explicit Object(std::string& into) : into_(into) { into_ += '{'; }
  ~Object() { into_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Object& kind(std::string_view kind) { return text("e", kind); }

  Object& name(std::string_view name) {
    if (into_.back() != '{') into_ += ',';
    into_.append(1, '"').append(name).append("\":");
    return *this;
  }
  template <class Number>
  Object& number(std::string_view field, Number value) {
    name(field);
    fmt::format_to(std::back_inserter(into_), "{}", value);
    return *this;
  }
  Object& number(std::string_view field, const std::optional<std::uint64_t>& value) {
    return value ? number(field, *value) : *this;
  }
  template <class Kind>
  Object& id(std::string_view field, Id<Kind> id) {
    return number(field, id.value);
  }
  template <class Kind>
  Object& id(std::string_view field, const std::optional<Id<Kind>>& id) {
    return id ? number(field, id->value) : *this;
  }
  Object& unless_0(std::string_view field, std::uint64_t value) {
    return value == 0 ? *this : number(field, value);
  }
  Object& time(Nanoseconds time) { return number("t", time); }
  Object& text(std::string_view field, std::string_view value) {
    name(field);
    append_text(value, into_);
    return *this;
  }
  Object& unless_empty(std::string_view field, std::string_view value) {
    return value.empty() ? *this : text(field, value);
  }
  Object& truth(std::string_view field, bool value) {
    name(field);
    into_ += value ? "true" : "false";
    return *this;
  }

 private:
  std::string& into_;
};

template <class Words, class Meaning>
std::string_view word_for(Meaning meaning, const Words& words) {
  for (const auto& word : words)
    if (word.meaning == meaning) return word.text;
  return {};
}

/// Writes a list of what `append` appends for each element.
template <class Elements, class Append>
void append_list(const Elements& elements, std::string& into, Append append) {
  into += '[';
  for (const auto& element : elements) {
    if (into.back() != '[') into += ',';
    append(element);
  }
  into += ']';
}

class LineWriter {
 public:
  explicit LineWriter(std::string& into) : into_(into) {}

  void operator()(const Unknown& event) {
    Object(into_).kind("x-unknown").text("kind", event.kind);
  }
  void operator()(const Header& event) {
    Object line(into_);
    line.kind("header").text("format", kEventLogFormat).number("version", kEventLogVersion);
    line.unless_empty("runtime", event.runtime).unless_empty("backend", event.backend);
    line.unless_empty("program", event.program);
    line.text("bytes_rule", word_for(event.bytes_rule, kBytesRules));
    line.unless_0("process", event.process);
    if (event.started_late) line.truth("started_late", true);
  }
  void operator()(const End& event) { Object(into_).kind("end").time(event.time); }
  void operator()(const Alloc& event) {
    Object line(into_);
    line.kind("alloc").time(event.time).id("id", event.id).id("buf", event.buffer);
    line.number("bytes", event.bytes);
    if (event.shape) {
      line.name("shape");
      append_list(*event.shape, into_, [this](std::uint64_t dimension) {
        fmt::format_to(std::back_inserter(into_), "{}", dimension);
      });
    }
    line.unless_empty("dtype", event.dtype).unless_empty("device", event.device);
    line.unless_empty("op", event.op).id("stack", event.stack).id("scope", event.scope);
    line.unless_0("thread", event.thread.value);
    if (event.flags.bits() != 0) append_flags(line, event.flags);
  }
  void operator()(const Free& event) {
    Object line(into_);
    line.kind("free").time(event.time).id("id", event.id);
    line.unless_empty("why", word_for(event.why, kFreeReasons)).id("stack", event.stack);
    line.unless_0("thread", event.thread.value);
  }
  void operator()(const Use& event) {
    Object(into_).kind("use").time(event.time).id("id", event.id).unless_empty("op", event.op);
  }
  void operator()(const Keep& event) {
    Object(into_).kind("keep").id("id", event.id).truth("value", event.value);
  }
  void operator()(const Name& event) {
    Object(into_).kind("name").id("id", event.id).text("name", event.text);
  }
  void operator()(const FlagChange& event) {
    const std::string_view word = word_for(event.flag, kFlagWords);
    Object line(into_);
    line.kind("flag").id("id", event.id).text("flag", word.empty() ? "x-unknown" : word);
    line.truth("value", event.value);
  }
  void operator()(const Lost& event) { Object(into_).kind("lost").id("id", event.id); }
  void operator()(const ScopeBegin& event) {
    Object line(into_);
    line.kind("scope").time(event.time).id("id", event.id).id("parent", event.parent);
    line.unless_empty("name", event.name).unless_0("thread", event.thread.value);
  }
  void operator()(const ScopeEnd& event) {
    Object line(into_);
    line.kind("scope_end").time(event.time).id("id", event.id);
    line.unless_0("thread", event.thread.value);
  }
  void operator()(const FrameMark& event) {
    Object line(into_);
    line.kind("frame").time(event.time).number("n", event.number);
    line.unless_empty("name", event.name).unless_empty("lane", event.lane);
  }
  void operator()(const Counter& event) {
    Object line(into_);
    line.kind("counter").time(event.time).number("tensors", event.tensors);
    line.number("buffers", event.buffers).number("bytes", event.bytes);
    line.number("rss", event.rss).number("gpu_bytes", event.gpu_bytes);
    if (event.resources.empty()) return;
    line.name("resources");
    into_ += '{';
    for (const Resource& resource : event.resources) {
      if (into_.back() != '{') into_ += ',';
      append_text(resource.name, into_);
      fmt::format_to(std::back_inserter(into_), ":{}", resource.value);
    }
    into_ += '}';
  }
  void operator()(const ModuleDefinition& event) {
    Object line(into_);
    line.kind("module").id("id", event.id).unless_empty("path", event.path);
    line.unless_empty("build_id", event.build_id);
    line.number("begin", event.begin).number("end", event.end).unless_0("bias", event.load_bias);
  }
  void operator()(const StackDefinition& event) {
    Object line(into_);
    line.kind("stack").id("id", event.id).name("frames");
    append_list(event.frames, into_, [this](const StackFrame& frame) {
      Object(into_)
          .unless_empty("fn", frame.function)
          .unless_empty("file", frame.file)
          .unless_0("line", frame.line)
          .unless_0("col", frame.column)
          .unless_0("addr", frame.address)
          .id("module", frame.module);
    });
  }
  void operator()(const Dropped& event) {
    Object(into_).kind("dropped").number("count", event.count).unless_empty("why", event.why);
  }
  void operator()(const Misuse& event) {
    Object line(into_);
    line.kind("misuse").time(event.time).text("kind", event.kind);
    line.unless_empty("words", event.words).id("stack", event.stack);
    line.unless_0("thread", event.thread.value);
  }
  void operator()(const Holder& event) {
    Object line(into_);
    line.kind("holder").id("id", event.id).unless_empty("by", event.by);
    line.unless_empty("path", event.path).number("members", event.members);
  }

 private:
  void append_flags(Object& line, Flags flags) {
    line.name("flags");
    into_ += '[';
    for (const auto& word : kFlagWords) {
      if (!flags.has(word.meaning)) continue;
      if (into_.back() != '[') into_ += ',';
      append_text(word.text, into_);
    }
    into_ += ']';
  }

  std::string& into_;
};

}  // namespace

void append_line(const Event& event, std::string& into) {
  std::visit(LineWriter(into), event);
  into += '\n';
}

}  // namespace tensorleak::trace
