// Room for one object in static storage that no exit destroys.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace tensorleak::record {

/// Other destructors of the process may still use what is in here, so only `destroy` ends it.
/// Static storage, unlike a mapping, is also where LeakSanitizer looks for pointers.
template <class Value>
class Undestroyed {
 public:
  constexpr Undestroyed() noexcept = default;

  template <class... Arguments>
  Value* emplace(Arguments&&... arguments) {
    return std::construct_at(get(), std::forward<Arguments>(arguments)...);
  }

  void destroy() noexcept { std::destroy_at(get()); }

  Value* get() noexcept { return reinterpret_cast<Value*>(storage_); }

 private:
  alignas(Value) std::byte storage_[sizeof(Value)] = {};
};

}  // namespace tensorleak::record
