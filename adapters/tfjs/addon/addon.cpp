// The addon that the agent's preload requires: its exports are the functions of a sink.
//
// Each JavaScript environment gets a sink of its own, which ends with it. No exception passes to
// JavaScript: an event for which there is no memory is left out.

#include <node_api.h>

#include <array>
#include <memory>
#include <new>
#include <span>

#include "adapters/tfjs/addon/arguments.hpp"
#include "adapters/tfjs/addon/sink.hpp"

namespace tensorleak::tfjs {
namespace {

template <auto Act>
napi_value tell(napi_env environment, napi_callback_info info) {
  try {
    Act(Call(environment, info));
  } catch (const std::bad_alloc&) {
    // What cannot be told is left out.
  }
  return nullptr;
}

/// Returns a number to JavaScript: 0 where there is no memory.
template <auto Ask>
napi_value answer(napi_env environment, napi_callback_info info) {
  std::uint32_t number = 0;
  try {
    number = Ask(Call(environment, info));
  } catch (const std::bad_alloc&) {
    number = 0;
  }
  napi_value result = nullptr;
  napi_create_uint32(environment, number, &result);
  return result;
}

/// The memory of the batch, for JavaScript to write into. It belongs to the sink, which outlives
/// all JavaScript of its environment. Undefined where the engine wants memory of its own
/// (Electron): then the agent tells of each event by itself.
napi_value batch_memory(napi_env environment, napi_callback_info info) {
  const std::span<double> words = Call(environment, info).sink().batch();
  napi_value memory = nullptr;
  const napi_status status = napi_create_external_arraybuffer(
      environment, words.data(), words.size_bytes(), nullptr, nullptr, &memory);
  return status == napi_ok ? memory : nullptr;
}

struct Function {
  const char* name;
  napi_callback call;
};

constexpr std::array kFunctions = {
    Function{"open", tell<[](const Call& call) { call.sink().open(opening_of(call[0])); }>},
    Function{"text", answer<[](const Call& call) { return call.sink().text(call[0].text()); }>},
    Function{"kind", answer<[](const Call& call) {
               return call.sink().kind(call[0].text(), call[1].text(), shape_of(call[2]));
             }>},
    Function{"stack", answer<[](const Call& call) {
               return call.sink().stack(frames_of(call.environment(), call[0]));
             }>},
    Function{"alloc", tell<[](const Call& call) {
               call.sink().alloc(call[0].whole(), call[1].whole(), call[2].whole(), call[3].small(),
                                 call[4].small(), call[5].small());
             }>},
    Function{"assign", tell<[](const Call& call) {
               call.sink().assign(call[0].whole(), call[1].whole(), call[2].whole(),
                                  call[3].small());
             }>},
    Function{"free",
             tell<[](const Call& call) { call.sink().free(call[0].whole(), call[1].small()); }>},
    Function{"use",
             tell<[](const Call& call) { call.sink().use(call[0].whole(), call[1].small()); }>},
    Function{"flag", tell<[](const Call& call) {
               call.sink().flag(call[0].whole(), call[1].small(), call[2].truth());
             }>},
    Function{"name",
             tell<[](const Call& call) { call.sink().name(call[0].whole(), call[1].small()); }>},
    Function{"lost", tell<[](const Call& call) { call.sink().lost(call[0].whole()); }>},
    Function{"holder", tell<[](const Call& call) {
               call.sink().holder(call[0].whole(), call[1].text(), call[2].text(), call[3].whole());
             }>},
    Function{"scopeBegin",
             tell<[](const Call& call) { call.sink().scope_begin(call[0].small()); }>},
    Function{"scopeEnd", tell<[](const Call& call) { call.sink().scope_end(); }>},
    Function{"frame",
             tell<[](const Call& call) { call.sink().frame(call[0].small(), call[1].small()); }>},
    Function{
        "resource",
        tell<[](const Call& call) { call.sink().resource(call[0].small(), call[1].whole()); }>},
    Function{"counter", tell<[](const Call& call) {
               call.sink().counter(call[0].whole(), call[1].whole(), call[2].whole());
             }>},
    Function{"misuse", tell<[](const Call& call) {
               call.sink().misuse(call[0].small(), call[1].small(), call[2].small());
             }>},
    Function{"batch", batch_memory},
    Function{"take", tell<[](const Call& call) { call.sink().take(call[0].number()); }>},
    Function{"flush", tell<[](const Call& call) { call.sink().flush(); }>},
    Function{"close", tell<[](const Call& call) { call.sink().close(); }>},
};

bool add_functions(napi_env environment, napi_value exports, Sink* sink) {
  for (const Function& function : kFunctions) {
    napi_value made = nullptr;
    if (napi_create_function(environment, function.name, NAPI_AUTO_LENGTH, function.call, sink,
                             &made) != napi_ok ||
        napi_set_named_property(environment, exports, function.name, made) != napi_ok) {
      return false;
    }
  }
  return true;
}

void end_sink(napi_env, void* sink, void*) {
  delete static_cast<Sink*>(sink);
}

}  // namespace
}  // namespace tensorleak::tfjs

// Called once for each environment that loads the addon.
NAPI_MODULE_INIT() {
  using tensorleak::tfjs::Sink;
  auto sink = std::unique_ptr<Sink>();
  try {
    sink = std::make_unique<Sink>();
  } catch (const std::bad_alloc&) {
    sink = nullptr;
  }
  if (sink == nullptr || !tensorleak::tfjs::add_functions(env, exports, sink.get()) ||
      napi_set_instance_data(env, sink.get(), tensorleak::tfjs::end_sink, nullptr) != napi_ok) {
    napi_throw_error(env, nullptr, "tensorleak: the addon cannot be set up");
    return nullptr;
  }
  static_cast<void>(sink.release());  // the environment's from here on
  return exports;
}
