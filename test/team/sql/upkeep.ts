import { expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { addDecision, decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { readProposals } from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { checkCoverage } from "../../../src/repair/sql/coverage.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { addCheckpoint, memoryChangesSince } from "../../../src/sessions/sql/notes.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { claimsAbout, projectionAfter } from "../../../src/team/sql/team-store.ts";
import { actor, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import type { TestTeam } from "./team-for-each.ts";

const capture = async ({ memory, act }: Machine, id: string, replaces?: string): Promise<void> => {
  const at = act();
  const own = decision({ id, project: PROJECT, createdAt: at.at, topic: id, topicStated: false });
  const supersedes = replaces === undefined ? [] : [{ ref: replaces, linkId: id.replace("dec", "lnk") }];
  await addDecision(memory, { decision: own, supersedes, supersedesBecause: screened("It is better") }, at);
};

/** Two machines that both said something, and one of them lost a place. */
async function twoMachines({ log, machine }: TestTeam) {
  const [a, b] = [await machine("a"), await machine("b", { skewMs: -40_000 })];
  await capture(a, "dec_old");
  await syncAll(log, [a, b]);
  await capture(a, "dec_late", "dec_old");
  await capture(b, "dec_first", "dec_old");
  await b.push(log);
  await addOutcome(b.memory, PROJECT, "dec_old", outcome(0, { id: "out_b" }), b.act());
  await syncAll(log, [a, b]);
  return { a, b, log };
}

/** A memory with changes of others is looked after like any other one. */
export function upkeep(current: () => TestTeam): void {
  it("has a log that verifies and has everything that is said", async () => {
    const { a, b } = await twoMachines(current());
    for (const { memory } of [a, b]) {
      expect((await verifyAudit(memory)).problem).toBeUndefined();
      expect(await checkCoverage(memory)).toMatchObject({ uncovered: [] });
    }
  });

  it("answers the same after what can be made again was made again", async () => {
    const { a } = await twoMachines(current());
    const before = await readTally(a.memory, PROJECT);
    const list = await decisionPage(a.memory, { scope: PROJECT }, 9);
    await rebuildDerived(a.memory, false, a.act());
    expect(await readTally(a.memory, PROJECT)).toEqual(before);
    expect(await decisionPage(a.memory, { scope: PROJECT }, 9)).toEqual(list);
  });

  it("tells after a checkpoint what came from others since", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b", { skewMs: -3_600_000 })];
    await capture(a, "dec_before");
    const checkpoint = {
      ...{ id: "chk_a", aliases: [], project: PROJECT, openFiles: [], createdAt: DAY },
      ...{ summary: screened("Halfway"), nextSteps: screened(""), author: actor().author },
    };
    await addCheckpoint(a.memory, checkpoint, a.act());
    await syncAll(log, [a, b]);
    await capture(b, "dec_received");
    await addOutcome(b.memory, PROJECT, "dec_before", outcome(1, { id: "out_b" }), b.act());
    await syncAll(log, [a, b]);
    const { decisions, outcomes } = await memoryChangesSince(a.memory, checkpoint, 9);
    expect([decisions.total, decisions.items.map(({ id }) => id)]).toEqual([1, ["dec_received"]]);
    expect(outcomes.items.map(({ decisionId }) => decisionId)).toEqual(["dec_before"]);
  });

  it("projects what the log has, and nothing while own changes wait", async () => {
    const { a, log } = await twoMachines(current());
    const whole = await projectionAfter(a.memory, PROJECT, 0, 99);
    expect(whole?.decisions.map(({ id, standing }) => [id, standing]).sort()).toEqual([
      ["dec_first", "active"],
      ["dec_old", "superseded"],
    ]);
    expect(whole?.gone).toContain("dec_late");
    expect(whole).toMatchObject({ from: 0, to: log.entries.length });
    await capture(a, "dec_waiting");
    expect(await projectionAfter(a.memory, PROJECT, 0, 99)).toBeUndefined();
  });

  it("says what waits and since when, and which claims were lost", async () => {
    const { a, b, log } = await twoMachines(current());
    expect(await teamOf(a.memory, PROJECT)).toMatchObject({ pending: 0, received: 3 });
    expect((await claimsAbout(a.memory, PROJECT, ["dec_old"])).lost).toEqual([
      { subject: "dec_old", winner: "dec_first", draft: "dec_late", proposal: "prop_late" },
    ]);
    expect((await claimsAbout(b.memory, PROJECT, ["dec_old"])).lost).toEqual([]);
    const at = a.act();
    await addDecision(a.memory, { decision: decision({ id: "dec_waiting", project: PROJECT }) }, at);
    expect(await teamOf(a.memory, PROJECT)).toMatchObject({ pending: 1, pendingSince: at.at });
    expect(await claimsAbout(a.memory, PROJECT, ["dec_waiting"])).toEqual({ confirmed: false, lost: [] });
    await a.push(log);
    expect(await claimsAbout(a.memory, PROJECT, ["dec_waiting"])).toEqual({ confirmed: true, lost: [] });
  });

  it("drops the proposal for a draft that was erased by a machine that did not know of it", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await capture(a, "dec_old");
    await syncAll(log, [a, b]);
    await capture(a, "dec_first", "dec_old");
    await a.push(log);
    await capture(b, "dec_late", "dec_old");
    await b.push(log);
    await a.pull(log);
    expect(await readProposals(a.memory, PROJECT, "draft", 9)).toMatchObject([{ id: "prop_late" }]);
    await eraseDecision(b.memory, PROJECT, "dec_late", b.act());
    await syncAll(log, [a, b]);
    for (const { memory } of [a, b]) expect(await readProposals(memory, PROJECT, undefined, 9)).toEqual([]);
  });

  it("applies a long slice in steps, and stands where it got to if one of them fails", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    for (let n = 0; n < 250; n++) await capture(a, `dec_n${n}`);
    await a.push(log, 300);
    let judged = 0;
    const failing = b.pull(log, 300, () => {
      judged += 1;
      if (judged > 150) throw new Fault("unavailable", "The disk is full.");
      return undefined;
    });
    await expect(failing).rejects.toThrow();
    expect(await teamOf(b.memory, PROJECT)).toMatchObject({
      received: 100,
      cursor: { entry: 100, key: "org_a:100" },
    });
    expect(await b.pull(log)).toMatchObject({ applied: 150 });
    expect((await decisionPage(b.memory, { scope: PROJECT }, 1)).total).toBe(250);
  });
}
