// The fields of one object of a script, each asked for by name; what nobody asked for is a mistake.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <track/dtype.hpp>
#include <track/shape.hpp>

#include "cli/workloads/script/located_json.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli::script {

/// The first mistake in a script. Later ones may follow from it.
class Mistake {
 public:
  explicit Mistake(std::string file) : file_(std::move(file)) {}

  void note(const JsonValue& at, const std::string& pointer, const std::string& what,
            const std::string& cure = "");
  const std::optional<trace::Error>& first() const { return first_; }

 private:
  std::string file_;
  std::optional<trace::Error> first_;
};

/// Views of an object, which must outlive it. Where a field is not as it should be, the mistake is
/// noted and something harmless returned.
class Fields {
 public:
  /// `pointer` is where the object stands: "/frame/2".
  Fields(const JsonValue& object, std::string pointer, Mistake& mistake);

  bool has(std::string_view name) const { return object_.find(name) != nullptr; }
  /// The value, or null; notes that it is missing if `required`.
  const JsonValue* get(std::string_view name, bool required = false);

  std::string text(std::string_view name, bool required = true);
  /// One name, or a list of names.
  std::vector<std::string> names(std::string_view name, bool required = true);
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t least = INT64_MIN);
  std::int64_t required_integer(std::string_view name, std::int64_t least = INT64_MIN);
  std::optional<double> number(std::string_view name);
  std::vector<double> numbers(std::string_view name);
  std::optional<track::Shape> shape(std::string_view name);
  track::Shape required_shape(std::string_view name);
  std::optional<track::DType> dtype(std::string_view name = "dtype");
  /// The members of a list, none where it is missing.
  const JsonValue::Array& list(std::string_view name, bool required = false);

  /// Notes each field that was not asked for.
  void refuse_others();

  void fail(const JsonValue& at, std::string_view name, const std::string& what,
            const std::string& cure = "");
  std::string pointer(std::string_view name) const;
  const JsonValue& object() const { return object_; }

 private:
  std::optional<std::string> name_in(const JsonValue& value, std::string_view name);

  const JsonValue& object_;
  std::string pointer_;
  Mistake& mistake_;
  std::vector<std::string_view> asked_;
};

}  // namespace tensorleak::cli::script
