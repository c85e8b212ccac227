import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { calibrationCall } from "../../../src/tools/page/calibration.ts";
import { act, actor, decision, screened } from "../../support/decisions.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 12));

interface Settled {
  readonly confidence?: number;
  readonly score: number;
  readonly at?: Date;
  readonly domain?: string;
  readonly person?: string;
}

/** Decides, and records how it worked out. */
async function settle(memory: TestMemory, ...all: readonly Settled[]): Promise<void> {
  for (const { confidence, score, at = day(5), domain = "api", person } of all) {
    const author =
      person === undefined
        ? { kind: "agent" as const, name: screened("claude-code") }
        : { kind: "human" as const, name: screened(person) };
    const made = decision({ author, domain, ...(confidence !== undefined && { confidence }) });
    await addDecision(memory, { decision: made }, act(day(1), { ...actor(), author }));
    await addOutcome(memory, "shop", made.id, outcome(score), act(at));
  }
}

const times = (n: number, settled: Settled): Settled[] => Array.from({ length: n }, () => settled);

const ask = async (memory: TestMemory, args: object = {}) =>
  (await calibrationCall.run(args, memory, callBy({ kind: "human", role: "viewer" }))).result;

describe("the calibration that the page draws", () => {
  it("has counts and no rate where there are too few outcomes, and says how many are needed", async () => {
    const memory = await openMemory();
    await settle(memory, { confidence: 0.8, score: 1 }, { confidence: 0.8, score: 0 });
    const result = await ask(memory);
    expect(result.total).toMatchObject({
      outcomes: 2,
      worked: 1,
      stated: 2,
      rate: null,
      low: null,
      high: null,
    });
    expect(result.advice).toContain("3 are needed");
    expect(result.status).toBe("uncertain");
  });

  it("is empty in a new memory", async () => {
    const result = await ask(await openMemory());
    expect(result).toMatchObject({ periods: [], domains: [], authors: [], curve: [], recommended: null });
    expect(result.total.outcomes).toBe(0);
    expect(result.bins).toHaveLength(10);
    expect(result.bins.every(({ low, rate }) => low === null && rate === null)).toBe(true);
  });

  it("sorts outcomes by stated confidence, each tenth with the 95 % interval of its rate", async () => {
    const memory = await openMemory();
    await settle(memory, ...times(3, { confidence: 0.9, score: 1 }), { confidence: 0.95, score: 0 });
    await settle(memory, { confidence: 1, score: 1 }, { confidence: 0.25, score: 0 }, { score: 1 });
    const { bins, total } = await ask(memory);
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, outcomes: 5, worked: 4, rate: 0.8 });
    expect(bins[9]?.mean_confidence).toBeCloseTo((3 * 0.9 + 0.95 + 1) / 5);
    // Beta(5, 2), from a table of its quantiles.
    expect(bins[9]?.low).toBeCloseTo(0.3588, 3);
    expect(bins[9]?.high).toBeCloseTo(0.9567, 3);
    expect(bins[2]).toMatchObject({ outcomes: 1, worked: 0, rate: 0 });
    expect(total).toMatchObject({ outcomes: 7, stated: 6 });
  });

  it("narrows everything to a domain, and offers the others beside it", async () => {
    const memory = await openMemory();
    await settle(memory, ...times(4, { confidence: 0.8, score: 1 }));
    await settle(memory, ...times(6, { confidence: 0.8, score: 0, domain: "database" }));
    const { total, domains, ever } = await ask(memory, { domain: "api" });
    expect(total).toMatchObject({ outcomes: 4, worked: 4 });
    expect(ever.outcomes).toBe(4);
    expect(domains.map(({ name, outcomes }) => [name, outcomes])).toEqual([
      ["database", 6],
      ["api", 4],
    ]);
  });

  it("tells whose decisions they were, by kind and person", async () => {
    const memory = await openMemory();
    await settle(memory, ...times(3, { confidence: 0.6, score: 1, person: "Ada" }));
    await settle(memory, ...times(5, { confidence: 0.9, score: 0 }));
    const { authors } = await ask(memory);
    expect(authors).toMatchObject([
      { kind: "agent", person: null, outcomes: 5, worked: 0 },
      { kind: "human", person: "Ada", outcomes: 3, worked: 3 },
    ]);
    const ofAda = await ask(memory, { author: { kind: "human", person: "Ada" } });
    expect(ofAda.total).toMatchObject({ outcomes: 3, worked: 3 });
    const ofAgents = await ask(memory, { author: { kind: "agent" } });
    expect(ofAgents.total).toMatchObject({ outcomes: 5, worked: 0 });
    expect(ofAgents.recommended).toBeLessThan(0.9);
  });

  it("counts only a time if asked, and recommends by all that is known", async () => {
    const memory = await openMemory();
    await settle(memory, ...times(4, { confidence: 0.8, score: 0, at: day(2) }));
    await settle(memory, ...times(3, { confidence: 0.8, score: 1, at: day(20) }));
    const all = await ask(memory);
    const late = await ask(memory, { since: day(10).toISOString(), until: day(21).toISOString() });
    expect(late.total).toMatchObject({ outcomes: 3, worked: 3 });
    expect(late.bins[8]).toMatchObject({ outcomes: 3 });
    expect(late.ever).toMatchObject({ outcomes: 7, worked: 3 });
    expect(late.recommended).toBe(all.recommended);
    expect((await ask(memory, { since: day(21).toISOString() })).total.outcomes).toBe(0);
  });

  it("shows success over time in weeks that begin on Monday, empty ones as well", async () => {
    const memory = await openMemory();
    // 5 January 2026 is a Monday.
    await settle(memory, { score: 1, at: new Date("2026-01-05T00:00:00Z") });
    await settle(memory, { score: 0, at: new Date("2026-01-11T23:59:59Z") }, { score: 1, at: day(20) });
    const { periods } = await ask(memory);
    expect(
      periods.map(({ from, weeks, outcomes, worked }) => [from.slice(0, 10), weeks, outcomes, worked]),
    ).toEqual([
      ["2026-01-05", 1, 2, 1],
      ["2026-01-12", 1, 0, 0],
      ["2026-01-19", 1, 1, 1],
    ]);
    await settle(memory, { score: 1, at: new Date("2028-01-05T00:00:00Z") });
    expect((await ask(memory)).periods[0]).toMatchObject({ weeks: 13 });
    expect((await ask(memory)).periods.length).toBeLessThanOrEqual(26);
  });

  it("recommends along a curve between the lowest and the highest stated confidence", async () => {
    const memory = await openMemory();
    await settle(
      memory,
      ...times(10, { confidence: 0.95, score: 0 }),
      ...times(5, { confidence: 0.65, score: 0 }),
    );
    const { curve, status } = await ask(memory);
    expect(status).toBe("overconfident");
    expect(curve[0]?.stated).toBeCloseTo(0.6);
    expect(curve.at(-1)?.stated).toBeCloseTo(1);
    expect(curve.every(({ stated, recommended }) => recommended < stated)).toBe(true);
  });

  it("refuses arguments that it does not know, with their name", async () => {
    const memory = await openMemory();
    await expect(ask(memory, { domain: "all" })).rejects.toThrow("domain");
    await expect(ask(memory, { since: "yesterday" })).rejects.toThrow("since");
  });
});

