import { expect, it } from "vitest";
import { readUsage, sumsByDomain } from "../../../src/calibration/sql/stats.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision } from "../../support/decisions.ts";
import { give, guidance } from "../../support/guidance.ts";
import { outcome } from "../../support/outcomes.ts";

const day = (n: number, hour = 0): Date => new Date(Date.UTC(2026, 0, n, hour));

/** The usage counts that every store has to provide. */
export function countingUse(current: () => OpenedStore): void {
  const add = (id: string, at: Date, project = "shop") =>
    addDecision(current().memory, { decision: decision({ id, project, createdAt: at }) }, { ...act(), at });

  it("counts decisions, outcomes and guidance by day, in one project or all", async () => {
    const { memory } = current();
    await add("dec_a1", day(2, 23));
    await add("dec_a2", day(3));
    await add("dec_a3", day(5, 12));
    await add("dec_b1", day(3, 1), "bank");
    await addOutcome(memory, "shop", "dec_a1", outcome(1), { ...act(), at: day(4) });
    await addOutcome(memory, "bank", "dec_b1", outcome(1), { ...act(), at: day(5) });
    await give(memory, guidance({ at: day(3, 5) }));
    const none = { decisions: 0, outcomes: 0, contexts: 0 };
    expect(await readUsage(memory, "shop", day(3), 3)).toEqual([
      { from: day(3), decisions: 1, outcomes: 0, contexts: 1 },
      { ...none, from: day(4), outcomes: 1 },
      { ...none, from: day(5), decisions: 1 },
    ]);
    expect(await readUsage(memory, "all", day(3), 3)).toMatchObject([
      { decisions: 2, contexts: 1 },
      { outcomes: 1 },
      { decisions: 1, outcomes: 1 },
    ]);
    expect(await readUsage(memory, "cafe", day(3), 1)).toEqual([{ ...none, from: day(3) }]);
    expect(await readUsage(memory, "all", day(9), 1)).toEqual([{ ...none, from: day(9) }]);
  });

  it("sums the current outcomes by domain, with the stated confidence", async () => {
    const { memory } = current();
    await addDecision(memory, { decision: decision({ id: "dec_a1", confidence: 0.75 }) }, act());
    await addDecision(memory, { decision: decision({ id: "dec_a2" }) }, act());
    await addDecision(
      memory,
      { decision: decision({ id: "dec_b1", project: "bank", confidence: 0.6 }) },
      act(),
    );
    await addOutcome(memory, "shop", "dec_a1", outcome(0), act());
    await addOutcome(memory, "shop", "dec_a1", outcome(1), act());
    await addOutcome(memory, "shop", "dec_a2", outcome(0.5, { domain: "api" }), act());
    await addOutcome(memory, "bank", "dec_b1", outcome(1), act());
    expect(await sumsByDomain(memory, "shop")).toEqual([
      { domain: "api", outcomes: 1, score: 0.5, stated: 0, confidence: 0 },
      { domain: "database", outcomes: 1, score: 1, stated: 1, confidence: 0.75 },
    ]);
    expect(await sumsByDomain(memory, "all")).toMatchObject([
      { domain: "api" },
      { domain: "database", outcomes: 2, stated: 2 },
    ]);
    expect(await sumsByDomain(memory, "cafe")).toEqual([]);
  });
}
