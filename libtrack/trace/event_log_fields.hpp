// Typed access to the fields of one JSON object of an event log.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "libtrack/trace/event_log_fault.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::trace {

inline constexpr std::string_view kWholeNumber = "a whole number, 0 or more";

/// A number without a fraction from 0 to 2^64 - 1, as JSON has it: 5, 5.0 and 5e0 are the same.
std::optional<std::uint64_t> whole_number(simdjson::dom::element value);

/// Remembers the first fault of a line.
class FaultKeeper {
 public:
  void refuse(const FieldFault& fault) {
    if (!fault_) fault_ = fault;
  }
  const std::optional<FieldFault>& fault() const { return fault_; }

 private:
  std::optional<FieldFault> fault_;
};

/// Views of one object of a line; they are valid while the parsed line is. A field that is null is
/// absent, of a field that stands twice the first counts, and one that nobody asks for is ignored.
/// A field that is not what was asked for is refused: the keeper has the fault, the caller a value
/// that means nothing.
class Fields {
 public:
  /// The object of the line itself.
  Fields(simdjson::dom::object object, FaultKeeper& faults) : object_(object), faults_(faults) {}

  /// An object within the line; `place` says where.
  Fields(simdjson::dom::object object, FaultKeeper& faults, const FieldPlace& place)
      : object_(object), faults_(faults), parent_(place) {}

  std::optional<simdjson::dom::element> find(std::string_view name) const;

  std::optional<std::string_view> text(std::string_view name) const;
  std::string_view required_text(std::string_view name, std::string_view expected) const;

  std::optional<std::uint64_t> whole(std::string_view name,
                                     std::string_view expected = kWholeNumber) const;
  std::uint64_t required_whole(std::string_view name, std::string_view expected) const;

  /// A count that starts at 1, such as that of lines; 0 where it is absent.
  std::uint32_t ordinal(std::string_view name) const;

  bool truth(std::string_view name, bool otherwise) const;

  template <class Kind>
  std::optional<Id<Kind>> id(std::string_view name) const {
    const auto value = whole(name);
    if (!value) return std::nullopt;
    return Id<Kind>{*value};
  }

  template <class Kind>
  Id<Kind> required_id(std::string_view name) const {
    return {required_whole(name, kWholeNumber)};
  }

  std::optional<simdjson::dom::array> list(std::string_view name, std::string_view expected) const;
  std::optional<simdjson::dom::object> object(std::string_view name,
                                              std::string_view expected) const;

  void refuse(std::string_view name, std::string_view expected) const;
  void refuse(const FieldFault& fault) const { faults_.refuse(fault); }
  FaultKeeper& faults() const { return faults_; }

 private:
  simdjson::dom::object object_;
  FaultKeeper& faults_;
  std::optional<FieldPlace> parent_;
};

}  // namespace tensorleak::trace
