import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isSampled, SEED, SHARE } from "./mutation-sample.mjs";
import { isMain, root } from "./run.mjs";

const USAGE = `npm run mutate -- FOLDER... [--share 0.1] [--seed 1] [--tests FOLDER_OR_FILE]...

Changes the rules in these folders of src, one place at a time, and says which changes no test notices.
--share  the part of the changes that is tried; the same seed tries the same ones
--tests  what runs besides the tests of the same folders; nothing that needs the built program`;

const KILLED = ["Killed", "Timeout"];
const LEFT = ["Survived", "NoCoverage"];

/** As the checker gets it. */
function countedFromZero({ start, end }) {
  const shifted = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return { start: shifted(start), end: shifted(end) };
}

/** The 95 % interval of Wilson for `part` of `n`. */
function interval(part, n) {
  const z = 1.96;
  const rate = part / n;
  const middle = rate + (z * z) / (2 * n);
  const reach = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return [middle - reach, middle + reach].map((end) => end / (1 + (z * z) / n));
}

const percent = (rate) => `${(100 * rate).toFixed(1)} %`;

async function mutate(folders, { share, seed, tests }) {
  const patterns = folders.map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.ts`));
  const testsOf = folders.map((path) => path.replace(/^src/, "test").replace(/\.ts$/, ".test.ts"));
  const run = [...testsOf.filter((path) => existsSync(path)), ...tests];
  process.env[SHARE] = share;
  process.env[SEED] = seed;
  process.env.MEMBRIA_MUTATE_TESTS = run
    .map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.test.ts`))
    .join();
  const { Stryker } = await import("@stryker-mutator/core");
  const mutants = await new Stryker({
    mutate: patterns,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", join(root, "scripts", "mutation-sample.mjs")],
    checkers: ["sample"],
    coverageAnalysis: "perTest",
    concurrency: 1,
    reporters: ["progress-append-only"],
    // Words of messages are for people to judge.
    mutator: { excludedMutations: ["StringLiteral"] },
    // It would read the file with an interface that TypeScript 7 does not have.
    tsconfigFile: "none",
    ignorePatterns: ["bench", "docs", "dist", "examples", "packages", "test/fixtures", "test/page"],
    // The tests are not checked, and a line before them would move their snapshots.
    disableTypeChecks: false,
    timeoutMS: 60_000,
    // All tests run once before, also where the machine is busy.
    dryRunTimeoutMinutes: 60,
    logLevel: "warn",
    allowEmpty: true,
  }).runMutationTest();
  // What no test reaches is not asked of the checker.
  return mutants.filter(
    (mutant) =>
      [...KILLED, "Survived"].includes(mutant.status) ||
      (mutant.status === "NoCoverage" &&
        isSampled({ ...mutant, location: countedFromZero(mutant.location) })),
  );
}

function report(mutants) {
  const left = mutants.filter(({ status }) => LEFT.includes(status));
  for (const { status, fileName, location, mutatorName, replacement } of left.toSorted(
    (a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line,
  )) {
    const at = `${relative(root, fileName)}:${location.start.line}:${location.start.column}`;
    console.log(`${status === "Survived" ? "survived" : "no test "}  ${at}  ${mutatorName}: ${replacement}`);
  }
  const killed = mutants.length - left.length;
  const [low, high] = interval(killed, mutants.length).map(percent);
  console.log(
    `${killed} of ${mutants.length} changes were noticed: ${percent(killed / mutants.length)}, 95 % interval ${low} to ${high}`,
  );
}

if (isMain(import.meta)) {
  await ensureInstalled();
  process.chdir(root);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      share: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      tests: { type: "string", multiple: true, default: [] },
    },
  });
  if (positionals.length === 0) console.log(USAGE);
  else report(await mutate(positionals, values));
}
