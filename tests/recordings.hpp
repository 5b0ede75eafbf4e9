// Event logs of real programs, and what the real program says of them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tensorleak::end_to_end {

/// The folder with the recordings that are too many for this repository: $TENSORLEAK_SHARED, else
/// the folder `shared` beside the repository; nothing where neither is there.
std::optional<std::filesystem::path> shared_folder();

/// The report of `tensorleak report --format json` on a recording. Expects it to keep the schema
/// and the exit code to be that of the verdict.
nlohmann::json report_on(const std::filesystem::path& recording);

/// Writes an event log without its frame marks, so that frames have to be found, and returns its
/// path.
std::filesystem::path without_marks(const std::filesystem::path& recording,
                                    const std::filesystem::path& into);

/// Expects that the report judged by frames that were found.
void expect_found_frames(const nlohmann::json& report);

/// The sites with this label, and those whose label is a leak.
std::vector<nlohmann::json> sites_labelled(const nlohmann::json& report, const std::string& label);
std::vector<nlohmann::json> leaking_sites(const nlohmann::json& report);

/// Survivors with this label.
std::uint64_t alive_as(const nlohmann::json& report, const std::string& label);

/// A rate as the report has it.
nlohmann::json exactly(std::int64_t numerator, std::int64_t denominator = 1);

/// Expects that every counter event agreed with the replay and that there was one for each frame.
void expect_counters_agree(const nlohmann::json& report, std::uint64_t frames);

/// Expects so many tensors alive at the first frame mark and at the last.
void expect_alive_at_marks(const nlohmann::json& report, std::uint64_t first, std::uint64_t last);

}  // namespace tensorleak::end_to_end