describe("ten more outcomes", () => {
  it("are as probable as the rate so far makes them, and narrow the interval", async () => {
    const memory = await openMemory();
    await settle(
      memory,
      ...times(6, { confidence: 0.7, score: 1 }),
      ...times(2, { confidence: 0.7, score: 0 }),
    );
    const { more, ever } = await ask(memory);
    expect(more.low).toBe(ever.low);
    expect(more.courses).toHaveLength(11);
    expect(more.courses.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    // The mean of a beta-binomial distribution is n · α / (α + β).
    const mean = more.courses.reduce((sum, { successes, probability }) => sum + successes * probability, 0);
    expect(mean).toBeCloseTo((10 * 7) / 10, 12);
    expect(more.expected_width).toBeLessThan(more.high - more.low);
    expect(more.expected_width).toBeGreaterThan(0.2);
  });

  it("change the verdict where they say something else, and not where they agree", async () => {
    const memory = await openMemory();
    await settle(memory, ...times(5, { confidence: 0.8, score: 1 }), { confidence: 0.8, score: 0 });
    const { more, status } = await ask(memory);
    expect(status).toBe("uncertain");
    expect(more.status).toBe("uncertain");
    expect(more.courses[0]?.status).toBe("overconfident");
    expect(more.courses[8]?.status).toBe("well-calibrated");
  });
});
