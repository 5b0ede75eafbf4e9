#include <map>
#include <nlohmann/json.hpp>

#include "reports/exports/exports.hpp"
#include "reports/exports/frame_names.hpp"
#include "reports/views/json_encode.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::exports {

using analysis::Site;
using views::Json;

namespace {

/// The frames of all stacks, each once.
class Frames {
 public:
  Json indices_of(const std::vector<std::string>& names) {
    Json indices = Json::array();
    for (const std::string& name : names) {
      const auto [found, is_new] = numbers_.emplace(name, numbers_.size());
      if (is_new) frames_.push_back({{"name", name}});
      indices.push_back(found->second);
    }
    return indices;
  }

  Json take() { return std::move(frames_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json frames_ = Json::array();
};

Json profile(const std::string& name, const std::string& unit, const Json& samples,
             const std::vector<std::uint64_t>& weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights)
    sum += weight;
  return {{"type", "sampled"}, {"name", name},       {"unit", unit},      {"startValue", 0},
          {"endValue", sum},   {"samples", samples}, {"weights", weights}};
}

}  // namespace

std::string speedscope(const Exported& exported) {
  Frames frames;
  Json samples = Json::array();
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint64_t> tensors;
  for (const Site& site : exported.findings.sites) {
    samples.push_back(frames.indices_of(frame_names(exported, site)));
    bytes.push_back(site.alive_bytes);
    tensors.push_back(site.alive);
  }
  return views::document_of(
      {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
       {"exporter", "tensorleak@" + exported.tool_version},
       {"name", views::printable(exported.findings.subject.input)},
       {"activeProfileIndex", 0},
       {"shared", {{"frames", frames.take()}}},
       {"profiles", Json::array({profile("bytes alive", "bytes", samples, bytes),
                                 profile("tensors alive", "none", samples, tensors)})}});
}

}  // namespace tensorleak::exports
