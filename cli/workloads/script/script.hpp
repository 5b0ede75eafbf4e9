// A workload script, once it is understood (docs/workload-script.md): what to do with tensors in
// setup, in every frame and at the end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <track/dtype.hpp>
#include <track/shape.hpp>

namespace tensorleak::cli::script {

struct Step;
using Steps = std::vector<Step>;
using Names = std::vector<std::string>;

/// An operation of libtrack; with a shape, an operation that libtrack does not have.
struct Operation {
  std::string op;
  Names of;
  std::string as;
  std::optional<track::Shape> shape;
  std::optional<track::DType> dtype;
  std::optional<double> value;
  std::vector<double> values;
  std::optional<std::int64_t> axis;
  std::optional<track::Shape> begin;
  std::optional<track::Shape> size;
  std::int64_t height = 0;
  std::int64_t width = 0;
};

struct Clone {
  std::string of;
  std::string as;
};
struct Reshape {
  std::string of;
  track::Shape shape;
  std::string as;
};
struct ExpandDims {
  std::string of;
  std::int64_t axis = 0;
  std::string as;
};

struct Dispose {
  Names names;
};
struct Keep {
  Names names;
};
/// Lets go of handles.
struct Forget {
  Names names;
};
/// Something reads the tensors that is no operation.
struct Use {
  Names names;
  std::string op;
};

/// Puts a handle at the end of a global list.
struct Append {
  Names names;
  std::string list;
};
/// Takes the oldest handle out of a list.
struct Take {
  std::string list;
  std::string as;
};

struct Tidy {
  std::string name;
  Steps steps;
  Names returns;
};
struct NamedScope {
  std::string name;
  Steps steps;
};

struct MakeVariable {
  std::string name;
  std::string from;
};
struct Assign {
  std::string variable;
  std::string from;
};

struct Acquire {
  std::string as;
  std::string pool;
  track::Shape shape;
  track::DType dtype = track::DType::kFloat32;
};
/// Gives a tensor back to its pool.
struct Release {
  Names names;
};

struct Call {
  std::string function;
  Names with;
  Names as;
};
struct Repeat {
  std::int64_t count = 0;
  Steps steps;
};

/// Each member that is set must hold.
struct Condition {
  std::optional<std::int64_t> every;   ///< the frame's number is a multiple
  std::optional<std::int64_t> from;    ///< the first frame for which it holds
  std::optional<std::int64_t> before;  ///< the first frame for which it does not hold
  std::string longer;                  ///< a list that has more members …
  std::int64_t than = 0;               ///< … than this
  std::string defined;                 ///< a name that stands for something
};
struct If {
  Condition condition;
  Steps then;
  Steps otherwise;
};

struct Load {
  std::string model;
  std::string as;
};
struct Predict {
  std::string model;
  Names of;
  std::string as;
};

/// The runtime's own counter: what memory() says.
struct CountMemory {};
struct Resource {
  std::string name;
  std::int64_t value = 0;
};

using Action = std::variant<Operation, Clone, Reshape, ExpandDims, Dispose, Keep, Forget, Use,
                            Append, Take, Tidy, NamedScope, MakeVariable, Assign, Acquire, Release,
                            Call, Repeat, If, Load, Predict, CountMemory, Resource>;

/// Where a step stands; in the stacks of tensors and in errors.
struct Place {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Step {
  Action action;
  Place place;             ///< as the stacks of its tensors show it
  std::uint64_t line = 0;  ///< of the script
  std::string pointer;     ///< in the script: "/frame/2"
};

struct Function {
  Names parameters;
  Steps steps;
  Names returns;
};

struct TensorSpec {
  std::string op;
  track::Shape shape;
  track::DType dtype = track::DType::kFloat32;
};

/// What stands for a model: weights that it keeps, and layers of which the last one's result is the
/// prediction; the others are disposed.
struct Model {
  std::vector<TensorSpec> weights;
  std::vector<TensorSpec> layers;
};

struct Script {
  std::string file;
  std::string name;
  std::int64_t frames = 40;
  std::optional<std::uint64_t> memory_limit;  ///< bytes
  std::map<std::string, Model, std::less<>> models;
  std::map<std::string, Function, std::less<>> functions;
  Names pools;
  Steps setup;
  Steps frame;
  Steps teardown;
};

}  // namespace tensorleak::cli::script
