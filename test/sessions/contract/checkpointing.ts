import { expect, it } from "vitest";
import type { Checkpoint } from "../../../src/sessions/rules/checkpoint.ts";
import { RESTART_RETENTION_MS, type RestartAttempt } from "../../../src/sessions/rules/restart.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

const minutes = (n: number): Date => new Date(DAY.getTime() + n * 60_000);

function checkpoint(fields: Partial<Checkpoint> = {}): Checkpoint {
  return {
    id: "chk_a",
    aliases: [],
    project: "shop",
    summary: screened("# 🎯 Goal & Progress\n- Finish the order table"),
    openFiles: [screened("src/orders.ts")],
    nextSteps: screened("Run the tests"),
    head: "0f3c2d1",
    author: actor().author,
    createdAt: DAY,
    ...fields,
  };
}

const reasonOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return error instanceof Fault ? error.reason : undefined;
};

export function checkpointing(opened: () => OpenedStore): void {
  it("returns the latest checkpoint of a project as saved, even after a restart", async () => {
    const { store } = opened();
    const older = checkpoint();
    const newer = checkpoint({ id: "chk_b", createdAt: minutes(1), openFiles: [], head: undefined });
    await store.addCheckpoint(newer, act());
    await store.addCheckpoint(older, act());
    expect(await store.latestCheckpoint("shop")).toEqual(newer);
    expect(await (await opened().reopen()).latestCheckpoint("shop")).toEqual(newer);
  });

  it("keeps projects apart, unless all are asked for", async () => {
    const { store } = opened();
    await store.addCheckpoint(checkpoint({ project: "depot" }), act());
    expect(await store.latestCheckpoint("shop")).toBeUndefined();
    expect((await store.latestCheckpoint("all"))?.project).toBe("depot");
    expect([await store.countCheckpoints("shop"), await store.countCheckpoints("all")]).toEqual([0, 1]);
  });

  it("prefers the greater id if two have the same time", async () => {
    const { store } = opened();
    await store.addCheckpoint(checkpoint({ id: "chk_a" }), act());
    await store.addCheckpoint(checkpoint({ id: "chk_b" }), act());
    expect((await store.latestCheckpoint("shop"))?.id).toBe("chk_b");
  });

  it("writes an audit row, and is no decision", async () => {
    const { store } = opened();
    const before = await store.position();
    await store.addCheckpoint(checkpoint(), act());
    expect(await store.changesAfter(before, 10)).toMatchObject([
      { action: "checkpoint.saved", kind: "checkpoint", subject: "chk_a", project: "shop" },
    ]);
    expect((await store.listDecisions({ scope: "shop" }, 10)).total).toBe(0);
    expect(await store.findDecision("shop", "chk_a")).toBeUndefined();
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it("returns what happened in the project afterwards, newest first, with the totals", async () => {
    const { store } = opened();
    const earlier = decision();
    await store.addDecision({ decision: earlier }, act());
    const saved = checkpoint({ createdAt: minutes(1) });
    await store.addCheckpoint(saved, act(minutes(1)));
    expect(await store.memoryChangesSince(saved, 10)).toEqual({
      decisions: { items: [], total: 0 },
      outcomes: { items: [], total: 0 },
      links: { items: [], total: 0 },
    });
    // Clocks differ: what was stored later counts, whatever its time.
    const later = [decision(), decision({ createdAt: minutes(-5) }), decision()];
    for (const made of later) await store.addDecision({ decision: made }, act(minutes(2)));
    await store.addDecision({ decision: decision({ project: "depot" }) }, act(minutes(2)));
    await store.recordOutcome("shop", earlier.id, outcome(0.2), act(minutes(3)));
    const { decisions, outcomes } = await store.memoryChangesSince(saved, 2);
    expect(decisions.total).toBe(3);
    expect(decisions.items.map(({ id }) => id)).toEqual([later[2]?.id, later[1]?.id]);
    expect(outcomes).toEqual({
      total: 1,
      items: [
        {
          decisionId: earlier.id,
          statement: earlier.statement,
          status: "failure",
          score: 0.2,
          at: minutes(3),
        },
      ],
    });
  });

  it("leaves out what was erased since", async () => {
    const { store } = opened();
    const saved = checkpoint();
    await store.addCheckpoint(saved, act());
    const made = decision();
    await store.addDecision({ decision: made }, act());
    await store.eraseDecision("shop", made.id, act());
    expect((await store.memoryChangesSince(saved, 10)).decisions).toEqual({ items: [], total: 0 });
  });

  it("is erased by id or alias, and leaves a tombstone", async () => {
    const { store } = opened();
    await store.addCheckpoint(checkpoint(), act());
    await store.addCheckpoint(checkpoint({ id: "chk_b", aliases: ["checkpoint_17"] }), act());
    expect((await store.latestCheckpoint("shop"))?.aliases).toEqual(["checkpoint_17"]);
    expect(await reasonOf(store.eraseCheckpoint("depot", "chk_b", act()))).toBe("checkpoint_not_found");
    expect(await store.eraseCheckpoint("shop", "checkpoint_17", act())).toMatchObject({
      id: "chk_b",
      project: "shop",
    });
    expect((await store.latestCheckpoint("shop"))?.id).toBe("chk_a");
    expect((await store.changesAfter((await store.position()) - 1, 1))[0]).toMatchObject({
      action: "checkpoint.erased",
      subject: "chk_b",
    });
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });
}

export function countingRestarts(opened: () => OpenedStore): void {
  const attempt = (at: Date, fields: Partial<RestartAttempt> = {}): RestartAttempt => ({
    at,
    project: "shop",
    mode: "full",
    failure: undefined,
    ms: 12,
    ...fields,
  });

  const count = (...attempts: readonly RestartAttempt[]): Promise<void> =>
    opened().store.recordObservations(attempts.map((attempt) => ({ kind: "restart", attempt })));

  it("returns the attempts since a time, by project", async () => {
    const { store } = opened();
    const failed = attempt(minutes(2), { mode: "summary", failure: "NO_CHECKPOINT", ms: 3 });
    await count(attempt(minutes(0)), failed, attempt(minutes(3), { project: "depot" }));
    expect(await store.restartsSince("shop", minutes(1))).toEqual([failed]);
    expect(await store.restartsSince("all", minutes(0))).toHaveLength(3);
  });

  it("deletes attempts after the retention period", async () => {
    const { store } = opened();
    const [first, second] = [attempt(minutes(0)), attempt(minutes(5))];
    await count(first, second);
    const later = attempt(new Date(minutes(1).getTime() + RESTART_RETENTION_MS));
    await count(later);
    expect(await store.restartsSince("all", minutes(-10))).toEqual([second, later]);
  });

  it("does not count as a change of the memory", async () => {
    const { store } = opened();
    const before = await store.position();
    await count(attempt(DAY));
    expect(await store.position()).toBe(before);
  });
}
