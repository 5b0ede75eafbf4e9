#include "cli/workloads/script/step_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <utility>

namespace tensorleak::cli::script {

namespace {

/// Each verb that stands for an action without steps of its own.
using ReadAction = Action (*)(Fields&);
using Verb = std::pair<std::string_view, ReadAction>;

Action clone(Fields& fields) {
  return Clone{.of = fields.text("clone"), .as = fields.text("as", false)};
}
Action reshape(Fields& fields) {
  return Reshape{.of = fields.text("reshape"),
                 .shape = fields.required_shape("shape"),
                 .as = fields.text("as", false)};
}
Action expand_dims(Fields& fields) {
  return ExpandDims{.of = fields.text("expand_dims"),
                    .axis = fields.integer("axis").value_or(0),
                    .as = fields.text("as", false)};
}
Action dispose(Fields& fields) {
  return Dispose{fields.names("dispose")};
}
Action keep(Fields& fields) {
  return Keep{fields.names("keep")};
}
Action forget(Fields& fields) {
  return Forget{fields.names("forget")};
}
Action use(Fields& fields) {
  Use use{.names = fields.names("use"), .op = fields.text("op", false)};
  if (use.op.empty()) use.op = "use";
  return use;
}
Action append(Fields& fields) {
  return Append{.names = fields.names("append"), .list = fields.text("to")};
}
Action take(Fields& fields) {
  return Take{.list = fields.text("take"), .as = fields.text("as", false)};
}
Action variable(Fields& fields) {
  return MakeVariable{.name = fields.text("variable"), .from = fields.text("from")};
}
Action assign(Fields& fields) {
  return Assign{.variable = fields.text("assign"), .from = fields.text("from")};
}
Action acquire(Fields& fields) {
  return Acquire{.as = fields.text("acquire"),
                 .pool = fields.text("from"),
                 .shape = fields.required_shape("shape"),
                 .dtype = fields.dtype().value_or(track::DType::kFloat32)};
}
Action release(Fields& fields) {
  return Release{fields.names("release")};
}
Action call(Fields& fields) {
  return Call{.function = fields.text("call"),
              .with = fields.names("with", false),
              .as = fields.names("as", false)};
}
Action load(Fields& fields) {
  return Load{.model = fields.text("load"), .as = fields.text("as")};
}
Action predict(Fields& fields) {
  return Predict{
      .model = fields.text("predict"), .of = fields.names("of"), .as = fields.text("as", false)};
}
Action counter(Fields& fields) {
  if (fields.text("counter") != "memory") {
    fields.fail(fields.object(), "counter", "expected \"memory\"");
  }
  return CountMemory{};
}
Action resource(Fields& fields) {
  return Resource{.name = fields.text("resource"), .value = fields.required_integer("value", 0)};
}

constexpr std::array<Verb, 17> kVerbs = {{{"clone", clone},
                                          {"reshape", reshape},
                                          {"expand_dims", expand_dims},
                                          {"dispose", dispose},
                                          {"keep", keep},
                                          {"forget", forget},
                                          {"use", use},
                                          {"append", append},
                                          {"take", take},
                                          {"variable", variable},
                                          {"assign", assign},
                                          {"acquire", acquire},
                                          {"release", release},
                                          {"call", call},
                                          {"load", load},
                                          {"predict", predict},
                                          {"counter", counter}}};

std::string all_verbs() {
  std::string verbs = "op, tidy, scope, repeat, if, resource";
  for (const auto& [verb, read] : kVerbs)
    verbs += fmt::format(", {}", verb);
  return verbs;
}

Condition condition(const JsonValue& value, const std::string& pointer, Mistake& mistake) {
  Fields fields(value, pointer, mistake);
  Condition condition{.every = fields.integer("every", 1),
                      .from = fields.integer("from", 0),
                      .before = fields.integer("before", 0),
                      .longer = fields.text("longer", false)};
  if (!condition.longer.empty()) condition.than = fields.required_integer("than", 0);
  condition.defined = fields.text("defined", false);
  fields.refuse_others();
  const bool is_empty = !condition.every && !condition.from && !condition.before &&
                        condition.longer.empty() && condition.defined.empty();
  if (is_empty) mistake.note(value, pointer, "the condition says nothing");
  return condition;
}

/// "FILE:LINE" or "FILE:LINE:COLUMN".
bool parse_place(std::string_view text, Place& place) {
  std::array<std::uint32_t, 2> numbers = {};
  std::size_t count = 0;
  while (count < 2) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) break;
    const char* const end = text.data() + text.size();
    std::uint32_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
    if (error != std::errc() || stop != end || number == 0) break;
    numbers[count++] = number;
    text = text.substr(0, colon);
  }
  if (count == 0 || text.empty()) return false;
  place.file = text;
  place.line = count == 2 ? numbers[1] : numbers[0];
  place.column = count == 2 ? numbers[0] : 0;
  return true;
}

}  // namespace

