import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root, runBin } from "./run.mjs";

/** Runs vitest and resolves to its exit code and one line that says how it went. */
export async function runTests(args, env = process.env) {
  const directory = await mkdtemp(join(tmpdir(), "membria-test-"));
  const file = join(directory, "counts.json");
  try {
    const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "count-reporter.mjs")}`];
    const code = await runBin("vitest", ["run", ...reporters, ...args], {
      env: { ...env, MEMBRIA_TEST_COUNTS: file },
    });
    const { passed, failed, skipped } = await readFile(file, "utf8").then(JSON.parse, () => NOTHING_RAN);
    if (code !== 0 && failed === 0) {
      console.log(`vitest ended with exit code ${code} although no test failed; the reason is above.`);
    }
    return {
      code,
      summary: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const NOTHING_RAN = { passed: 0, failed: 0, skipped: 0 };

if (isMain(import.meta)) {
  await ensureInstalled();
  const { code, summary } = await runTests(process.argv.slice(2));
  console.log(summary);
  process.exitCode = code;
}
