#include "cli/workloads/script/read_script.hpp"

#include <fmt/format.h>

#include "cli/size.hpp"
#include "cli/workloads/script/fields.hpp"
#include "cli/workloads/script/located_json.hpp"
#include "cli/workloads/script/step_reader.hpp"

namespace tensorleak::cli::script {

using trace::Result;

namespace {

constexpr std::int64_t kMostFrames = 1'000'000'000;

void check_version(Fields& fields) {
  if (fields.text("format") != kFormat) {
    fields.fail(fields.object(), "format", fmt::format("expected \"{}\"", kFormat));
  }
  const std::int64_t version = fields.required_integer("version", 1);
  if (version != kVersion) {
    fields.fail(
        *fields.object().find("version"), "version",
        fmt::format("this is version {}, and this tensorleak reads version {}", version, kVersion));
  }
}

std::optional<std::uint64_t> memory_limit(Fields& fields) {
  const JsonValue* const value = fields.get("memory_limit");
  if (value == nullptr) return std::nullopt;
  const auto size = parse_size(fields.text("memory_limit"));
  if (size) return *size;
  fields.fail(*value, "memory_limit", size.error());
  return std::nullopt;
}

std::vector<TensorSpec> tensor_specs(Fields& fields, std::string_view name, Mistake& mistake) {
  std::vector<TensorSpec> specs;
  const JsonValue::Array& list = fields.list(name, true);
  specs.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Fields spec(list[i], fmt::format("{}/{}", fields.pointer(name), i), mistake);
    specs.push_back({.op = spec.text("op", false),
                     .shape = spec.required_shape("shape"),
                     .dtype = spec.dtype().value_or(track::DType::kFloat32)});
    spec.refuse_others();
  }
  return specs;
}

Model model(const JsonValue& value, const std::string& pointer, Mistake& mistake) {
  Fields fields(value, pointer, mistake);
  Model model{.weights = tensor_specs(fields, "weights", mistake),
              .layers = tensor_specs(fields, "layers", mistake)};
  if (model.layers.empty()) fields.fail(value, "layers", "a model has at least one layer");
  fields.refuse_others();
  return model;
}

Function function(const JsonMember& member, const std::string& pointer, const std::string& file,
                  Mistake& mistake) {
  Fields fields(member.value, pointer, mistake);
  Function function{.parameters = fields.names("parameters", false),
                    .steps = StepReader(file, member.name, mistake)
                                 .steps(fields.list("steps", true), fields.pointer("steps")),
                    .returns = fields.names("returns", false)};
  static_cast<void>(fields.text("about", false));
  fields.refuse_others();
  return function;
}

/// The members of an object of the script, none where it is missing.
const JsonValue::Object& members(Fields& fields, std::string_view name) {
  static const JsonValue::Object none;
  const JsonValue* const value = fields.get(name);
  if (value == nullptr) return none;
  const auto* const object = value->as<JsonValue::Object>();
  if (object == nullptr) fields.fail(*value, name, "expected an object");
  return object == nullptr ? none : *object;
}

Script script(const JsonValue& root, const std::string& file, Mistake& mistake) {
  Fields fields(root, "", mistake);
  check_version(fields);
  fields.text("$schema", false);  // which editors read
  const auto steps = [&](const char* name) {
    return StepReader(file, name, mistake).steps(fields.list(name), fields.pointer(name));
  };
  Script script{.file = file,
                .name = fields.text("name", false),
                .frames = fields.integer("frames", 0).value_or(40),
                .memory_limit = memory_limit(fields),
                .models = {},
                .functions = {},
                .pools = fields.names("pools", false),
                .setup = steps("setup"),
                .frame = steps("frame"),
                .teardown = steps("teardown")};
  if (script.frames > kMostFrames) fields.fail(root, "frames", "more frames than will ever end");
  for (const JsonMember& member : members(fields, "models")) {
    script.models.emplace(member.name, model(member.value, "/models/" + member.name, mistake));
  }
  for (const JsonMember& member : members(fields, "functions")) {
    script.functions.emplace(member.name,
                             function(member, "/functions/" + member.name, file, mistake));
  }
  static_cast<void>(fields.text("about", false));
  fields.refuse_others();
  return script;
}

}  // namespace

Result<Script> read_script(std::string_view text, const std::string& file) {
  const auto root = parse_located(text, file);
  if (!root) return trace::fail(root.error());
  Mistake mistake(file);
  Script read = script(*root, file, mistake);
  if (mistake.first()) return trace::fail(*mistake.first());
  return read;
}

}  // namespace tensorleak::cli::script
