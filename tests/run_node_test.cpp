// `tensorleak run -- node program.js`: how a node program gets the adapter, and what it then says.
// The adapter here is a preload of the test's own, which drives a sink as the agent does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const std::string kAddon = TFJS_ADDON;  // empty: it was not built

/// Makes `globalThis.sink`, as TENSORLEAK_TFJS_ADDON says, or a log that leaks as `leaks` does.
constexpr const char* kPreload = R"js(
'use strict';
const fs = require('node:fs');
const { threadId } = require('node:worker_threads');
const log = () => {
  const path = process.env.TENSORLEAK_TFJS_LOG
    .replace('%p', process.pid).replace('%t', threadId);
  const put = (event) => fs.appendFileSync(path, JSON.stringify(event) + '\n');
  let kinds = [], stacks = 0;
  return {
    open: (o) => put({ e: 'header', format: 'tensor-event-log', version: 1, runtime: o.runtime }),
    text: () => 0,
    stack: (frames) => {
      put({ e: 'stack', id: ++stacks, frames: frames.map((frame) => (
        { fn: frame.function, file: frame.file, line: frame.line, col: frame.column })) });
      return stacks;
    },
    kind: (op, dtype, shape) => kinds.push({ op, dtype, shape }) - 1,
    alloc: (id, buf, bytes, kind, stack) => put(
      { e: 'alloc', id, buf, bytes, ...kinds[kind], ...(stack ? { stack } : {}) }),
    free: (id) => put({ e: 'free', id, why: 'dispose' }),
    frame: () => put({ e: 'frame' }),
    misuse: () => {},
    holder: (id, by, path, members) => put({ e: 'holder', id, by, path, members }),
    counter: (tensors, buffers, bytes) => put({ e: 'counter', tensors, buffers, bytes }),
    close: () => put({ e: 'end' }),
  };
};
let sink;
globalThis.openSink = () => {
  try { sink = require(process.env.TENSORLEAK_TFJS_ADDON); } catch { sink = log(); }
  sink.open({ runtime: 'tfjs 4.22.0', backend: 'cpu', program: 'a test', startedLate: false,
              bytesRule: 'tensor' });
  process.on('exit', () => sink.close());
  return sink;
};
)js";

/// Leaks a tensor in each turn but for the first ones, of which the stack is known from the second.
constexpr const char* kLeaks = R"js(
const sink = openSink();
const kind = sink.kind('Add', 'float32', [2, 3]);
const stack = sink.stack([
  { function: 'add', file: 'node_modules/tfjs/dist/tf.js', line: 9, column: 1 },
  { function: 'turn', file: 'app.js', line: 12, column: 5 }]);
let live = 0;
for (let i = 1; i <= 20; i++) {
  sink.frame(0, 0);
  sink.alloc(2 * i, 2 * i, 24, kind, i === 1 ? 0 : stack, 0);
  sink.alloc(2 * i + 1, 2 * i, 24, kind, stack, 0);
  sink.free(2 * i + 1, 1);
  sink.counter(++live, live, 24 * live);
}
sink.misuse(sink.text('double-dispose'), sink.text('it was disposed before'), stack);
sink.frame(0, 0);
)js";

class RunNode : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("node --version >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "NODE IS NOT HERE: no program in JavaScript was run";
    }
    adapter_ = folder_.path("the adapter");
    std::filesystem::create_directories(adapter_ + "/node");
    std::filesystem::create_directories(adapter_ + "/addon");
    folder_.write("the adapter/node/register.cjs", kPreload);
    if (!kAddon.empty()) {
      std::filesystem::create_symlink(kAddon, adapter_ + "/addon/tensorleak.node");
    }
    setting_.environment = {"TENSORLEAK_TFJS=" + adapter_};
  }

  /// Runs a script in JavaScript; `extra` stands before it.
  Ran watch(const std::string& script, const std::vector<std::string>& options = {},
            const std::vector<std::string>& arguments = {}) const {
    std::vector<std::string> all = {"run", "-o", out()};
    all.insert(all.end(), options.begin(), options.end());
    all.insert(all.end(), {"--", "node", folder_.write("program.js", script)});
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_tool(all, setting_);
  }

  std::string out() const { return folder_.path("out"); }
  nlohmann::json report() const {
    return nlohmann::json::parse(content(folder_.path("out/report.json")));
  }
  void without_addon() const { std::filesystem::remove(adapter_ + "/addon/tensorleak.node"); }

  TempFolder folder_;
  std::string adapter_;
  Setting setting_;
};

#define NEEDS_ADDON() \
  if (kAddon.empty()) GTEST_SKIP() << "THE ADDON WAS NOT BUILT: no trace of node was made"

