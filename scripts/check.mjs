import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkAdvisories } from "./advisories.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { checkInstalled } from "./installed.mjs";
import { root, runBin, runNode } from "./run.mjs";
import { bold, dim, green, red, seconds, yellow } from "./terminal.mjs";
import { runTests, summaryOf } from "./test.mjs";
import { runWithNode } from "./with-node.mjs";

const { values: options } = parseArgs({ options: { full: { type: "boolean", default: false } } });

/**
 * Tests that depend on the version of Node: SQLite from 22 on, and with the newest also the protocol, and what a program does
 * with files, signals and the system. The full check tries everything else that starts the program, too.
 */
const SUITES_OF_NODE = {
  22: ["test/contract", "/sql/", "test/store/", "test/mcp/stdio", "test/e2e/sqlite-in-use.test.ts"],
  24: options.full
    ? ["test/contract", "/sql/", "test/mcp", "test/e2e"]
    : [
        ...["test/contract", "/sql/", "test/mcp/stdio", "test/mcp/http"],
        ...[
          "start",
          "restart",
          "durability",
          "released-memories",
          "refused-by-the-system",
          "crash-points",
          "damaged-file",
          "cut-file",
          "sqlite-in-use",
          "team-chaos-smoke",
          "team-offline-day",
        ].map((name) => `test/e2e/${name}.test.ts`),
      ],
};

const testCounts = [];

/**
 * In this order, and what needs packages is imported by its step, after they are installed. A step resolves to an exit code, or to
 * `undefined` when it could not be done here.
 */
const steps = [
  ["lockfile", () => script("lockfile.mjs", "--check")],
  ["install", () => ensureInstalled().then(() => 0)],
  ["types", checkTypes],
  ["biome", () => runBin("@biomejs/biome", ["ci"])],
  ["knip", () => runBin("knip", [])],
  ["build", () => script("build.mjs")],
  ["publint", () => runBin("publint", ["run", "--strict", "--pack", "npm"])],
  ["docs", () => optionalScript("docs.mjs", "--check")],
  ["installed package", checkInstalled],
  ["advisories", checkAdvisories],
  ["tests", tests],
  // The full check runs all tests at once, because it counts what they cover.
  ...(options.full ? [] : [["longer tests", longerTests]]),
  ["conformance", async () => (await import("./conformance.mjs")).runConformance()],
  ["tests on Node 22", () => testsOn(22)],
  ["tests on Node 24", () => testsOn(24)],
  ...(options.full
    ? [
        ["fuzz", async () => (await import("./fuzz.mjs")).runFuzz()],
        ["clients", async () => (await import("./clients.mjs")).runClients()],
        ["bench", () => optionalScript("bench.mjs", "--smoke")],
      ]
    : []),
];

function tests() {
  // Counting what is covered takes a tenth of the time, and hardly changes from one commit to the next.
  return options.full ? countedTests(["--coverage"], { MEMBRIA_SOAK: "1" }) : countedTests([], {});
}

function longerTests() {
  return countedTests([], { MEMBRIA_LONGER_TESTS: "1" });
}

async function countedTests(args, env) {
  const { code, counts } = await runTests(args, { ...process.env, ...env });
  testCounts.push(counts);
  return code;
}

/** The page runs in a browser, so that it has other types than the rest. */
async function checkTypes() {
  return (await runBin("typescript", ["-p", "."])) || runBin("typescript", ["-p", join("src", "page")]);
}

function testsOn(major) {
  return runWithNode(major, [join(root, "scripts", "test.mjs"), ...SUITES_OF_NODE[major]]);
}

function script(name, ...args) {
  return runNode([join(root, "scripts", name), ...args]);
}

function optionalScript(name, ...args) {
  if (existsSync(join(root, "scripts", name))) return script(name, ...args);
  console.log(`There is no scripts/${name}.`);
  return undefined;
}

async function attempt(step) {
  try {
    return await step();
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

const rows = [];
for (const [name, step] of steps) {
  console.log(`\n${bold(`── ${name}`)}`);
  const started = performance.now();
  const code = await attempt(step);
  const duration = performance.now() - started;
  const result = code === undefined ? "skipped" : code === 0 ? "passed" : "failed";
  rows.push({ name, result, duration });
  console.log(dim(`${name}: ${result} in ${seconds(duration)}`));
  if (result === "failed") break;
}

const colour = { passed: green, skipped: yellow, failed: red };
console.log("");
for (const { name, result, duration } of rows) {
  console.log(`${colour[result](result.padEnd(8))} ${name.padEnd(20)} ${seconds(duration).padStart(8)}`);
}
const total = rows.reduce((sum, { duration }) => sum + duration, 0);
const failed = rows.find(({ result }) => result === "failed");
const skipped = rows.filter(({ result }) => result === "skipped").length;
const passed = skipped > 0 ? `Passed, ${skipped} skipped` : "All passed";
console.log(`${failed ? red(`Failed at: ${failed.name}`) : green(passed)} in ${seconds(total)}`);
if (testCounts.length > 0) console.log(summaryOf(testCounts));
process.exitCode = failed ? 1 : 0;
