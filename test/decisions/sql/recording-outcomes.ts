import { expect, it } from "vitest";
import { readTallies, readTally } from "../../../src/calibration/sql/tallies.ts";
import { OUTCOME_STATUSES } from "../../../src/decisions/rules/outcome.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome, addSignal, historiesOf } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { tallied } from "../../support/forecasts.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";

export function recordingOutcomes(current: () => OpenedStore): void {
  it("keeps an outcome with all fields, the project and domain of its decision, time and author", async () => {
    const opened = current();
    const clock = setClock();
    const decided = decision({ confidence: 0.8, domain: "auth" });
    await addDecision(opened.memory, { decision: decided }, act(clock.now()));
    clock.advance(1_000);
    const reported = outcome(0.9, {
      reported: {
        ciPassed: true,
        incidentFound: false,
        reliabilityScore: 0.99,
        performanceMetrics: { p95_ms: 12, notes: ["fast", null] },
      },
      metrics: { reliability: 0.99, performanceImpact: -0.1 },
      lessons: ["Pool the connections", "Measure first"],
    });
    const by = actor("human");
    const recorded = await addOutcome(opened.memory, "shop", decided.id, reported, act(clock.now(), by));
    const kept = {
      ...reported,
      decisionId: decided.id,
      project: "shop",
      domain: "auth",
      at: clock.now(),
      statedConfidence: 0.8,
      signals: [],
      author: by.author,
    };
    expect(recorded.outcome).toEqual(kept);
    const reopened = await opened.reopen();
    expect(await historyOf(reopened, decided.id)).toEqual({ outcomes: [kept], signals: [] });
    expect(await findDecision(reopened, "shop", decided.id)).toEqual({
      ...decided,
      updatedAt: clock.now(),
      progress: "completed",
      outcome: { id: reported.id, status: "success", score: 0.9, at: clock.now() },
    });
  });

  it.each(OUTCOME_STATUSES)("sets the progress for a %s, unless it is reworked", async (status) => {
    const { memory } = current();
    const [plain, reworked] = [decision(), decision({ progress: "reworked" })];
    for (const one of [plain, reworked]) {
      await addDecision(memory, { decision: one }, act());
      const recorded = await addOutcome(memory, "shop", one.id, outcome(0.5, { status }), act());
      expect(recorded.decision.progress).toBe(
        one === reworked ? "reworked" : status === "failure" ? "failed" : "completed",
      );
      expect(recorded.decision.standing).toBe("active");
    }
  });

  it("counts with the last confidence stated before it, and later updates change nothing", async () => {
    const { memory } = current();
    const decided = decision({ confidence: 0.9 });
    await addDecision(memory, { decision: decided }, act());
    await writeDecisionChange(memory, "shop", decided.id, { confidence: 0.4 }, act());
    const { outcome: recorded } = await addOutcome(memory, "shop", decided.id, outcome(1), act());
    expect(recorded.statedConfidence).toBe(0.4);
    await writeDecisionChange(memory, "shop", decided.id, { confidence: 1 }, act());
    expect(await readTally(memory, "shop", "database")).toEqual(
      tallied([{ confidence: 0.4, score: 1 }], "database", DAY),
    );
  });

  it("counts a default confidence in the rate only, not as stated", async () => {
    const { memory } = current();
    const decided = { ...decision({ confidence: 0.5 }), confidenceStated: false };
    await addDecision(memory, { decision: decided }, act());
    const { outcome: recorded } = await addOutcome(memory, "shop", decided.id, outcome(1), act());
    expect(recorded.statedConfidence).toBeUndefined();
    expect(await readTally(memory, "shop", "database")).toEqual(tallied([{ score: 1 }], "database", DAY));
  });

  it("lets a second outcome replace the first in the tally, and keeps both in the history", async () => {
    const { memory } = current();
    const clock = setClock();
    const decided = decision({ confidence: 0.7 });
    await addDecision(memory, { decision: decided }, act());
    const [first, second] = [outcome(1, { lessons: ["It works"] }), outcome(0, { lessons: ["It did not"] })];
    expect((await addOutcome(memory, "shop", decided.id, first, act())).replaced).toBeUndefined();
    clock.advance(60_000);
    const recorded = await addOutcome(memory, "shop", decided.id, second, act(clock.now()));
    expect(recorded.replaced).toBe(first.id);
    expect(recorded.before).toEqual(tallied([{ confidence: 0.7, score: 1 }], "database", DAY));
    expect(recorded.after).toEqual(tallied([{ confidence: 0.7, score: 0 }], "database", clock.now()));
    expect(recorded.decision.progress).toBe("failed");
    expect(recorded.decision.outcome).toMatchObject({ id: second.id, status: "failure", score: 0 });
    const { outcomes } = await historyOf(memory, decided.id);
    expect(outcomes.map(({ id, lessons }) => [id, lessons])).toEqual([
      [first.id, ["It works"]],
      [second.id, ["It did not"]],
    ]);
  });

  it("lets an outcome that arrives late count only if none is later, and keeps both in order of time", async () => {
    const { memory } = current();
    const decided = decision({ confidence: 0.7 });
    await addDecision(memory, { decision: decided }, act());
    const [early, late] = [outcome(1, { id: "out_early" }), outcome(0, { id: "out_late" })];
    const [first, second] = [new Date(DAY.getTime() + 1_000), new Date(DAY.getTime() + 2_000)];
    await addOutcome(memory, "shop", decided.id, late, act(second));
    const recorded = await addOutcome(memory, "shop", decided.id, early, act(first));
    expect(recorded.replaced).toBeUndefined();
    expect(recorded.outcome).toMatchObject({ id: "out_early", at: first });
    expect(recorded.decision).toMatchObject({
      outcome: { id: "out_late", status: "failure", score: 0, at: second },
      progress: "failed",
      updatedAt: second,
    });
    expect(recorded.after).toEqual(tallied([{ confidence: 0.7, score: 0 }], "database", second));
    const { outcomes } = await historyOf(memory, decided.id);
    expect(outcomes.map(({ id }) => id)).toEqual(["out_early", "out_late"]);
  });

  it("lets the greater id count when two outcomes have the same time, whichever arrived last", async () => {
    const { memory } = current();
    const [a, b] = ["out_a", "out_b"] as const;
    for (const [n, order] of [[a, b] as const, [b, a] as const].entries()) {
      const decided = decision();
      await addDecision(memory, { decision: decided }, act());
      for (const id of order)
        await addOutcome(memory, "shop", decided.id, outcome(id === a ? 0 : 1, { id: `${id}${n}` }), act());
      expect((await findDecision(memory, "shop", decided.id))?.outcome?.id).toBe(`${b}${n}`);
      const { outcomes } = await historyOf(memory, decided.id);
      expect(outcomes.map(({ id }) => id)).toEqual([`${a}${n}`, `${b}${n}`]);
    }
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 2, score: 2 });
  });

  it("counts in the domain the reporter names, and a second outcome moves it to another", async () => {
    const { memory } = current();
    const decided = decision({ domain: "database" });
    await addDecision(memory, { decision: decided }, act());
    await addOutcome(memory, "shop", decided.id, outcome(1, { domain: "payments" }), act());
    expect((await readTallies(memory, "shop")).map(({ domain, outcomes }) => [domain, outcomes])).toEqual([
      ["payments", 1],
    ]);
    expect((await findDecision(memory, "shop", decided.id))?.domain).toBe("database");
    await addOutcome(memory, "shop", decided.id, outcome(0), act());
    expect((await readTallies(memory, "shop")).map(({ domain, score }) => [domain, score])).toEqual([
      ["database", 0],
    ]);
    expect(await readTally(memory, "shop", "payments")).toEqual(tallied([], "payments"));
  });

  it("returns the tally of its domain just before and just after it", async () => {
    const { memory } = current();
    const made: { confidence: number; score: number }[] = [];
    for (const score of [1, 0, 0.5]) {
      const decided = decision({ confidence: 0.6 });
      await addDecision(memory, { decision: decided }, act());
      const { before, after } = await addOutcome(memory, "shop", decided.id, outcome(score), act());
      expect(before).toEqual(tallied(made, "database", made.length > 0 ? DAY : undefined));
      made.push({ confidence: 0.6, score });
      expect(after).toEqual(tallied(made, "database", DAY));
    }
  });

  it("tallies all domains together under the name all, which is the default", async () => {
    const { memory } = current();
    for (const [domain, score] of [
      ["auth", 1],
      ["api", 0],
    ] as const) {
      const decided = decision({ domain });
      await addDecision(memory, { decision: decided }, act());
      await addOutcome(memory, "shop", decided.id, outcome(score), act());
    }
    const all = tallied([{ score: 1 }, { score: 0 }], "all", DAY);
    expect(await readTally(memory, "shop")).toEqual(all);
    expect(await readTally(memory, "shop", "all")).toEqual(all);
  });

  it("stores the signals recorded so far with the outcome", async () => {
    const { memory } = current();
    const decided = decision();
    await addDecision(memory, { decision: decided }, act());
    const [early, late] = [signal({ type: "pr_merged" }), signal({ type: "incident", valence: "negative" })];
    await addSignal(memory, "shop", decided.id, early, act());
    await addOutcome(memory, "shop", decided.id, outcome(1), act());
    await addSignal(memory, "shop", decided.id, late, act());
    const { outcomes, signals } = await historyOf(memory, decided.id);
    expect(outcomes[0]?.signals).toEqual([{ id: early.id, type: "pr_merged", valence: "positive", at: DAY }]);
    expect(signals.map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  it("reads the histories of several decisions at once, oldest first, and none of another project", async () => {
    const { memory } = current();
    const [first, second, bare] = [decision(), decision(), decision()];
    const elsewhere = decision({ project: "warehouse" });
    for (const one of [first, second, bare, elsewhere]) await addDecision(memory, { decision: one }, act());
    const expected = new Map<string, { outcomes: string[]; signals: string[] }>();
    for (const one of [first, second, elsewhere, second, first]) {
      const [worked, seen] = [outcome(1), signal()];
      await addOutcome(memory, "all", one.id, worked, act());
      await addSignal(memory, "all", one.id, seen, act());
      const known = expected.get(one.id) ?? { outcomes: [], signals: [] };
      expected.set(one.id, {
        outcomes: [...known.outcomes, worked.id],
        signals: [...known.signals, seen.id],
      });
    }
    const none = { outcomes: [], signals: [] };
    const asked = [second.id, bare.id, elsewhere.id, "dec_nowhere", first.id, second.id];
    const idsIn = async (scope: string) =>
      [...(await historiesOf(memory, scope, asked))].map(([id, { outcomes, signals }]) => [
        id,
        { outcomes: outcomes.map((one) => one.id), signals: signals.map((one) => one.id) },
      ]);
    expect(await idsIn("shop")).toEqual([
      [second.id, expected.get(second.id)],
      [bare.id, none],
      [elsewhere.id, none],
      ["dec_nowhere", none],
      [first.id, expected.get(first.id)],
    ]);
    expect(Object.fromEntries(await idsIn("all"))).toMatchObject({
      [elsewhere.id]: expected.get(elsewhere.id),
      [first.id]: expected.get(first.id),
    });
    expect(await historiesOf(memory, "shop", [])).toEqual(new Map());
  });

  it("is erased with its decision from the tallies, the history and the due count", async () => {
    const { memory } = current();
    const [gone, kept] = [decision({ confidence: 0.9 }), decision({ confidence: 0.6 })];
    for (const one of [gone, kept]) {
      await addDecision(memory, { decision: one }, act());
      await addOutcome(memory, "shop", one.id, outcome(0.1 + 0.2, { lessons: ["A lesson"] }), act());
      await addOutcome(memory, "shop", one.id, outcome(1, { domain: "payments" }), act());
    }
    await eraseDecision(memory, "shop", gone.id, act());
    expect(await historyOf(memory, gone.id)).toEqual({ outcomes: [], signals: [] });
    expect(await readTallies(memory, "shop")).toEqual([
      tallied([{ confidence: 0.6, score: 1 }], "payments", DAY),
    ]);
    await eraseDecision(memory, "shop", kept.id, act());
    expect(await readTallies(memory, "all")).toEqual([]);
    expect(await readTally(memory, "all")).toEqual(tallied([], "all"));
  });

  it("writes one audit entry of its own kind, and the log still verifies after an erasure", async () => {
    const { memory } = current();
    const decided = decision();
    await addDecision(memory, { decision: decided }, act());
    const [first, second] = [outcome(1), outcome(0)];
    await addOutcome(memory, "shop", decided.id, first, act());
    await addOutcome(memory, "shop", decided.id, second, act());
    expect(await memory.changesAfter(1, 10)).toMatchObject([
      { seq: 2, action: "outcome.recorded", kind: "outcome", subject: first.id, project: "shop" },
      { seq: 3, action: "outcome.recorded", kind: "outcome", subject: second.id, project: "shop" },
    ]);
    await eraseDecision(memory, "shop", decided.id, act());
    expect(await memory.position()).toBe(4);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("accepts an alias instead of the id", async () => {
    const { memory } = current();
    const decided = decision({ aliases: ["ADR-7"] });
    await addDecision(memory, { decision: decided }, act());
    const { outcome: recorded } = await addOutcome(memory, "shop", "ADR-7", outcome(1), act());
    expect(recorded.decisionId).toBe(decided.id);
  });

  it.each([
    ["that nobody made", "shop", "dec_nowhere"],
    ["of another project", "warehouse", "dec_ours"],
  ])("refuses an outcome for a decision %s, and writes nothing", async (_, scope, ref) => {
    const { memory } = current();
    await addDecision(memory, { decision: decision({ id: "dec_ours" }) }, act());
    const missing = { name: "Fault", code: "not_found", received: ref };
    await expect(addOutcome(memory, scope, ref, outcome(1), act())).rejects.toMatchObject(missing);
    await expect(addSignal(memory, scope, ref, signal(), act())).rejects.toMatchObject(missing);
    expect(await memory.position()).toBe(1);
    expect(await readTallies(memory, "all")).toEqual([]);
  });

  it("keeps the sums exact when two connections record at the same time", async () => {
    const opened = current();
    const [memory, other] = [opened.memory, await opened.second()];
    const decided = Array.from({ length: 40 }, (_, n) => decision({ confidence: (n % 11) / 10 }));
    for (const one of decided) await addDecision(opened.memory, { decision: one }, act());
    await Promise.all(
      decided.map((one, n) =>
        addOutcome(n % 2 === 0 ? memory : other, "shop", one.id, outcome(n % 2), act()),
      ),
    );
    const tally = await readTally(opened.memory, "shop");
    expect([tally.outcomes, tally.score]).toEqual([40, 20]);
    expect(tally.bins.reduce((sum, bin) => sum + bin.outcomes, 0)).toBe(40);
  });

  it("returns screened lessons unchanged", async () => {
    const { memory } = current();
    const decided = decision();
    await addDecision(memory, { decision: decided }, act());
    const lesson = screened('Quotes " and \\ and 결정\nand a second line');
    await addOutcome(memory, "shop", decided.id, outcome(1, { lessons: [lesson] }), act());
    expect((await historyOf(memory, decided.id)).outcomes[0]?.lessons).toEqual([lesson]);
  });
}
