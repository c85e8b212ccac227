import { writeFileSync } from "node:fs";

/**
 * Writes how many tests passed, failed and were skipped to the file that `MEMBRIA_TEST_COUNTS` names, with what the skipped
 * ones need (test/support/needs.ts).
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export.
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const needs = new Map();
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state in counts) counts[state] += 1;
        const { part, what } = test.meta().needs ?? needIn(note) ?? {};
        if (state !== "skipped" || part === undefined) continue;
        const key = `${part}: ${what}`;
        needs.set(key, { part, what, tests: (needs.get(key)?.tests ?? 0) + 1 });
      }
      // A file that fails outside its tests (an import, a hook) has no failed test, yet it is a failure.
      if (module.state() === "failed" && counts.failed === before) counts.failed += 1;
    }
    const report = { ...counts, needs: [...needs.values()].sort((a, b) => b.tests - a.tests) };
    writeFileSync(process.env.MEMBRIA_TEST_COUNTS, JSON.stringify(report));
  }
}

/** Of a test that found out while it ran: `part: what it needs`. */
function needIn(note) {
  const [, part, what] = /^(\w[^:]*): (.*)$/.exec(note ?? "") ?? [];
  return part === undefined ? undefined : { part, what };
}
