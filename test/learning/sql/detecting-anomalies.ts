import { expect, it } from "vitest";
import { addDecision, decisionIds } from "../../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import {
  capturedSince,
  decisionBehind,
  recentOutcomes,
  recentOutcomesByDomain,
} from "../../../src/learning/sql/anomalies.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { outcome, signal } from "../../support/outcomes.ts";

/** What every store provides for anomaly detection. */
export function detectingAnomalies(current: () => OpenedStore): void {
  const add = (id: string, fields: Parameters<typeof decision>[0] = {}) =>
    addDecision(current().memory, { decision: decision({ id, ...fields }) }, act());

  it("finds ids by prefix, newest first, in one project or all", async () => {
    const { memory } = current();
    for (const id of ["dec_a1", "dec_a2", "dec_b1"]) await add(id);
    await add("dec_a3", { project: "bank" });
    expect(await decisionIds(memory, "shop", "dec_a", 10)).toEqual(["dec_a2", "dec_a1"]);
    expect(await decisionIds(memory, "shop", "dec_a", 1)).toEqual(["dec_a2"]);
    expect(await decisionIds(memory, "all", "dec_a", 10)).toEqual(["dec_a3", "dec_a2", "dec_a1"]);
    expect(await decisionIds(memory, "shop", "dec_%", 10)).toEqual([]);
  });

  it("counts the decisions made since several moments, and returns the time of the first", async () => {
    const { memory } = current();
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    expect(await capturedSince(memory, "shop", [day(1)])).toEqual({ counts: [0], first: undefined });
    for (const n of [3, 5, 9]) await add(`dec_a${n}`, { createdAt: day(n) });
    await add("dec_b1", { project: "bank", createdAt: day(1) });
    const moments = [day(9), day(4), day(2)];
    expect(await capturedSince(memory, "shop", moments)).toEqual({ counts: [1, 2, 3], first: day(3) });
    expect(await capturedSince(memory, "all", [day(1)])).toEqual({ counts: [4], first: day(1) });
  });

  it("returns the outcomes that count, newest first, with the stated confidence", async () => {
    const { memory } = current();
    await add("dec_a1", { confidence: 0.8 });
    await add("dec_a2");
    await add("dec_b1", { project: "bank" });
    await addOutcome(memory, "shop", "dec_a1", outcome(1), act());
    await addOutcome(memory, "shop", "dec_a2", outcome(0.5), act());
    await addOutcome(memory, "bank", "dec_b1", outcome(0), act());
    await addOutcome(memory, "shop", "dec_a1", outcome(0, { domain: "api" }), act());
    const recent = await recentOutcomes(memory, "shop", 10);
    expect(recent).toMatchObject([
      { decisionId: "dec_a1", domain: "api", score: 0, statedConfidence: 0.8, at: act().at },
      { decisionId: "dec_a2", domain: "database", score: 0.5 },
    ]);
    expect(recent[1]?.statedConfidence).toBeUndefined();
    expect(await recentOutcomes(memory, "shop", 1)).toHaveLength(1);
    expect(await recentOutcomes(memory, "all", 10)).toHaveLength(3);
  });

  it("returns the newest outcomes of each domain, so that a busy one leaves out no other", async () => {
    const { memory } = current();
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const settle = async (project: string, id: string, n: number, domain: string) => {
      await add(id, { project, confidence: 0.8 });
      await addOutcome(memory, project, id, outcome(1, { domain }), act(day(n)));
    };
    await settle("shop", "dec_a1", 1, "api");
    for (const n of [2, 3, 4]) await settle("shop", `dec_d${n}`, n, "database");
    await settle("bank", "dec_b1", 5, "api");
    await settle("bank", "dec_b2", 6, "database");
    const ids = async (scope: string, limit: number) =>
      (await recentOutcomesByDomain(memory, scope, limit)).map(({ decisionId }) => decisionId);
    expect(await ids("shop", 2)).toEqual(["dec_d4", "dec_d3", "dec_a1"]);
    expect(await ids("all", 2)).toEqual(["dec_b2", "dec_b1", "dec_d4", "dec_a1"]);
    expect(await ids("depot", 2)).toEqual([]);
    expect(await recentOutcomesByDomain(memory, "shop", 10)).toEqual(
      await recentOutcomes(memory, "shop", 10),
    );
  });

  it("finds the decision of an outcome or a signal, with every domain of its outcomes", async () => {
    const { memory } = current();
    await add("dec_a1");
    const first = await addOutcome(memory, "shop", "dec_a1", outcome(1), act());
    const second = await addOutcome(memory, "shop", "dec_a1", outcome(0, { domain: "api" }), act());
    const signalled = await addSignal(memory, "shop", "dec_a1", signal(), act());
    for (const id of [first.outcome.id, second.outcome.id, signalled.signal.id]) {
      const behind = await decisionBehind(memory, "shop", id);
      expect(behind?.decisionId).toBe("dec_a1");
      expect(new Set(behind?.domains)).toEqual(new Set(["database", "api"]));
    }
    expect(await decisionBehind(memory, "shop", "out_nowhere")).toBeUndefined();
  });

  it("finds both decisions of a link", async () => {
    const { memory } = current();
    await add("dec_a");
    await add("dec_b");
    const proposed = link();
    await storeLink(memory, proposed, act());
    expect(await decisionBehind(memory, "shop", proposed.id)).toEqual({
      decisionId: "dec_a",
      pointsTo: "dec_b",
      domains: [],
    });
  });

  it("finds nothing for an erased decision", async () => {
    const { memory } = current();
    await add("dec_a1");
    const { outcome: recorded } = await addOutcome(memory, "shop", "dec_a1", outcome(1), act());
    await eraseDecision(memory, "shop", "dec_a1", act());
    expect(await decisionBehind(memory, "shop", recorded.id)).toBeUndefined();
    expect(await recentOutcomes(memory, "shop", 10)).toEqual([]);
    expect(await decisionIds(memory, "shop", "dec_", 10)).toEqual([]);
  });
}
