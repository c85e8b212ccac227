import { expect, it } from "vitest";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { recordObservations } from "../../../src/memory/record-observations.ts";
import { eraseCheckpoint, eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Checkpoint } from "../../../src/sessions/rules/checkpoint.ts";
import { RESTART_RETENTION_MS, type RestartAttempt } from "../../../src/sessions/rules/restart.ts";
import {
  addCheckpoint,
  countCheckpoints,
  latestCheckpoint,
  memoryChangesSince,
  restartsSince,
} from "../../../src/sessions/sql/notes.ts";
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
    const { memory } = opened();
    const older = checkpoint();
    const newer = checkpoint({ id: "chk_b", createdAt: minutes(1), openFiles: [], head: undefined });
    await addCheckpoint(memory, newer, act());
    await addCheckpoint(memory, older, act());
    expect(await latestCheckpoint(memory, "shop")).toEqual(newer);
    expect(await latestCheckpoint(await opened().reopen(), "shop")).toEqual(newer);
  });

  it("keeps projects apart, unless all are asked for", async () => {
    const { memory } = opened();
    await addCheckpoint(memory, checkpoint({ project: "depot" }), act());
    expect(await latestCheckpoint(memory, "shop")).toBeUndefined();
    expect((await latestCheckpoint(memory, "all"))?.project).toBe("depot");
    expect([await countCheckpoints(memory, "shop"), await countCheckpoints(memory, "all")]).toEqual([0, 1]);
  });

  it("prefers the greater id if two have the same time", async () => {
    const { memory } = opened();
    await addCheckpoint(memory, checkpoint({ id: "chk_a" }), act());
    await addCheckpoint(memory, checkpoint({ id: "chk_b" }), act());
    expect((await latestCheckpoint(memory, "shop"))?.id).toBe("chk_b");
  });

  it("writes an audit row, and is no decision", async () => {
    const { memory } = opened();
    const before = await memory.position();
    await addCheckpoint(memory, checkpoint(), act());
    expect(await memory.changesAfter(before, 10)).toMatchObject([
      { action: "checkpoint.saved", kind: "checkpoint", subject: "chk_a", project: "shop" },
    ]);
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(0);
    expect(await findDecision(memory, "shop", "chk_a")).toBeUndefined();
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("returns what happened in the project afterwards, newest first, with the totals", async () => {
    const { memory } = opened();
    const earlier = decision();
    await addDecision(memory, { decision: earlier }, act());
    const saved = checkpoint({ createdAt: minutes(1) });
    await addCheckpoint(memory, saved, act(minutes(1)));
    expect(await memoryChangesSince(memory, saved, 10)).toEqual({
      decisions: { items: [], total: 0 },
      outcomes: { items: [], total: 0 },
      links: { items: [], total: 0 },
    });
    // Clocks differ: what was stored later counts, whatever its time.
    const later = [decision(), decision({ createdAt: minutes(-5) }), decision()];
    for (const made of later) await addDecision(memory, { decision: made }, act(minutes(2)));
    await addDecision(memory, { decision: decision({ project: "depot" }) }, act(minutes(2)));
    await addOutcome(memory, "shop", earlier.id, outcome(0.2), act(minutes(3)));
    const { decisions, outcomes } = await memoryChangesSince(memory, saved, 2);
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
    const { memory } = opened();
    const saved = checkpoint();
    await addCheckpoint(memory, saved, act());
    const made = decision();
    await addDecision(memory, { decision: made }, act());
    await eraseDecision(memory, "shop", made.id, act());
    expect((await memoryChangesSince(memory, saved, 10)).decisions).toEqual({ items: [], total: 0 });
  });

  it("is erased by id or alias, and leaves a tombstone", async () => {
    const { memory } = opened();
    await addCheckpoint(memory, checkpoint(), act());
    await addCheckpoint(memory, checkpoint({ id: "chk_b", aliases: ["checkpoint_17"] }), act());
    expect((await latestCheckpoint(memory, "shop"))?.aliases).toEqual(["checkpoint_17"]);
    expect(await reasonOf(eraseCheckpoint(memory, "depot", "chk_b", act()))).toBe("checkpoint_not_found");
    expect(await eraseCheckpoint(memory, "shop", "checkpoint_17", act())).toMatchObject({
      id: "chk_b",
      project: "shop",
    });
    expect((await latestCheckpoint(memory, "shop"))?.id).toBe("chk_a");
    expect((await memory.changesAfter((await memory.position()) - 1, 1))[0]).toMatchObject({
      action: "checkpoint.erased",
      subject: "chk_b",
    });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
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
    recordObservations(
      opened().memory,
      attempts.map((attempt) => ({ kind: "restart", attempt })),
    );

  it("returns the attempts since a time, by project", async () => {
    const { memory } = opened();
    const failed = attempt(minutes(2), { mode: "summary", failure: "NO_CHECKPOINT", ms: 3 });
    await count(attempt(minutes(0)), failed, attempt(minutes(3), { project: "depot" }));
    expect(await restartsSince(memory, "shop", minutes(1))).toEqual([failed]);
    expect(await restartsSince(memory, "all", minutes(0))).toHaveLength(3);
  });

  it("deletes attempts after the retention period", async () => {
    const { memory } = opened();
    const [first, second] = [attempt(minutes(0)), attempt(minutes(5))];
    await count(first, second);
    const later = attempt(new Date(minutes(1).getTime() + RESTART_RETENTION_MS));
    await count(later);
    expect(await restartsSince(memory, "all", minutes(-10))).toEqual([second, later]);
  });

  it("does not count as a change of the memory", async () => {
    const { memory } = opened();
    const before = await memory.position();
    await count(attempt(DAY));
    expect(await memory.position()).toBe(before);
  });
}