Steps StepReader::steps(const JsonValue::Array& list, const std::string& pointer) {
  Steps steps;
  steps.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    steps.push_back(step(list[i], fmt::format("{}/{}", pointer, i)));
  return steps;
}

Step StepReader::step(const JsonValue& value, const std::string& pointer) {
  Fields fields(value, pointer, mistake_);
  static_cast<void>(fields.text("about", false));
  Step step{.action = action(fields),
            .place = place(fields, value),
            .line = value.line,
            .pointer = pointer};
  fields.refuse_others();
  return step;
}

Place StepReader::place(Fields& fields, const JsonValue& value) {
  Place place{.function = function_,
              .file = file_,
              .line = static_cast<std::uint32_t>(value.line),
              .column = static_cast<std::uint32_t>(value.column)};
  const JsonValue* const at = fields.get("at");
  if (at == nullptr) return place;
  if (!parse_place(fields.text("at"), place)) {
    fields.fail(*at, "at", "expected a place such as \"sketch.js:12\" or \"sketch.js:12:5\"");
  }
  return place;
}

Action StepReader::action(Fields& fields) {
  // "use" has an operation's name, too, and so it is asked for before.
  for (const auto& [verb, read] : kVerbs) {
    if (fields.has(verb)) return read(fields);
  }
  if (fields.has("resource")) return resource(fields);
  if (fields.has("op")) return operation(fields);
  if (fields.has("tidy")) return tidy(fields);
  if (fields.has("scope")) return named_scope(fields);
  if (fields.has("repeat")) return repeat(fields);
  if (fields.has("if")) return branch(fields);
  mistake_.note(fields.object(), "", "this step says nothing to do",
                "give it one of: " + all_verbs());
  return Forget{};
}

Action StepReader::operation(Fields& fields) {
  return Operation{.op = fields.text("op"),
                   .of = fields.names("of", false),
                   .as = fields.text("as", false),
                   .shape = fields.shape("shape"),
                   .dtype = fields.dtype(),
                   .value = fields.number("value"),
                   .values = fields.numbers("values"),
                   .axis = fields.integer("axis"),
                   .begin = fields.shape("begin"),
                   .size = fields.shape("size"),
                   .height = fields.integer("height", 1).value_or(0),
                   .width = fields.integer("width", 1).value_or(0)};
}

Steps StepReader::inner(Fields& fields, std::string_view name, bool required) {
  return steps(fields.list(name, required), fields.pointer(name));
}

Action StepReader::tidy(Fields& fields) {
  return Tidy{.name = fields.text("name", false),
              .steps = inner(fields, "tidy"),
              .returns = fields.names("returns", false)};
}

Action StepReader::named_scope(Fields& fields) {
  return NamedScope{.name = fields.text("scope"), .steps = inner(fields, "steps")};
}

Action StepReader::repeat(Fields& fields) {
  return Repeat{.count = fields.required_integer("repeat", 0), .steps = inner(fields, "steps")};
}

Action StepReader::branch(Fields& fields) {
  If branch;
  if (const JsonValue* const value = fields.get("if", true)) {
    branch.condition = condition(*value, fields.pointer("if"), mistake_);
  }
  branch.then = inner(fields, "then");
  branch.otherwise = inner(fields, "else", false);
  return branch;
}

}  // namespace tensorleak::cli::script