TEST_F(RunNode, ALeakIsFoundAndItsLineNamed) {
  const Ran ran = watch(kLeaks);
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, StartsWith("LEAK  1 site grows by 1 tensor, 24 B per frame"));
  const auto site = report()["sites"][0];
  EXPECT_EQ(site["user_frame"]["file"], "app.js");
  EXPECT_EQ(site["user_frame"]["line"], 12);
  EXPECT_EQ(site["shapes"][0]["shape"], nlohmann::json({2, 3}));
  EXPECT_EQ(site["dtype"], "float32");
  EXPECT_EQ(site["stacks_recorded"], 39);
  EXPECT_FALSE(site.contains("stacks_estimated"));
  EXPECT_EQ(report()["subject"]["runtime"], "tfjs 4.22.0");
}

TEST_F(RunNode, TheAddonWritesATraceThatTheCountersAgreeWith) {
  NEEDS_ADDON();
  watch(kLeaks);
  EXPECT_TRUE(std::filesystem::exists(folder_.path("out/trace.tltrace")));
  EXPECT_EQ(report()["completeness"], "clean end");
  EXPECT_EQ(report()["counters"]["checked"], 20);
  EXPECT_EQ(report()["counters"]["agreed"], 20);
  EXPECT_EQ(report()["subject"]["backend"], "cpu");
  EXPECT_EQ(report()["subject"]["program"], "a test");
}

TEST_F(RunNode, MisusesAreToldWithTheirLine) {
  NEEDS_ADDON();
  const Ran ran = watch(kLeaks);
  EXPECT_THAT(ran.output,
              HasSubstr("misuse: double-dispose at app.js:12:5, 1 time: it was disposed "
                        "before; dispose() a tensor once"));
  EXPECT_EQ(report()["misuses"][0]["user_frame"]["line"], 12);
}

TEST_F(RunNode, WithoutTheAddonAnEventLogIsJudged) {
  without_addon();
  const Ran ran = watch(kLeaks);
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(report()["subject"]["input"].get<std::string>(), EndsWith(".0.jsonl"));
  EXPECT_EQ(report()["sites"][0]["user_frame"]["line"], 12);
  EXPECT_EQ(watch("").exit_code, 3);  // and that log is gone
}

TEST_F(RunNode, AProgramKeepsItsOutputItsExitCodeAndItsOptions) {
  setting_.environment.emplace_back("NODE_OPTIONS=--title=mine");
  const Ran ran = watch("console.log(process.title, process.argv[2]); process.exit(7)",
                        {"--exit-code=program"}, {"--quiet"});
  EXPECT_EQ(ran.exit_code, 7);
  EXPECT_THAT(ran.output, StartsWith("mine --quiet\n"));
  EXPECT_EQ(watch("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60000)",
                  {"--exit-code=program"})
                .exit_code,
            143);
}

TEST_F(RunNode, TheChoiceOfStacksReachesTheProgram) {
  const std::string script = "console.log('stacks', process.env.TENSORLEAK_STACKS)";
  EXPECT_THAT(watch(script, {"--stacks=all"}).output, StartsWith("stacks all\n"));
  EXPECT_THAT(watch(script).output, StartsWith("stacks undefined\n"));
  setting_.environment.emplace_back("TENSORLEAK_STACKS=none");
  EXPECT_THAT(watch(script).output, StartsWith("stacks none\n"));
  EXPECT_EQ(watch(script, {"--stacks=some"}).exit_code, 2);
}

constexpr const char* kIsHeld = R"js(
if (process.env.TENSORLEAK_WHO === '1') {
  for (const id of [2, 20]) sink.holder(id, 'history (Array, 20 elements)', 'global → history', 20);
}
)js";

TEST_F(RunNode, WhoHoldsTheSurvivorsIsToldWhereItIsAskedFor) {
  const std::string script = std::string(kLeaks) + kIsHeld;
  const Ran ran = watch(script, {"--who"});
  EXPECT_THAT(ran.output, HasSubstr("held by history (Array, 20 elements): global → history\n"));
  EXPECT_THAT(ran.output, HasSubstr("bound what holds them"));
  EXPECT_EQ(report()["sites"][0]["held_by"][0]["members"], 20);
  EXPECT_EQ(report()["sites"][0]["held_by"][0]["looked_at"], 2);
  EXPECT_THAT(content(folder_.path("out/report.html")), HasSubstr("history (Array, 20 elements)"));
  watch(script);
  EXPECT_FALSE(report()["sites"][0].contains("held_by"));
  without_addon();
  EXPECT_THAT(watch(script, {"--who"}).output, HasSubstr("held by history (Array, 20 elements)"));
}

TEST_F(RunNode, ThatTellsOfNoHolderIsNoted) {
  watch(kLeaks, {"--who"});
  EXPECT_THAT(report()["notes"],
              Contains(HasSubstr("--who: who holds the survivors is not known")));
  watch(kLeaks);
  EXPECT_FALSE(report().contains("notes") && !report()["notes"].empty());
}

