// Runs samples under `tensorleak run`, and holds what it says to what is known of them.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/run_tool.hpp"
#include "tests/samples.hpp"

namespace tensorleak::end_to_end {

/// The folder samples/ of the sources, with a slash.
extern const std::string kSamples;

/// The lines of a file that contain `mark`, by number.
std::map<std::uint64_t, std::string> marked_lines(const std::string& path, const std::string& mark);

struct Watched {
  Ran ran;
  nlohmann::json report;
};

/// Runs `tensorleak run -o FOLDER WORKLOAD…`.
Watched watch(const std::vector<std::string>& workload);

nlohmann::json rate(std::int64_t amount, std::int64_t frames);

/// Holds a report to the sample: exit code, rates, and leaks at the lines with `mark` of the file,
/// in this function, and nowhere else.
void expect_the_leak(const Watched& watched, const Sample& sample, const std::string& function,
                     const std::string& file, const std::string& mark);

/// Holds a report of a fixed version to it: clean, without anomalies, and no other labels.
void expect_no_leak(const Watched& watched, const std::string& left_over);

/// The versions differ in at most five lines on each side.
void expect_small_difference(const std::string& leaking, const std::string& fixed);

}  // namespace tensorleak::end_to_end
