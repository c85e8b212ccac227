import fc from "fast-check";
import { expect, it } from "vitest";
import type { Tally } from "../../../src/calibration/rules/calibration.ts";
import { readTallies, readTally } from "../../../src/calibration/sql/tallies.ts";
import { Confidence } from "../../../src/decisions/rules/decision.ts";
import type { RecordedOutcome } from "../../../src/decisions/rules/outcome.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { tallied } from "../../support/forecasts.ts";
import { outcome } from "../../support/outcomes.ts";

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
  domain: string;
  confidence: number | undefined;
  erased: boolean;
}

interface Known {
  readonly id: string;
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
      // Few different times, so that some are equal; some before 1970, some within one slot of any size.
      at: fc.constantFrom(-1e12, -1, 0, 1, 130, 20_000, 4e9, DAY.getTime(), DAY.getTime() + 1, 4e12),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("erase" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("state" as const), which, confidence }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("edit" as const), which, domain: fc.constantFrom(...DOMAINS) }),
  },
);

export function tallying(open: OpenStore): void {
  it.each([
    [0, 1, 2, 3, 4, 5],
    [3, 4, 5, 0, 1, 2],
    [5, 4, 3, 2, 1, 0],
  ])(
    "has the same halves and the same last time when days arrive as %i, %i, %i, %i, %i, %i",
    async (...days) => {
      const opened = await open();
      try {
        const { memory } = opened;
        const dayOf = (day: number): Date => new Date(DAY.getTime() + day * 86_400_000);
        for (const day of days) {
          const decided = decision();
          await addDecision(memory, { decision: decided }, act());
          await addOutcome(memory, "shop", decided.id, outcome(day < 3 ? 0 : 1), act(dayOf(day)));
        }
        for (const scope of ["shop", "all"]) {
          for (const domain of ["database", "all"]) {
            expect(await readTally(memory, scope, domain)).toMatchObject({
              score: 3,
              earlier: { outcomes: 3, score: 0 },
              lastOutcomeAt: dayOf(5),
            });
          }
        }
      } finally {
        await opened.dispose();
      }
    },
  );

  it("halves outcomes of the same time by their id, whichever came first, also when there are hundreds", async () => {
    const opened = await open();
    try {
      const { memory } = opened;
      const decided = Array.from({ length: 301 }, () => decision());
      await Promise.all(decided.map((one) => addDecision(memory, { decision: one }, act())));
      await Promise.all(
        decided.map((one, n) => {
          const place = (n * 100) % decided.length;
          const id = `out_${String(place).padStart(6, "0")}`;
          return addOutcome(memory, "shop", one.id, outcome(place < 150 ? 0 : 1, { id }), act());
        }),
      );
      expect(await readTally(memory, "shop")).toMatchObject({
        score: 151,
        earlier: { outcomes: 150, score: 0 },
      });
    } finally {
      await opened.dispose();
    }
  });

  it(
    "equals them after any sequence of outcomes, replacements, erasures, confidences and edits of the domain",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => follow(open, 0, steps)),
        { numRuns: 10 },
      ),
    240_000,
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
    240_000,
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
    const { memory } = opened;
    const decisions = await decide(memory, DECISIONS + before);
    let known: Known[] = [];
    let writes = decisions.length;
    const record = async (
      made: Made,
      score: number,
      at: Date,
      domain = made.domain,
    ): Promise<RecordedOutcome> => {
      writes++;
      const reported = outcome(score, { domain });
      known.push({ ...made, id: reported.id, decisionId: made.id, domain, score, at });
      return addOutcome(memory, made.project, made.id, reported, act(at));
    };
    const earlier = decisions.slice(DECISIONS);
    await Promise.all(
      earlier.map((made, n) => {
        // Neither in order nor evenly: some within a second, some over the hours and some over the years.
        const after = ((n * 7_919) % before) * ([1, 60_000, 86_400_000][n % 3] as number);
        return record(made, [1, 0, 0.25, 0.7][n % 4] as number, new Date(DAY.getTime() + after));
      }),
    );
    for (const next of steps) {
      const made = decisions[next.which] as Made;
      if (made.erased) continue;
      if (next.do === "outcome") {
        const { project, domain } = { ...made, ...(next.domain && { domain: next.domain }) };
        const was = expected(known, project, domain);
        const recorded = await record(made, next.score, new Date(next.at), next.domain);
        expect(recorded.before).toEqual(was);
        expect(recorded.after).toEqual(expected(known, project, domain));
      }
      if (next.do === "state") {
        made.confidence = next.confidence;
        await writeDecisionChange(memory, made.project, made.id, { confidence: next.confidence }, act());
        writes++;
      }
      if (next.do === "edit" && next.domain !== made.domain) {
        // What was counted stays where it was counted.
        made.domain = next.domain;
        const revision = { id: `rev_${writes}`, edit: { domain: next.domain } };
        await storeEdit(memory, made.project, made.id, revision, act());
        writes++;
      }
      if (next.do === "erase") {
        made.erased = true;
        known = known.filter(({ decisionId }) => decisionId !== made.id);
        await eraseDecision(memory, made.project, made.id, act());
        writes++;
      }
    }
    const again = await opened.reopen();
    await expectAll(again, known, writes);
    expect((await rebuildDerived(again, false, act())).tallies.mended).toBe(0);
  } finally {
    await opened.dispose();
  }
}

async function decide(memory: Memory, count: number): Promise<Made[]> {
  const decisions = Array.from({ length: count }, (_, n) =>
    decision({
      project: PROJECTS[n % 5 === 0 ? 1 : 0],
      domain: DOMAINS[n % 3] as string,
      confidence: n % 4 === 0 ? undefined : (n % 11) / 10,
    }),
  );
  await Promise.all(decisions.map((one) => addDecision(memory, { decision: one }, act())));
  return decisions.map(({ id, project, domain, confidence: stated }) => ({
    id,
    project,
    domain,
    confidence: stated,
    erased: false,
  }));
}

async function expectAll(memory: Memory, known: readonly Known[], writes: number): Promise<void> {
  for (const scope of [...PROJECTS, "all"]) {
    const domains = [
      ...new Set(
        counting(known)
          .filter(inScope(scope))
          .map(({ domain }) => domain),
      ),
    ].toSorted();
    const tallies = await readTallies(memory, scope);
    expect(tallies.map(({ domain }) => domain)).toEqual(domains);
    for (const tally of tallies) expect(tally).toEqual(expected(known, scope, tally.domain));
    expect(await readTally(memory, scope)).toEqual(expected(known, scope, "all"));
    expect(await readTally(memory, scope, "nowhere")).toEqual(tallied([], "nowhere"));
  }
  expect(await memory.position(), "one audit entry per write").toBe(writes);
}

const inScope =
  (scope: string) =>
  ({ project }: { readonly project: string }): boolean =>
    scope === "all" || project === scope;

/** The last outcome of each decision, all by time, then by id. */
function counting(known: readonly Known[]): Known[] {
  const ordered = known.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const last = new Map(ordered.map((one) => [one.decisionId, one]));
  return ordered.filter((one) => last.get(one.decisionId) === one);
}

/** The sums are exact, so they must be equal however the store added them up. */
function expected(known: readonly Known[], scope: string, domain: string): Tally {
  const own = counting(known).filter(
    (one) => inScope(scope)(one) && (domain === "all" || one.domain === domain),
  );
  return tallied(own, domain, own.at(-1)?.at);
}
