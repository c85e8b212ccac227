import { describe, expect, it } from "vitest";
import { getCalibration } from "../../../src/calibration/operations/get-calibration.ts";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { listProposedOutcomes } from "../../../src/repository/operations/list-proposed.ts";
import { confirmOutcome, dismissProposed } from "../../../src/repository/operations/review-proposed.ts";
import { addReports } from "../../../src/repository/sql/report-rows.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { commitId, report } from "../../support/reports.ts";
import { daysAfter } from "../../support/skills.ts";

const call = callBy();

/** Decisions that a commit carries out and that are due by now, every tenth of them taken back. */
async function withProposals(count: number) {
  const memory = await openMemory();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const made = { ...decision({ confidence: 0.8 }), dueAt: daysAfter(30) };
    await addDecision(memory, { decision: made }, act(DAY));
    const of = commitId("a");
    await addReports(memory, [
      report({ decision: made.id }),
      ...(n % 10 === 0 ? [report({ decision: made.id, kind: "reverted", commit: commitId("b"), of })] : []),
    ]);
    ids.push(made.id);
  }
  memory.clock.set(daysAfter(31));
  return { memory, ids };
}

describe("Outcomes that the repository proposes", () => {
  it("enter the calibration when they are confirmed: 200 proposed and 20 confirmed count as 20", async () => {
    const { memory, ids } = await withProposals(220);
    const counted = async () =>
      (await perform(getCalibration, { domain: "database" }, memory, call)).calibration.sampleSize;
    expect(await perform(listProposedOutcomes, { limit: 1_000 }, memory, call)).toMatchObject({ total: 220 });
    expect((await readTally(memory, "shop")).outcomes).toBe(0);
    for (const ref of ids.slice(0, 20)) await perform(confirmOutcome, { ref }, memory, call);
    expect(await perform(listProposedOutcomes, { limit: 1_000 }, memory, call)).toMatchObject({ total: 200 });
    expect(await counted()).toBe(20);
  });

  it("list first what was taken back", async () => {
    const { memory, ids } = await withProposals(12);
    const { items } = await perform(listProposedOutcomes, { limit: 3 }, memory, call);
    expect(items.map(({ decision: { id }, proposed }) => [id, proposed.status])).toEqual([
      [ids[0], "failure"],
      [ids[10], "failure"],
      [ids[1], "success"],
    ]);
  });

  it("are recorded as they were proposed, with what the checks said", async () => {
    const { memory, ids } = await withProposals(2);
    const [failed = "", survived = ""] = ids;
    const check = { kind: "checked", key: "run", passed: true, at: daysAfter(1) } as const;
    await addReports(memory, [report({ decision: survived, ...check })]);
    expect(
      await perform(confirmOutcome, { ref: failed, lessons: ["Ask first."] }, memory, call),
    ).toMatchObject({
      outcome: { status: "failure", score: 0, lessons: ["Ask first."] },
      proposed: { because: "reverted" },
    });
    expect(await perform(confirmOutcome, { ref: survived }, memory, call)).toMatchObject({
      outcome: { status: "success", score: 1, reported: { ciPassed: true } },
    });
    await expect(perform(confirmOutcome, { ref: failed }, memory, call)).rejects.toMatchObject({
      code: "conflict",
      reason: "nothing_proposed",
    });
  });

  it("are settled by any outcome that somebody records", async () => {
    const { memory, ids } = await withProposals(1);
    await perform(recordOutcome, { ref: ids[0] ?? "", status: "partial", score: 0.5 }, memory, call);
    expect(await perform(listProposedOutcomes, {}, memory, call)).toEqual({ items: [], total: 0 });
  });

  it("are dismissed for good, until something new is said", async () => {
    const { memory, ids } = await withProposals(1);
    const [ref = ""] = ids;
    expect(await perform(dismissProposed, { ref }, memory, call)).toMatchObject({ dismissed: 2 });
    expect(await perform(listProposedOutcomes, {}, memory, call)).toMatchObject({ total: 0 });
    const again = { kind: "reverted", commit: commitId("c"), of: commitId("a"), at: daysAfter(2) } as const;
    await addReports(memory, [report({ decision: ref, ...again })]);
    expect(await perform(listProposedOutcomes, {}, memory, call)).toMatchObject({ total: 1 });
  });

  it("are confirmed by nobody who may only look", async () => {
    const { memory, ids } = await withProposals(1);
    const viewer = callBy({ role: "viewer" });
    const [ref = ""] = ids;
    const refused = { code: "forbidden" };
    await expect(perform(confirmOutcome, { ref }, memory, viewer)).rejects.toMatchObject(refused);
    await expect(perform(dismissProposed, { ref }, memory, viewer)).rejects.toMatchObject(refused);
    expect(await perform(listProposedOutcomes, {}, memory, viewer)).toMatchObject({ total: 1 });
  });
});
