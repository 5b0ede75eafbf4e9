#include "adapters/tfjs/addon/arguments.hpp"

#include <algorithm>

namespace tensorleak::tfjs {
namespace {

constexpr double kFirstInexact = 9007199254740992.0;  // 2^53
constexpr std::uint32_t kMostFrames = 512;
constexpr std::uint32_t kMostDimensions = 64;
constexpr std::size_t kLongestText = 4096;

/// A getter of the program may have thrown; what it threw is not the program's to see here.
void forget_exception(napi_env environment) {
  bool is_pending = false;
  napi_is_exception_pending(environment, &is_pending);
  napi_value ignored = nullptr;
  if (is_pending) napi_get_and_clear_last_exception(environment, &ignored);
}

/// Frees the handles of one turn of a loop.
class HandleScope {
 public:
  explicit HandleScope(napi_env environment) : environment_(environment) {
    napi_open_handle_scope(environment_, &scope_);
  }
  ~HandleScope() { napi_close_handle_scope(environment_, scope_); }
  HandleScope(const HandleScope&) = delete;
  HandleScope& operator=(const HandleScope&) = delete;

 private:
  napi_env environment_;
  napi_handle_scope scope_ = nullptr;
};

}  // namespace

double Value::number() const {
  double number = 0;
  if (value_ == nullptr || napi_get_value_double(environment_, value_, &number) != napi_ok)
    return 0;
  return number;
}

std::uint64_t Value::whole() const {
  const double number = this->number();
  return number > 0 && number < kFirstInexact ? static_cast<std::uint64_t>(number) : 0;
}

bool Value::truth() const {
  napi_value converted = nullptr;
  bool truth = false;
  if (value_ != nullptr && napi_coerce_to_bool(environment_, value_, &converted) == napi_ok)
    napi_get_value_bool(environment_, converted, &truth);
  return truth;
}

std::string Value::text() const {
  std::string text;
  std::size_t length = 0;
  if (value_ == nullptr) return text;
  if (napi_get_value_string_utf8(environment_, value_, nullptr, 0, &length) != napi_ok) return text;
  // The call writes a zero behind the text and cuts it between two characters.
  text.resize(std::min(length, kLongestText) + 1);
  napi_get_value_string_utf8(environment_, value_, text.data(), text.size(), &length);
  text.resize(length);
  return text;
}

Value Value::property(const char* name) const {
  napi_value found = nullptr;
  if (value_ == nullptr || napi_get_named_property(environment_, value_, name, &found) != napi_ok) {
    forget_exception(environment_);
    found = nullptr;
  }
  return {environment_, found};
}

bool Value::is_array() const {
  bool is_array = false;
  return value_ != nullptr && napi_is_array(environment_, value_, &is_array) == napi_ok && is_array;
}

std::uint32_t Value::length() const {
  std::uint32_t length = 0;
  if (is_array()) napi_get_array_length(environment_, value_, &length);
  return length;
}

Value Value::element(std::uint32_t index) const {
  napi_value found = nullptr;
  if (napi_get_element(environment_, value_, index, &found) != napi_ok) {
    forget_exception(environment_);
    found = nullptr;
  }
  return {environment_, found};
}

Call::Call(napi_env environment, napi_callback_info info) : environment_(environment) {
  std::size_t count = kMostArguments;
  void* sink = nullptr;
  napi_get_cb_info(environment, info, &count, arguments_.data(), nullptr, &sink);
  sink_ = static_cast<Sink*>(sink);
}

Opening opening_of(const Value& object) {
  return {.runtime = object.property("runtime").text(),
          .backend = object.property("backend").text(),
          .program = object.property("program").text(),
          .started_late = object.property("startedLate").truth(),
          .bytes_per_tensor = object.property("bytesRule").text() == "tensor"};
}

std::optional<std::vector<std::uint64_t>> shape_of(const Value& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::uint64_t> shape(std::min(list.length(), kMostDimensions));
  for (std::uint32_t i = 0; i < shape.size(); ++i)
    shape[i] = list.element(i).whole();
  return shape;
}

std::vector<Place> frames_of(napi_env environment, const Value& list) {
  std::vector<Place> frames(std::min(list.length(), kMostFrames));
  for (std::uint32_t i = 0; i < frames.size(); ++i) {
    const HandleScope scope(environment);
    const Value frame = list.element(i);
    frames[i] = {.function = frame.property("function").text(),
                 .file = frame.property("file").text(),
                 .line = frame.property("line").small(),
                 .column = frame.property("column").small()};
  }
  return frames;
}

}  // namespace tensorleak::tfjs
