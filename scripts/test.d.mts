/** What the tests that were skipped need, and how many there are. */
export interface Needed {
  readonly part: string;
  readonly what: string;
  readonly tests: number;
}

export function neededLines(needs: readonly Needed[]): string[];

/** How many tests of a run. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function summaryOf(runs: readonly Counts[]): string;
