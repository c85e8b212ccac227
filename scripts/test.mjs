import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root, runBin } from "./run.mjs";

/** Runs vitest and resolves to its exit code and how many tests passed, failed and were skipped. */
export async function runTests(args, env = process.env) {
  const directory = await mkdtemp(join(tmpdir(), "membria-test-"));
  const file = join(directory, "counts.json");
  try {
    const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "count-reporter.mjs")}`];
    const code = await runBin("vitest", ["run", ...reporters, ...args], {
      env: { ...env, MEMBRIA_TEST_COUNTS: file },
    });
    const { needs, ...counts } = await readFile(file, "utf8").then(JSON.parse, () => NOTHING_RAN);
    if (code !== 0 && counts.failed === 0) {
      console.log(`vitest ended with exit code ${code} although no test failed; the reason is above.`);
    }
    for (const line of neededLines(needs)) console.log(line);
    return { code, counts };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** One line about one run or several. */
export function summaryOf(runs) {
  const sum = (what) => runs.reduce((total, counts) => total + counts[what], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const NOTHING_RAN = { passed: 0, failed: 0, skipped: 0, needs: [] };
const MOST_LINES = 5;

/** Says what would run the tests that were skipped, in a few lines: those with most tests first. */
export function neededLines(needs) {
  const shown = needs.length > MOST_LINES ? needs.slice(0, MOST_LINES - 1) : needs;
  const rest = needs.slice(shown.length);
  const lines = shown.map(({ part, what, tests }) => `${part}: ${counted(tests)} ${what}`);
  if (rest.length === 0) return lines;
  const parts = rest.map(({ part }) => part).join(", ");
  return [...lines, `${parts}: ${rest.reduce((sum, { tests }) => sum + tests, 0)} tests need other things`];
}

const counted = (tests) => (tests === 1 ? "1 test needs" : `${tests} tests need`);

if (isMain(import.meta)) {
  await ensureInstalled();
  const { code, counts } = await runTests(process.argv.slice(2));
  console.log(summaryOf([counts]));
  process.exitCode = code;
}
