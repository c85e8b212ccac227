import { expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { actor, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import type { TestTeam } from "./team-for-each.ts";

const capture = async ({ store, act }: Machine, id: string, replaces?: string): Promise<void> => {
  const at = act();
  const own = decision({ id, project: PROJECT, createdAt: at.at, topic: id, topicStated: false });
  const supersedes = replaces === undefined ? [] : [{ ref: replaces, linkId: id.replace("dec", "lnk") }];
  await store.addDecision({ decision: own, supersedes, supersedesBecause: screened("It is better") }, at);
};

/** Two machines that both said something, and one of them lost a place. */
async function twoMachines({ log, machine }: TestTeam) {
  const [a, b] = [await machine("a"), await machine("b", { skewMs: -40_000 })];
  await capture(a, "dec_old");
  await syncAll(log, [a, b]);
  await capture(a, "dec_late", "dec_old");
  await capture(b, "dec_first", "dec_old");
  await b.push(log);
  await b.store.recordOutcome(PROJECT, "dec_old", outcome(0, { id: "out_b" }), b.act());
  await syncAll(log, [a, b]);
  return { a, b, log };
}

/** A memory with changes of others is looked after like any other one. */
export function upkeep(current: () => TestTeam): void {
  it("has a log that verifies and has everything that is said", async () => {
    const { a, b } = await twoMachines(current());
    for (const { store } of [a, b]) {
      expect((await store.verifyAudit()).problem).toBeUndefined();
      expect(await store.checkCoverage()).toMatchObject({ uncovered: [] });
    }
  });

  it("answers the same after what can be made again was made again", async () => {
    const { a } = await twoMachines(current());
    const before = await a.store.tally(PROJECT);
    const list = await a.store.listDecisions({ scope: PROJECT }, 9);
    await a.store.rebuildDerived(false, a.act());
    expect(await a.store.tally(PROJECT)).toEqual(before);
    expect(await a.store.listDecisions({ scope: PROJECT }, 9)).toEqual(list);
  });

  it("tells after a checkpoint what came from others since", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b", { skewMs: -3_600_000 })];
    await capture(a, "dec_before");
    const checkpoint = {
      ...{ id: "chk_a", aliases: [], project: PROJECT, openFiles: [], createdAt: DAY },
      ...{ summary: screened("Halfway"), nextSteps: screened(""), author: actor().author },
    };
    await a.store.addCheckpoint(checkpoint, a.act());
    await syncAll(log, [a, b]);
    await capture(b, "dec_received");
    await b.store.recordOutcome(PROJECT, "dec_before", outcome(1, { id: "out_b" }), b.act());
    await syncAll(log, [a, b]);
    const { decisions, outcomes } = await a.store.memoryChangesSince(checkpoint, 9);
    expect([decisions.total, decisions.items.map(({ id }) => id)]).toEqual([1, ["dec_received"]]);
    expect(outcomes.items.map(({ decisionId }) => decisionId)).toEqual(["dec_before"]);
  });

  it("projects what the log has, and nothing while own changes wait", async () => {
    const { a, log } = await twoMachines(current());
    const whole = await a.store.projectionAfter(PROJECT, 0, 99);
    expect(whole?.decisions.map(({ id, standing }) => [id, standing]).sort()).toEqual([
      ["dec_first", "active"],
      ["dec_old", "superseded"],
    ]);
    expect(whole?.gone).toContain("dec_late");
    expect(whole).toMatchObject({ from: 0, to: log.entries.length });
    await capture(a, "dec_waiting");
    expect(await a.store.projectionAfter(PROJECT, 0, 99)).toBeUndefined();
  });

  it("says what waits and since when, and which claims were lost", async () => {
    const { a, b, log } = await twoMachines(current());
    expect(await a.store.teamOf(PROJECT)).toMatchObject({ pending: 0, received: 3 });
    expect((await a.store.claimsAbout(PROJECT, ["dec_old"])).lost).toEqual([
      { subject: "dec_old", winner: "dec_first", draft: "dec_late", proposal: "prop_late" },
    ]);
    expect((await b.store.claimsAbout(PROJECT, ["dec_old"])).lost).toEqual([]);
    const at = a.act();
    await a.store.addDecision({ decision: decision({ id: "dec_waiting", project: PROJECT }) }, at);
    expect(await a.store.teamOf(PROJECT)).toMatchObject({ pending: 1, pendingSince: at.at });
    expect(await a.store.claimsAbout(PROJECT, ["dec_waiting"])).toEqual({ confirmed: false, lost: [] });
    await a.push(log);
    expect(await a.store.claimsAbout(PROJECT, ["dec_waiting"])).toEqual({ confirmed: true, lost: [] });
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
    expect(await a.store.listProposals(PROJECT, "draft", 9)).toMatchObject([{ id: "prop_late" }]);
    await b.store.eraseDecision(PROJECT, "dec_late", b.act());
    await syncAll(log, [a, b]);
    for (const { store } of [a, b]) expect(await store.listProposals(PROJECT, undefined, 9)).toEqual([]);
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
    expect(await b.store.teamOf(PROJECT)).toMatchObject({
      received: 100,
      cursor: { entry: 100, key: "org_a:100" },
    });
    expect(await b.pull(log)).toMatchObject({ applied: 150 });
    expect((await b.store.listDecisions({ scope: PROJECT }, 1)).total).toBe(250);
  });
}
