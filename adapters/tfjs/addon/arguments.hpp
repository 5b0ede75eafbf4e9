// The arguments of a call from JavaScript. Nothing here throws or leaves a JavaScript exception
// behind: what is not of the expected kind reads as 0, false or empty.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapters/tfjs/addon/sink.hpp"

namespace tensorleak::tfjs {

/// A value of JavaScript, in the thread and the call that it came with.
class Value {
 public:
  Value(napi_env environment, napi_value value) : environment_(environment), value_(value) {}

  /// 0 where it is none.
  double number() const;
  /// A whole number below 2^53; 0 where it is none.
  std::uint64_t whole() const;
  std::uint32_t small() const { return static_cast<std::uint32_t>(whole()); }
  bool truth() const;
  std::string text() const;
  Value property(const char* name) const;
  bool is_array() const;
  std::uint32_t length() const;
  Value element(std::uint32_t index) const;

 private:
  napi_env environment_;
  napi_value value_;  ///< null: nothing
};

constexpr std::size_t kMostArguments = 6;

/// A call, and the sink of the environment in which it was made.
class Call {
 public:
  Call(napi_env environment, napi_callback_info info);

  Sink& sink() const { return *sink_; }
  napi_env environment() const { return environment_; }
  Value operator[](std::size_t index) const { return {environment_, arguments_[index]}; }

 private:
  napi_env environment_;
  Sink* sink_ = nullptr;
  std::array<napi_value, kMostArguments> arguments_{};
};

Opening opening_of(const Value& object);
std::optional<std::vector<std::uint64_t>> shape_of(const Value& list);
/// At most as many frames as libtrack keeps.
std::vector<Place> frames_of(napi_env environment, const Value& list);

}  // namespace tensorleak::tfjs