TEST_F(RunNode, HoldersOfAProgramThatNodeDoesNotRunAreRefused) {
  const auto refused = [&](const std::vector<std::string>& behind) {
    std::vector<std::string> all = {"run", "--who", "-o", out()};
    all.insert(all.end(), behind.begin(), behind.end());
    const Ran ran = run_tool(all, setting_);
    EXPECT_EQ(ran.exit_code, 2);
    return ran.errors;
  };
  EXPECT_THAT(refused({"--", "/bin/true"}),
              HasSubstr("--who: /bin/true is not run by node, and only node can show its heap"));
  EXPECT_THAT(refused({folder_.write("log.jsonl", "")}),
              HasSubstr("--who looks into a program while it runs"));
  setting_.environment = {"TENSORLEAK_TFJS=" + folder_.path("nowhere")};
  EXPECT_THAT(refused({"--", "node", "app.js"}), HasSubstr("--who: the adapter for TensorFlow.js"));
}

TEST_F(RunNode, AShellAndAChildProcessPassTheAdapterOn) {
  const std::string script = folder_.write("leaks.js", kLeaks);
  const Ran ran =
      run_tool({"run", "-o", out(), "--", "sh", "-c", "node '" + script + "'; true"}, setting_);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(watch("require('child_process').execFileSync(process.execPath, ['" + script + "'])")
                .exit_code,
            1);
}

TEST_F(RunNode, AWorkerIsJudgedInTheTraceOfItsProcess) {
  NEEDS_ADDON();
  const std::string worker = folder_.write("worker.js", kLeaks);
  const Ran ran = watch("openSink(); new (require('worker_threads').Worker)('" + worker + "')");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_EQ(report()["sites"][0]["lane"], "worker 1");
  EXPECT_EQ(report()["counters"]["differences"].size(), 0u);
}

TEST_F(RunNode, TheTensorsOfAWorkerThatEndedAreGone) {
  NEEDS_ADDON();
  const std::string worker = folder_.write("worker.js", kLeaks);
  const Ran ran = watch(R"js(
    const { Worker } = require('worker_threads');
    const sink = openSink();
    const kind = sink.kind('Add', 'float32', [1]);
    const ended = () => {
      for (let i = 0; i < 12; i++) { sink.frame(0, 0); sink.alloc(1, 1, 4, kind, 0, 0); sink.free(1, 1); }
      sink.frame(0, 0);
    };
    new Worker(')js" + worker +
                        R"js(').on('exit', ended);
  )js");
  EXPECT_EQ(report()["totals"]["end_tensors"], 0) << ran.output;
}

TEST_F(RunNode, HostileCallsOfTheSinkChangeNothing) {
  NEEDS_ADDON();
  const Ran ran = watch(R"js(
    const sink = openSink();
    const thrower = { get function() { throw new Error('mine'); } };
    for (const name of Object.keys(sink)) {
      if (name === 'close') continue;
      sink[name]();
      sink[name](NaN, -1, 'x', {}, Symbol.iterator, 2 ** 60);
      sink[name]([thrower, null, 7], {}, []);
      sink[name](new Proxy([], { get() { throw new Error('mine'); } }));
    }
    for (let i = 0; i < 100; i++) sink.scopeEnd();
    sink.alloc(1, 1, 4, 4711, 4711, 4711);
    console.log('still here');
  )js");
  EXPECT_THAT(ran.output, StartsWith("still here\n"));
  EXPECT_NE(ran.exit_code, 4) << ran.output << ran.errors;
}

TEST_F(RunNode, ThatLoadsNoTensorFlowLeavesNoTraceAndTheNoteSaysSo) {
  const Ran ran = watch("console.log(1)");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("no process of it loaded TensorFlow.js"));
  for (const auto& entry : std::filesystem::directory_iterator(out()))
    EXPECT_THAT(entry.path().extension().string(), AnyOf(".json", ".html"));
}

TEST_F(RunNode, ThatLoadsItAndMakesNoTensorIsToldApart) {
  NEEDS_ADDON();
  const Ran ran = watch("openSink()");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("nothing was observed: no tensor was seen"));
  EXPECT_EQ(report()["subject"]["runtime"], "tfjs 4.22.0");
}

TEST_F(RunNode, WithoutTheAdapterTheNoteSaysWhereItIsMissing) {
  setting_.environment = {"TENSORLEAK_TFJS=" + folder_.path("nowhere")};
  const Ran ran = watch("console.log(process.env.NODE_OPTIONS)");
  EXPECT_THAT(ran.output, StartsWith("undefined\n"));
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(report()["notes"], Contains(HasSubstr("the adapter for TensorFlow.js is not "
                                                    "installed: there is no node/register.cjs in " +
                                                    folder_.path("nowhere"))));
}

}  // namespace
}  // namespace tensorleak::end_to_end
