#include "reports/views/example_findings.hpp"

namespace tensorleak::views {

using namespace analysis;  // NOLINT(google-build-using-namespace): every line names its types

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

Site image_site() {
  Site site;
  site.fingerprint = "3f9a21c4d0e1b2a7";
  site.label = Label::kLeakGrowing;
  site.op = "Sub";
  site.dtype = "float32";
  site.shapes = {{std::vector<std::uint64_t>{1, 224, 224, 3}, 30}};
  site.user_frame = UserFrame{"(anonymous)", "", "classify-frames.html", 8, 40, ""};
  site.called =
      Frame{"eH.classifyInternal", "ml5@1.4.0/dist/ml5.min.js", 21723, 52722, Owner::kFramework};
  site.stack = {
      {"b.makeTensor", "ml5@1.4.0/dist/ml5.min.js", 427, 8758, Owner::kFramework},
      {"eH.classifyInternal", "ml5@1.4.0/dist/ml5.min.js", 21723, 52722, Owner::kFramework},
      {"(anonymous)", "classify-frames.html", 8, 40, Owner::kUser}};
  site.tensors_per_frame = {1, 1, true};
  site.bytes_per_frame = {602112, 1, true};
  site.alive = site.leaked = site.created = 30;
  site.alive_bytes = site.leaked_bytes = 18063360;
  site.because =
      "made on every frame by tidy's result and never disposed; last used in the frame that made "
      "it";
  site.fix = "dispose() it after its last use, or widen the tidy() around that use";
  for (std::uint64_t mark = 1; mark <= 30; ++mark) {
    site.population.push_back({mark, mark, mark * 602112});
  }
  return site;
}

Site scores_site() {
  Site site = image_site();
  site.fingerprint = "77aa10b2c3d4e5f6";
  site.op = "Reshape";
  site.shapes = {{std::vector<std::uint64_t>{2}, 30}};
  site.bytes_per_frame = {8, 1, true};
  site.alive_bytes = site.leaked_bytes = 240;
  site.because = "an alias of a tensor that was disposed";
  site.evidence.aliases = 30;
  return site;
}

Site weights_site() {
  Site site;
  site.fingerprint = "0123456789abcdef";
  site.label = Label::kRetained;
  site.dtype = "float32";
  site.shapes = {{std::vector<std::uint64_t>{8, 8, 3, 4}, 1},
                 {std::vector<std::uint64_t>{4}, 2},
                 {std::vector<std::uint64_t>{}, 1}};
  site.user_frame = UserFrame{"setup", "(anonymous)", "classify-frames.html", 3, 9, ""};
  site.alive = site.created = 4;
  site.alive_bytes = 3136;
  site.evidence.in_setup = site.evidence.variables = 4;
  site.because = "made before the first frame";
  return site;
}

Site full_site() {
  Site site = weights_site();
  site.label = Label::kLeakAtExit;
  site.scope_path = {"outer", "inner"};
  site.called =
      Frame{"called", "lib.js", 201, 202, Owner::kFramework, WrittenAt{"lib/called.ts", 213, 214}};
  site.stack = {{"inner", "lib.js", 203, 204, Owner::kSystem},
                {"outer", "app.js", 205, 206, Owner::kUser}};
  site.shapes.push_back({std::nullopt, 207});
  site.op = "Op";
  site.user_frame->source = "const scores = model.predict(image);";
  site.user_frame->original = WrittenAt{"lib/user.ts", 215, 216};
  site.library = "lib@1.2.3";
  site.stacks = 208;
  site.stacks_recorded = 212;
  site.stacks_estimated = true;
  site.lane = "worker";
  site.tensors_per_frame = {1, 3, true};
  site.bytes_per_frame = {20, 3, false};
  site.leaked = 209;
  site.leaked_bytes = 210;
  site.disposed = 211;
  site.fix = "dispose it";
  site.evidence = {301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312, 313, 314,
                   315, 316, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328};
  site.lifetimes = Lifetimes{331, 332, 333, 334, 335, 336, 337, 338, 339, 340};
  site.held_by = {
      {{"history (Array, 341 elements), in app", "global → app → .history Array → [340]", 341, 342},
       {"", "", std::nullopt, 343}}};
  site.population = {{401, 402, 403}, {404, 405, 406}};
  return site;
}

}  // namespace

Findings leaking_example() {
  Findings findings;
  findings.subject = {"ml5.jsonl.gz", "tfjs 4.22.0", "webgl", "ml5 1.4.0 imageClassifier"};
  findings.verdict.outcome = Outcome::kLeak;
  findings.verdict.tensors_per_frame = {2, 1, true};
  findings.verdict.bytes_per_frame = {602120, 1, true};
  findings.verdict.leaking_sites = findings.verdict.growing_sites = 2;
  findings.verdict.leaked_tensors = 60;
  findings.verdict.leaked_bytes = 18063600;
  findings.verdict.memory_limit = std::uint64_t{4} << 30;
  findings.verdict.frames_to_limit = 7133;
  findings.sites = {image_site(), scores_site(), weights_site()};
  findings.lanes = {{"", 31, 30, 1, {{0, 4, 3136}, {30, 64, 18066736}}}};
  findings.counters = {80, 80, {}};
  findings.totals.events = 4322;
  findings.totals.alive_tensors = 64;
  findings.totals.alive_bytes = 18066736;
  return findings;
}

