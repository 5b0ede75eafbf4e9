#include "reports/views/schema_check.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace tensorleak::views {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

std::string schema_violation(const std::string& report, const std::string& schema_path) {
  std::ifstream file(schema_path);
  const Json schema_document = Json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(schema_document), schema);

  const Json document = Json::parse(report);
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (validator.validate(schema, Adapter(document), &results)) return "";
  valijson::ValidationResults::Error error;
  std::string violation;
  while (results.popError(error)) {
    for (const std::string& step : error.context)
      violation += step;
    violation += ": " + error.description + "\n";
  }
  return violation.empty() ? "it does not validate" : violation;
}

}  // namespace tensorleak::views
