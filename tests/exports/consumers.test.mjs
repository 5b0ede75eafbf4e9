// Exports, read by those that they are for, or held against the schema that their makers give.
// scripts/test-exports runs this; TENSORLEAK is the tool.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseJunit } from "junit2json";
import { marked } from "marked";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "..", "data");
const packages = join(here, "node_modules");
const scratch = mkdtempSync(join(tmpdir(), "tensorleak-exports-"));
after(() => rmSync(scratch, { recursive: true }));

// What leaks, is clean, cannot be told, leaks below the tensors, and has names of ill will.
const recordings = ["leaking.jsonl", "clean.jsonl", "no-tensor.jsonl", "still-filling.jsonl",
  "lost.jsonl", "textures-grow.jsonl", "hostile-names.jsonl",
  "ml5-1.4.0-image-classifier.jsonl.gz"];
const known = join(scratch, "known.txt");
writeFileSync(known, "leak:onFrame reason=\"upstream <&> | `\"\nop:Nothing\n");

function exported(recording, format, options = []) {
  const file = join(scratch, `${recording}.${format}`);
  execFileSync(process.env.TENSORLEAK,
    ["export", join(data, recording), "--to", format, "-o", file, ...options]);
  return file;
}

/** Each recording as it is, and with suppressions. */
function eachExport(format, check) {
  for (const recording of recordings) {
    check(exported(recording, format), recording);
    check(exported(recording, format, ["--suppressions", known]), `${recording}, suppressed`);
  }
}

const read = (file) => readFileSync(file, "utf8");

const sarifTool = join(packages, "@microsoft/sarif-multitool-linux");

/** A leak's SARIF that `change` makes wrong. */
function wrongSarif(change) {
  const log = JSON.parse(read(exported("leaking.jsonl", "sarif")));
  change(log.runs[0].results[0]);
  const file = join(scratch, "wrong.sarif");
  writeFileSync(file, JSON.stringify(log));
  return file;
}

test("SARIF's schema holds", () => {
  const schema = JSON.parse(read(join(sarifTool, "sarif-2.1.0.json")));
  const holds = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  assert.equal(holds(JSON.parse(read(wrongSarif((result) => delete result.message)))), false);
  eachExport("sarif", (file, name) => {
    assert.ok(holds(JSON.parse(read(file))), `${name}: ${JSON.stringify(holds.errors?.slice(0, 3))}`);
  });
});

test("SARIF passes the validator of its makers", (t) => {
  if (process.platform !== "linux" || process.arch !== "x64") return t.skip("no validator for this machine");
  const validator = join(sarifTool, "Sarif.Multitool");
  chmodSync(validator, 0o755);
  const rulesBrokenIn = (file) => {
    const ran = spawnSync(validator, ["validate", file, "--output", `${file}.checked`,
      "--log", "ForceOverwrite"],
      { encoding: "utf8", env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" } });
    assert.match(ran.stdout, /1 files? scanned/, ran.stderr);
    return JSON.parse(read(`${file}.checked`)).runs[0].results.map(({ ruleId }) => ruleId);
  };
  assert.ok(rulesBrokenIn(wrongSarif((result) => { result.ruleIndex = 99; })).includes("SARIF1009"));
  eachExport("sarif", (file, name) => {
    // That there is no page about the tool is all there may be to say.
    assert.deepEqual(rulesBrokenIn(file).filter((rule) => rule !== "SARIF2005"), [], name);
  });
});

test("speedscope's schema holds", () => {
  const schema = JSON.parse(read(join(packages, "speedscope/dist/release/file-format-schema.json")));
  const holds = new Ajv({ strict: false }).compile(schema);
  assert.equal(holds({ shared: { frames: [] }, profiles: [{ type: "sampled" }] }), false);
  eachExport("speedscope", (file, name) => {
    const profile = JSON.parse(read(file));
    assert.ok(holds(profile), `${name}: ${JSON.stringify(holds.errors?.slice(0, 3))}`);
  });
});

test("a reader of JUnit's XML counts what the file says", async () => {
  for (const recording of recordings) {
    for (const options of [[], ["--suppressions", known]]) {
      const suites = await parseJunit(read(exported(recording, "junit", options)));
      const [suite] = suites.testsuite;
      const of = (kind) => suite.testcase.filter((one) => one[kind] !== undefined).length;
      assert.equal(suite.testcase.length, suites.tests, recording);
      assert.equal(of("failure"), suites.failures, recording);
      assert.equal(of("error"), suites.errors, recording);
      assert.equal(of("skipped"), suite.skipped, recording);
    }
  }
});

test("a strict reader of CSV finds as many fields in each line, and the report's numbers", () => {
  for (const recording of recordings) {
    const rows = parseCsv(read(exported(recording, "csv")), { columns: true });
    const ran = spawnSync(process.env.TENSORLEAK,
      ["report", join(data, recording), "--format", "json"],
      { encoding: "utf8", maxBuffer: 1 << 28 });
    const { sites } = JSON.parse(ran.stdout);
    assert.deepEqual(rows.map((row) => [row.fingerprint, row.label, Number(row.alive_bytes)]),
      sites.map((site) => [site.fingerprint, site.label, site.alive_bytes]), recording);
  }
});

test("Markdown is a heading, a table of five columns and lists, and no other markup", () => {
  const allowed = new Set(["heading", "paragraph", "table", "list", "space"]);
  eachExport("markdown", (file, name) => {
    const tokens = marked.lexer(read(file), { gfm: true });
    assert.equal(tokens[0].type, "heading", name);
    for (const token of tokens) {
      assert.ok(allowed.has(token.type), `${name}: ${token.type}`);
      if (token.type === "table") {
        assert.ok(token.rows.every((row) => row.length === 5), name);
      }
    }
    marked.walkTokens(tokens, (token) => {
      assert.ok(!["html", "link", "image"].includes(token.type), `${name}: ${token.raw}`);
    });
  });
});

test("annotations are one command a line, as the runner takes them apart", () => {
  const command = /^::(error|warning|notice) ([^:]*)::(.+)$/;
  eachExport("github", (file, name) => {
    for (const line of read(file).trimEnd().split("\n")) {
      const match = command.exec(line);
      assert.ok(match, `${name}: ${line}`);
      for (const property of match[2].split(","))
        assert.match(property, /^(file|line|col|title)=.+$/, name);
    }
  });
});

test("what has no reader of its own here has the shape that its document gives", () => {
  eachExport("gitlab", (file, name) => {
    const entries = JSON.parse(read(file));
    const prints = entries.map(({ fingerprint }) => fingerprint);
    assert.equal(new Set(prints).size, prints.length, name);
    for (const { description, check_name, severity, location } of entries) {
      assert.ok(description && check_name && location.path, name);
      assert.ok(["info", "minor", "major", "critical", "blocker"].includes(severity), name);
      assert.ok(Number.isInteger(location.lines.begin) && location.lines.begin > 0, name);
    }
  });
  eachExport("folded", (file, name) => {
    for (const line of read(file).split("\n").slice(0, -1))
      assert.match(line, /^[^;]+(;[^;]+)* [0-9]+$/, name);
  });
  eachExport("perfetto", (file, name) => {
    for (const event of JSON.parse(read(file)).traceEvents) {
      assert.ok(["C", "M"].includes(event.ph), name);
      if (event.ph === "C") assert.ok(Number.isFinite(event.ts) && event.ts >= 0, name);
    }
  });
});