Findings clean_example() {
  Findings findings = leaking_example();
  findings.verdict = {};
  findings.verdict.outcome = Outcome::kClean;
  findings.sites = {weights_site()};
  findings.sites[0].alive = 5;
  findings.sites[0].alive_bytes = 3168;
  findings.totals.alive_tensors = 5;
  findings.totals.alive_bytes = 3168;
  return findings;
}

Findings blind_example() {
  Findings findings;
  findings.subject.input = "empty.jsonl";
  findings.verdict.doubts = {Doubt::kNothingObserved};
  findings.totals.events = 3;
  return findings;
}

Findings full_example() {
  Findings findings;
  findings.subject = {"in.jsonl", "runtime", "backend", "program \"quoted\" \x1b größe"};
  findings.program_end = ProgramEnd{139, 11};
  findings.completeness = Completeness::kCutStream;
  findings.verdict = {Outcome::kLeak,
                      {Doubt::kIncomplete, Doubt::kDropped},
                      {7, 3, false},
                      {-20, 9, true},
                      101,
                      102,
                      103,
                      104,
                      std::uint64_t{1} << 62,
                      105,
                      106};
  const Site site = full_site();
  findings.sites = {site, scores_site()};
  findings.resources = {{"textures", Label::kLeakBelow, {3, 1, true}, 501, 502, "they grow"}};
  findings.frames = {
      FrameSource::kFound,
      {{"worker", "step", "sketch.js", 31, 32, 661, 93, 94, 95, "another may be"}, {}},
      92,
      "a place",
      662};
  findings.lanes = {{"worker", 601, 602, 603, {{604, 605, 606}}, 610}, {"", 607, 608, 609, {}, 0}};
  const SiteName made{"00112233445566ff", "Relu", "float32", std::vector<std::uint64_t>{1, 64},
                      UserFrame{"draw", "cb", "sketch.js", 12, 3, "idle_relu(x)"}};
  findings.last_use = LastUse{611,
                              612,
                              613,
                              614,
                              {{made, 615, 616, 617, 618, *site.lifetimes}, {}},
                              {{made, 619, 620, 621}}};
  findings.memory = Memory{Measured{631, 632, true, {633, 2, false}},
                           Measured{634, 635, false, {}},
                           Measured{636, 637, true, {638, 1, true}},
                           Measured{639, 640, false, {}},
                           641,
                           642,
                           -643,
                           -644,
                           65,
                           646,
                           Rate{647, 648, false}};
  findings.counters = {701, 702, {"line 3: 4 tensors, counted 5"}};
  findings.anomalies = {{"free of an unknown tensor", 801, 802}};
  findings.misuses = {{{"tidy-async", "the function that tidy() ran waits", 803, made.user_frame,
                        "tidy() does not wait"},
                       {"double-dispose", "", 804, std::nullopt, ""}}};
  findings.dropped = 901;
  findings.totals = {1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, -1010, 1011, 1012};
  findings.notes = {"libfoo.so has no names"};
  return findings;
}

IdleSite idle_relu(std::uint64_t bytes) {
  IdleSite site;
  site.made = {"", "relu", "float32", std::vector<std::uint64_t>{1, 64, 64, 3},
               UserFrame{"draw", "", "sketch.js", 12, 3, ""}};
  site.idle_bytes = bytes;
  site.lifetimes.disposed = 10;
  site.lifetimes.drag_frames = 142;
  return site;
}

Findings with_idle(std::uint64_t bytes, std::uint64_t peak) {
  Findings findings = clean_example();
  findings.last_use = LastUse{
      .peak_bytes = peak, .peak_frame = 7, .idle_bytes = bytes, .idle_sites = {idle_relu(bytes)}};
  return findings;
}

Findings with_pool(std::uint64_t bytes_per_frame) {
  Findings findings = clean_example();
  PoolCandidate most{idle_relu(0).made, 10, 20, 10 * bytes_per_frame / 4 * 3};
  PoolCandidate other{{"", "add", "int32", {}, {}}, 10, 10, 10 * bytes_per_frame / 4};
  findings.last_use = LastUse{.poolable = {most, other}};
  return findings;
}

Findings with_growth(std::uint64_t explained_mib) {
  Findings findings = clean_example();
  const std::uint64_t outside = (40 - explained_mib) * kMiB;
  findings.memory =
      Memory{.rss = Measured{70 * kMiB, 110 * kMiB, true, {kMiB / 8, 1, false}},
             .frames = 320,
             .rss_growth = 40 * kMiB,
             .explained_percent = explained_mib * 100 / 40,
             .explained_bytes = explained_mib * kMiB,
             .outside_bytes_per_frame = reduced(static_cast<std::int64_t>(outside), 320, false)};
  return findings;
}

}  // namespace tensorleak::views
