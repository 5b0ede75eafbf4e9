#include "tests/gate_logs.hpp"

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;

class Log {
 public:
  void add(const json& event) { text_ += event.dump() + '\n'; }

  void add_stack(std::size_t id, const std::string& function) {
    add({{"e", "stack"},
         {"id", id},
         {"frames",
          {{{"fn", "zeros"}, {"file", "node_modules/tensors/index.js"}, {"line", 12}, {"col", 9}},
           {{"fn", function}, {"file", "app.js"}, {"line", 10 + id}, {"col", 3}}}}});
  }

  void add_tensor(const json& details) {
    json event = {{"e", "alloc"}, {"id", tensors_++}, {"dtype", "float32"}};
    event.update(details);
    add(event);
  }

  void add_leak(const LeakingLine& line, std::size_t stack) {
    json tensor = {
        {"bytes", line.bytes}, {"shape", {line.bytes / 4}}, {"op", line.op}, {"stack", stack}};
    if (line.scope.empty()) return add_tensor(tensor);
    tensor["scope"] = ++scopes_;
    add({{"e", "scope"}, {"id", scopes_}, {"name", line.scope}});
    add_tensor(tensor);
    add({{"e", "scope_end"}, {"id", scopes_}});
  }

  std::string text() const { return text_; }

 private:
  std::string text_{trace::testing::kHeaderLine};
  std::uint64_t tensors_ = 0;
  std::uint64_t scopes_ = 0;
};

}  // namespace

std::string log_of(const std::vector<LeakingLine>& lines, const LogDetails& details) {
  Log log;
  for (std::size_t i = 0; i < lines.size(); ++i)
    log.add_stack(i, lines[i].function);
  log.add_stack(lines.size(), "load");
  for (std::uint64_t i = 0; i < details.variables; ++i) {
    log.add_tensor({{"bytes", 4},
                    {"shape", {1}},
                    {"op", "Variable"},
                    {"stack", lines.size()},
                    {"flags", {"variable"}}});
  }
  for (std::uint64_t frame = 0; frame <= details.frames; ++frame) {
    log.add({{"e", "frame"}, {"n", frame}});
    for (std::size_t i = 0; i < lines.size() && frame < details.frames; ++i)
      log.add_leak(lines[i], i);
  }
  if (details.dropped > 0) log.add({{"e", "dropped"}, {"count", details.dropped}, {"why", "full"}});
  if (details.ends) log.add({{"e", "end"}});
  return log.text();
}

}  // namespace tensorleak::end_to_end
