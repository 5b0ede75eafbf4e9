#include "cli/workloads/script/runner.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "cli/workloads/script/operations.hpp"

namespace tensorleak::cli::script {

using track::Tensor;

namespace {

constexpr std::size_t kDeepestCalls = 200;

/// A mistake that only running a script shows; the runner adds where.
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

const Tensor* tensor_in(const Value& value) {
  if (const auto* const tensor = std::get_if<Tensor>(&value)) return tensor;
  if (const auto* const variable = std::get_if<track::Variable>(&value)) return &variable->get();
  if (const auto* const lease = std::get_if<std::shared_ptr<track::PoolLease>>(&value)) {
    return &(*lease)->get();
  }
  return nullptr;
}

const Tensor& tensor_of(const Value& value, const std::string& name) {
  const Tensor* const found = tensor_in(value);
  if (found == nullptr) throw ScriptError(fmt::format("\"{}\" is a model, and no tensor", name));
  return *found;
}

void dispose_value(const Value& value) {
  if (const auto* const model = std::get_if<std::shared_ptr<LoadedModel>>(&value)) {
    for (const Tensor& weight : (*model)->weights)
      weight.dispose();
  } else {
    tensor_in(value)->dispose();
  }
}

Tensor make(const TensorSpec& spec, const char* op, std::span<const Tensor> inputs) {
  return track::output_of(spec.op.empty() ? op : spec.op, inputs, spec.shape, spec.dtype);
}

}  // namespace

Runner::Runner(const Script& script) : script_(script), bytes_before_(track::memory().num_bytes) {
  for (const std::string& pool : script.pools)
    pools_.emplace(pool, track::TensorPool(pool));
}

Runner::~Runner() {
  track_stack_set(nullptr, 0);
}

trace::Result<RunEnd> Runner::run() {
  RunEnd end;
  try {
    run_all(end);
  } catch (const OutOfMemory&) {
    end.is_out_of_memory = true;
  } catch (const std::bad_alloc&) {
    const Step& at = *activations_.back();
    return trace::fail({script_.file, at.line, 0, at.pointer + ": memory does not suffice",
                        "give the script a \"memory_limit\""});
  } catch (const std::exception& error) {
    const Step& at = *activations_.back();
    return trace::fail({script_.file, at.line, 0, fmt::format("{}: {}", at.pointer, error.what()),
                        fmt::format("frame {}", frame_)});
  }
  return end;
}

void Runner::run_all(RunEnd& end) {
  activations_.push_back(nullptr);
  steps(script_.setup);
  for (frame_ = 0; frame_ < script_.frames; ++frame_) {
    names_.open(/*is_function=*/false);
    steps(script_.frame);
    names_.close();
    track::frame();
    ++end.frames;
  }
  steps(script_.teardown);
}

void Runner::steps(const Steps& steps) {
  for (const Step& next : steps)
    step(next);
}

void Runner::step(const Step& step) {
  const Step* const before = std::exchange(activations_.back(), &step);
  say_stack();
  std::visit([this](const auto& action) { act(action); }, step.action);
  check_memory();
  // Where a step fails, the place of the failure is what the activations say.
  activations_.back() = before == nullptr ? &step : before;
}

/// Each active function's step, innermost first.
void Runner::say_stack() {
  std::vector<std::uint64_t> stack;
  stack.reserve(activations_.size());
  for (std::size_t i = activations_.size(); i-- > 0;) {
    const Step* const at = activations_[i];
    const auto [entry, is_new] = places_.try_emplace(at, 0);
    if (is_new) {
      const Place& place = at->place;
      entry->second =
          track_place(place.function.c_str(), place.file.c_str(), place.line, place.column);
    }
    stack.push_back(entry->second);
  }
  track_stack_set(stack.data(), stack.size());
}

void Runner::check_memory() const {
  if (!script_.memory_limit) return;
  const std::uint64_t held = track::memory().num_bytes - bytes_before_;
  if (held > *script_.memory_limit) throw OutOfMemory();
}

Value& Runner::value(const std::string& name) {
  if (Value* const found = names_.find(name)) return *found;
  throw ScriptError(fmt::format("nothing is called \"{}\" here", name));
}

const Tensor& Runner::tensor(const std::string& name) {
  return tensor_of(value(name), name);
}

std::vector<Tensor> Runner::tensors(const Names& names) {
  std::vector<Tensor> result;
  result.reserve(names.size());
  for (const std::string& name : names)
    add_tensors(name, result);
  return result;
}

void Runner::add_tensors(const std::string& name, std::vector<Tensor>& result) {
  const std::deque<Value>* const members = names_.find_list(name);
  if (names_.find(name) != nullptr || members == nullptr) {
    result.push_back(tensor(name));
    return;
  }
  for (const Value& member : *members)
    result.push_back(tensor_of(member, name));
}

std::deque<Value>& Runner::list(const std::string& name) {
  if (std::deque<Value>* const found = names_.find_list(name)) return *found;
  throw ScriptError(fmt::format("there is no list \"{}\": nothing was appended to it", name));
}

/// A result without a name: its handle goes at once.
void Runner::bind(const std::string& name, Value value) {
  if (!name.empty()) names_.set(name, std::move(value));
}

void Runner::act(const Operation& operation) {
  bind(operation.as, perform(operation, tensors(operation.of)));
}

void Runner::act(const Clone& clone) {
  bind(clone.as, tensor(clone.of).clone());
}

void Runner::act(const Reshape& reshape) {
  bind(reshape.as, tensor(reshape.of).reshape(reshape.shape));
}

void Runner::act(const ExpandDims& expand) {
  bind(expand.as, tensor(expand.of).expand_dims(expand.axis));
}

void Runner::act(const Dispose& dispose) {
  for (const std::string& name : dispose.names) {
    if (names_.find(name) != nullptr) {
      dispose_value(value(name));
      continue;
    }
    std::deque<Value>& members = list(name);
    for (const Value& member : members)
      dispose_value(member);
    members.clear();
  }
}

void Runner::act(const Keep& keep) {
  for (const Tensor& kept : tensors(keep.names))
    track::keep(kept);
}

void Runner::act(const Forget& forget) {
  for (const std::string& name : forget.names) {
    if (names_.forget(name)) continue;
    list(name).clear();
  }
}

void Runner::act(const Use& use) {
  for (const Tensor& used : tensors(use.names))
    track::use(used, use.op);
}

void Runner::act(const Append& append) {
  for (const std::string& name : append.names)
    names_.list(append.list).push_back(value(name));
}

void Runner::act(const Take& take) {
  std::deque<Value>& members = list(take.list);
  if (members.empty()) throw ScriptError(fmt::format("the list \"{}\" is empty", take.list));
  Value oldest = std::move(members.front());
  members.pop_front();
  bind(take.as, std::move(oldest));
}

void Runner::act(const Tidy& tidy) {
  std::vector<Value> returned;
  {
    track::TidyScope scope(tidy.name);
    names_.open(/*is_function=*/false);
    steps(tidy.steps);
    for (const std::string& name : tidy.returns) {
      scope.release(tensor(name));
      returned.push_back(value(name));
    }
    names_.close();
  }
  for (std::size_t i = 0; i < returned.size(); ++i)
    names_.set(tidy.returns[i], std::move(returned[i]));
}

void Runner::act(const NamedScope& scope) {
  const track::Scope named(scope.name);
  steps(scope.steps);
}

void Runner::act(const MakeVariable& variable) {
  names_.set(variable.name, track::Variable(tensor(variable.from), variable.name));
}

void Runner::act(const Assign& assign) {
  const auto* const variable = std::get_if<track::Variable>(&value(assign.variable));
  if (variable == nullptr) {
    throw ScriptError(fmt::format("\"{}\" is no variable", assign.variable));
  }
  variable->assign(tensor(assign.from));
}

void Runner::act(const Acquire& acquire) {
  track::TensorPool& pool = pools_.find(acquire.pool)->second;
  track::PoolLease lease = pool.acquire(acquire.shape, acquire.dtype);
  names_.set(acquire.as, std::make_shared<track::PoolLease>(std::move(lease)));
}

void Runner::act(const Release& release) {
  for (const std::string& name : release.names) {
    const auto* const lease = std::get_if<std::shared_ptr<track::PoolLease>>(&value(name));
    if (lease == nullptr) throw ScriptError(fmt::format("\"{}\" is no pool's", name));
    (*lease)->release();
    names_.forget(name);
  }
}

void Runner::act(const Call& call) {
  const Function& function = script_.functions.find(call.function)->second;
  if (activations_.size() == kDeepestCalls) throw ScriptError("functions call each other for ever");
  std::vector<Value> values;
  values.reserve(call.with.size());
  for (const std::string& name : call.with)
    values.push_back(value(name));

  names_.open(/*is_function=*/true);
  for (std::size_t i = 0; i < values.size(); ++i)
    names_.set_here(function.parameters[i], std::move(values[i]));
  values.clear();
  activations_.push_back(activations_.back());
  steps(function.steps);
  for (std::size_t i = 0; i < call.as.size(); ++i)
    values.push_back(value(function.returns[i]));
  activations_.pop_back();
  names_.close();
  for (std::size_t i = 0; i < values.size(); ++i)
    names_.set(call.as[i], std::move(values[i]));
}

void Runner::act(const Repeat& repeat) {
  for (std::int64_t i = 0; i < repeat.count; ++i)
    steps(repeat.steps);
}

void Runner::act(const If& branch) {
  steps(holds(branch.condition) ? branch.then : branch.otherwise);
}

bool Runner::holds(const Condition& condition) {
  if (condition.every && frame_ % *condition.every != 0) return false;
  if (condition.from && frame_ < *condition.from) return false;
  if (condition.before && frame_ >= *condition.before) return false;
  if (!condition.longer.empty()) {
    const std::deque<Value>* const members = names_.find_list(condition.longer);
    const std::size_t size = members == nullptr ? 0 : members->size();
    if (size <= static_cast<std::size_t>(condition.than)) return false;
  }
  return condition.defined.empty() || names_.find(condition.defined) != nullptr;
}

void Runner::act(const Load& load) {
  const Model& kind = script_.models.find(load.model)->second;
  auto model = std::make_shared<LoadedModel>(LoadedModel{.kind = &kind});
  const track::Scope scope(load.model);
  model->weights.reserve(kind.weights.size());
  for (const TensorSpec& weight : kind.weights)
    model->weights.push_back(track::keep(make(weight, "load", {})));
  names_.set(load.as, std::move(model));
}

void Runner::act(const Predict& predict) {
  const auto* const model = std::get_if<std::shared_ptr<LoadedModel>>(&value(predict.model));
  if (model == nullptr) throw ScriptError(fmt::format("\"{}\" is no model", predict.model));
  std::vector<Tensor> inputs = tensors(predict.of);
  Tensor result;
  {
    track::TidyScope scope("predict");
    for (const TensorSpec& layer : (*model)->kind->layers) {
      inputs.insert(inputs.end(), (*model)->weights.begin(), (*model)->weights.end());
      result = make(layer, "layer", inputs);
      inputs = {result};
    }
    scope.release(result);
  }
  bind(predict.as, std::move(result));
}

void Runner::act(const CountMemory&) {
  const track::Memory memory = track::memory();
  track_counter(memory.num_tensors, memory.num_buffers, memory.num_bytes);
}

void Runner::act(const Resource& resource) {
  track_resource(resource.name.c_str(), static_cast<std::uint64_t>(resource.value));
}

}  // namespace tensorleak::cli::script
