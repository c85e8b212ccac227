import { writeFileSync } from "node:fs";

/** Writes how many tests passed, failed and were skipped to the file that `MEMBRIA_TEST_COUNTS` names. */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export.
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state in counts) counts[state] += 1;
      }
      // A file that fails outside its tests (an import, a hook) has no failed test, yet it is a failure.
      if (module.state() === "failed" && counts.failed === before) counts.failed += 1;
    }
    writeFileSync(process.env.MEMBRIA_TEST_COUNTS, JSON.stringify(counts));
  }
}
