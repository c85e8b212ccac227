import type { TestOptions } from "vitest";

/** What a test needs of the machine, so that the end of a run can say what would run those that were skipped. */
export interface Need {
  /** What the tests are about, in a word. */
  readonly part: string;
  /** What is missing, and how to get it: the end of "12 tests need …". */
  readonly what: string;
}

declare module "vitest" {
  interface TaskMeta {
    needs?: Need;
  }
}

/** Options of tests that are skipped where something is missing. `scripts/count-reporter.mjs` says so after the last test. */
export const needs = (isThere: boolean, part: string, what: string): TestOptions => ({
  skip: !isThere,
  meta: { needs: { part, what } },
});

const isRoot = process.getuid?.() === 0;
export const AS_ROOT = needs(isRoot, "root", "the rights of root");
export const NOT_AS_ROOT = needs(
  !isRoot && process.platform !== "win32",
  "permissions",
  "a user who is not root, on a system that is not Windows",
);
