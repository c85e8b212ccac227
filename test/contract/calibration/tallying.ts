import fc from "fast-check";
import { expect, it } from "vitest";
import type { Tally } from "../../../src/domain/calibration/calibration.ts";
import { Confidence } from "../../../src/domain/decisions/decision.ts";
import type { RecordedOutcome } from "../../../src/domain/decisions/outcome-store.ts";
import type { Store } from "../../../src/domain/store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { tallied } from "../../support/forecasts.ts";
import { outcome } from "../../support/outcomes.ts";
import type { OpenStore } from "../opened-store.ts";

const PROJECTS = ["shop", "warehouse"] as const;
const DOMAINS = ["auth", "api", "database"] as const;
/**
 * Only a few, so that steps hit the same decision: replaced twice, erased after it counted, recorded after it was
 * erased.
 */
const DECISIONS = 24;

interface Made {
  readonly id: string;
  readonly project: string;
  readonly domain: string;
  confidence: number | undefined;
  erased: boolean;
}

interface Counting {
  readonly decisionId: string;
  readonly project: string;
  readonly domain: string;
  readonly confidence: number | undefined;
  readonly score: number;
  readonly at: Date;
}

const which = fc.nat(DECISIONS - 1);
const confidence = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => Confidence.parse(value));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("outcome" as const),
      which,
      score: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      domain: fc.option(fc.constantFrom(...DOMAINS, "payments"), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("erase" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("state" as const), which, confidence }) },
);

export function tallying(open: OpenStore): void {
  it(
    "equals them after any sequence of outcomes, replacements, erasures and confidences",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => follow(open, 0, steps)),
        { numRuns: 10 },
      ),
    60_000,
  );

  it(
    "equals them with hundreds of outcomes, wherever their middle is",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(255, 256, 300, 520),
          fc.array(step, { minLength: 20, maxLength: 60 }),
          (before, steps) => follow(open, before, steps),
        ),
        { numRuns: 2 },
      ),
    60_000,
  );
}

/** Runs the steps on a memory that already has `before` outcomes, and compares every tally. */
async function follow(
  open: OpenStore,
  before: number,
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
): Promise<void> {
  const opened = await open();
  try {
    const { store } = opened;
    const decisions = await decide(store, DECISIONS + before);
    let counting: Counting[] = [];
    let writes = decisions.length;
    const at = (n: number): Date => new Date(DAY.getTime() + n * 1_000);
    const record = async (made: Made, score: number, domain = made.domain): Promise<RecordedOutcome> => {
      const when = at(++writes);
      counting = [
        ...counting.filter(({ decisionId }) => decisionId !== made.id),
        { ...made, decisionId: made.id, domain, score, at: when },
      ];
      return store.recordOutcome(made.project, made.id, outcome(score, { domain }), act(when));
    };
    const earlier = decisions.slice(DECISIONS);
    await Promise.all(earlier.map((made, n) => record(made, [1, 0, 0.25, 1][n % 4] as number)));
    for (const next of steps) {
      const made = decisions[next.which] as Made;
      if (made.erased) continue;
      if (next.do === "outcome") {
        const { project, domain } = { ...made, ...(next.domain && { domain: next.domain }) };
        const was = expected(counting, project, domain);
        const recorded = await record(made, next.score, next.domain);
        expectTally(recorded.before, was);
        expectTally(recorded.after, expected(counting, project, domain));
      }
      if (next.do === "state") {
        made.confidence = next.confidence;
        await store.updateDecision(made.project, made.id, { confidence: next.confidence }, act(at(++writes)));
      }
      if (next.do === "erase") {
        made.erased = true;
        counting = counting.filter(({ decisionId }) => decisionId !== made.id);
        await store.eraseDecision(made.project, made.id, act(at(++writes)));
      }
    }
    await expectAll(await opened.reopen(), counting, writes);
  } finally {
    await opened.dispose();
  }
}

async function decide(store: Store, count: number): Promise<Made[]> {
  const decisions = Array.from({ length: count }, (_, n) =>
    decision({
      project: PROJECTS[n % 5 === 0 ? 1 : 0],
      domain: DOMAINS[n % 3] as string,
      confidence: n % 4 === 0 ? undefined : (n % 11) / 10,
    }),
  );
  await Promise.all(decisions.map((one) => store.addDecision({ decision: one }, act())));
  return decisions.map(({ id, project, domain, confidence: stated }) => ({
    id,
    project,
    domain,
    confidence: stated,
    erased: false,
  }));
}

async function expectAll(store: Store, counting: readonly Counting[], writes: number): Promise<void> {
  for (const scope of [...PROJECTS, "all"]) {
    const domains = [...new Set(counting.filter(inScope(scope)).map(({ domain }) => domain))].toSorted();
    const tallies = await store.tallies(scope);
    expect(tallies.map(({ domain }) => domain)).toEqual(domains);
    for (const tally of tallies) expectTally(tally, expected(counting, scope, tally.domain));
    expectTally(await store.tally(scope), expected(counting, scope, "all"));
    expectTally(await store.tally(scope, "nowhere"), tallied([], "nowhere"));
  }
  expect(await store.position(), "one audit entry per write").toBe(writes);
}

const inScope =
  (scope: string) =>
  ({ project }: { readonly project: string }): boolean =>
    scope === "all" || project === scope;

function expected(counting: readonly Counting[], scope: string, domain: string): Tally {
  const own = counting.filter((one) => inScope(scope)(one) && (domain === "all" || one.domain === domain));
  return tallied(own, domain, own.at(-1)?.at);
}

/** The counts must be equal; the sums may differ by rounding, because the order of additions differs. */
function expectTally(found: Tally, { score, earlier, bins, ...exactly }: Tally): void {
  expect(found).toMatchObject(exactly);
  expect(found.score).toBeCloseTo(score, 9);
  expect(found.earlier.outcomes).toBe(earlier.outcomes);
  expect(found.earlier.score).toBeCloseTo(earlier.score, 9);
  expect(found.bins.map(({ outcomes }) => outcomes)).toEqual(bins.map(({ outcomes }) => outcomes));
  for (const [i, bin] of bins.entries()) {
    expect(found.bins[i]?.score).toBeCloseTo(bin.score, 9);
    expect(found.bins[i]?.confidence).toBeCloseTo(bin.confidence, 9);
    expect(found.bins[i]?.squaredError).toBeCloseTo(bin.squaredError, 9);
  }
}
