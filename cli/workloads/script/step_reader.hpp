// Reads the steps of a script: one function for each verb.
#pragma once

#include <string>

#include "cli/workloads/script/fields.hpp"
#include "cli/workloads/script/script.hpp"

namespace tensorleak::cli::script {

/// Reads lists of steps that belong to one function of a script.
class StepReader {
 public:
  /// `mistake` must outlive it.
  StepReader(std::string file, std::string function, Mistake& mistake)
      : file_(std::move(file)), function_(std::move(function)), mistake_(mistake) {}

  /// The steps of the list at `pointer`.
  Steps steps(const JsonValue::Array& list, const std::string& pointer);

 private:
  Step step(const JsonValue& value, const std::string& pointer);
  Place place(Fields& fields, const JsonValue& value);
  Action action(Fields& fields);
  Action operation(Fields& fields);
  Action tidy(Fields& fields);
  Action named_scope(Fields& fields);
  Action repeat(Fields& fields);
  Action branch(Fields& fields);
  Steps inner(Fields& fields, std::string_view name, bool required = true);

  std::string file_;
  std::string function_;
  Mistake& mistake_;
};

}  // namespace tensorleak::cli::script
