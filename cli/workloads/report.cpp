#include "cli/workloads/report.hpp"

#include "cli/workloads/whole_file.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

Result<Findings> read_report(const std::string& path) {
  const auto text = read_whole_file(path);
  if (!text) return trace::fail(text.error());
  return views::findings_from_json(*text, path);
}

}  // namespace tensorleak::cli
