import fc from "fast-check";
import { expect, it } from "vitest";
import type { Decision, NewDecision } from "../../../src/decisions/rules/decision.ts";
import {
  addDecision,
  decisionPage,
  findDecision,
  othersOnTopic,
} from "../../../src/decisions/sql/decisions.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore, OpenStore } from "../../contract/opened-store.ts";
import { act, actor, type DecisionFields, decision } from "../../support/decisions.ts";

let links = 0;
const replacing = (...refs: string[]): NewDecision["supersedes"] =>
  refs.map((ref) => ({ ref, linkId: `lnk_made${++links}` }));

async function kept(memory: Memory, fields: DecisionFields = {}): Promise<Decision> {
  return (await addDecision(memory, { decision: decision(fields) }, act())).decision;
}

const idsOf = (decisions: readonly Decision[]): string[] => decisions.map(({ id }) => id);

export function superseding(current: () => OpenedStore): void {
  it("replaces several at once: they are superseded by the new one, also after a restart", async () => {
    const opened = current();
    const { memory } = opened;
    const olds = [await kept(memory), await kept(memory, { standing: "deprecated" })];
    const next = decision();
    const added = await addDecision(memory, { decision: next, supersedes: replacing(...idsOf(olds)) }, act());
    expect(added.decision.supersedes).toEqual(idsOf(olds));
    expect(added.superseded.map(({ standing, supersededBy }) => ({ standing, supersededBy }))).toEqual(
      olds.map(() => ({ standing: "superseded", supersededBy: [next.id] })),
    );
    const reopened = await opened.reopen();
    expect(await findDecision(reopened, "shop", next.id)).toMatchObject({
      standing: "active",
      supersedes: idsOf(olds),
      supersededBy: [],
    });
    for (const { id } of olds) {
      expect(await findDecision(reopened, "shop", id)).toMatchObject({
        standing: "superseded",
        supersededBy: [next.id],
      });
    }
  });

  it("does not change the meaning and hash of the replaced decisions", async () => {
    const { memory } = current();
    const old = await kept(memory, { reasoning: "Because", confidence: 0.4 });
    const { superseded } = await addDecision(
      memory,
      { decision: decision(), supersedes: replacing(old.id) },
      act(),
    );
    expect(superseded[0]).toEqual({
      ...old,
      standing: "superseded",
      supersededBy: superseded[0]?.supersededBy,
      updatedAt: act().at,
    });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("accepts the alias of an imported decision", async () => {
    const { memory } = current();
    const old = await kept(memory, { aliases: ["ADR-7"] });
    const { superseded } = await addDecision(
      memory,
      { decision: decision(), supersedes: replacing("ADR-7") },
      act(),
    );
    expect(idsOf(superseded)).toEqual([old.id]);
  });

  it("writes one audit row for the new decision and one for each that it replaces, all by the same actor", async () => {
    const { memory } = current();
    const olds = [await kept(memory), await kept(memory)];
    const from = await memory.position();
    const next = decision();
    const person = actor("human");
    await addDecision(
      memory,
      { decision: next, supersedes: replacing(...idsOf(olds)) },
      act(undefined, person),
    );
    const rows = await memory.changesAfter(from, 10);
    expect(rows.map(({ action, subject, authorKind }) => [action, subject, authorKind])).toEqual([
      ["decision.captured", next.id, "human"],
      ...olds.map(({ id }) => ["decision.superseded", id, "human"]),
    ]);
  });

  it.each([
    ["unknown", "dec_unknown", "not_found"],
    ["in another project", "dec_elsewhere", "not_found"],
    ["superseded already", "dec_replaced", "conflict"],
  ])("changes nothing when one of them is %s", async (_, ref, code) => {
    const { memory } = current();
    const good = await kept(memory, { id: "dec_good" });
    await kept(memory, { id: "dec_elsewhere", project: "depot" });
    await kept(memory, { id: "dec_replaced" });
    await addDecision(
      memory,
      { decision: decision({ id: "dec_by" }), supersedes: replacing("dec_replaced") },
      act(),
    );
    const before = await memory.position();
    const next = decision();
    await expect(
      addDecision(memory, { decision: next, supersedes: replacing(good.id, ref) }, act()),
    ).rejects.toMatchObject({ name: "Fault", code, received: ref });
    expect(await findDecision(memory, "shop", good.id)).toEqual(good);
    expect(await findDecision(memory, "shop", next.id)).toBeUndefined();
    expect(await memory.position()).toBe(before);
  });

  it("refuses to replace a superseded decision, and names the one that replaced it", async () => {
    const { memory } = current();
    const old = await kept(memory);
    await addDecision(memory, { decision: decision({ id: "dec_by" }), supersedes: replacing(old.id) }, act());
    await expect(
      addDecision(memory, { decision: decision(), supersedes: replacing(old.id) }, act()),
    ).rejects.toMatchObject({ message: expect.stringContaining("dec_by") });
  });

  it("lets only one of two simultaneous calls replace a decision", async () => {
    const opened = current();
    const second = await opened.second();
    const old = await kept(opened.memory);
    const attempts = await Promise.allSettled(
      [opened.memory, second].map((memory) =>
        addDecision(memory, { decision: decision(), supersedes: replacing(old.id) }, act()),
      ),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await findDecision(opened.memory, "shop", old.id))?.supersededBy).toHaveLength(1);
  });

  it("returns other active decisions with the same stated topic, newest first", async () => {
    const { memory } = current();
    const first = await kept(memory, { createdAt: new Date("2026-01-01") });
    const second = await kept(memory, { createdAt: new Date("2026-01-02") });
    await kept(memory, { topic: "others" });
    await kept(memory, { project: "depot" });
    await kept(memory, { standing: "deprecated" });
    await kept(memory, { topicStated: false });
    const reported = async (fields: DecisionFields, ...supersedes: string[]) =>
      idsOf(
        (
          await addDecision(
            memory,
            { decision: decision(fields), reportSameTopic: true, supersedes: replacing(...supersedes) },
            act(),
          )
        ).sameTopic,
      );
    expect(await reported({ topicStated: false })).toEqual([]);
    expect(await reported({ standing: "draft" })).toEqual([second.id, first.id]);
    expect(await reported({ standing: "draft" }, second.id)).toEqual([first.id]);
  });

  it("finds the newest others on the stated topics of several decisions, of the same project and active", async () => {
    const { memory } = current();
    const topic = { topic: "orders.store", topicStated: true };
    const older = await kept(memory, { id: "dec_o1", ...topic, createdAt: new Date("2026-01-01") });
    const newer = await kept(memory, { id: "dec_o2", ...topic, createdAt: new Date("2026-01-02") });
    const newest = await kept(memory, { id: "dec_o3", ...topic, createdAt: new Date("2026-01-03") });
    await kept(memory, { id: "dec_o4", ...topic, standing: "draft" });
    await kept(memory, { id: "dec_o5", ...topic, project: "depot" });
    const derived = await kept(memory, { id: "dec_o6", ...topic, topicStated: false });
    const alone = await kept(memory, { id: "dec_o7", topic: "orders.queue", topicStated: true });
    const found = await othersOnTopic(memory, [older, newest, derived, alone], 1);
    expect([...found].map(([id, others]) => [id, others.map((one) => one.id)])).toEqual([
      [older.id, [newest.id]],
      [newest.id, [newer.id]],
    ]);
  });

  it("returns them only on request", async () => {
    const { memory } = current();
    await kept(memory);
    expect((await addDecision(memory, { decision: decision() }, act())).sameTopic).toEqual([]);
  });
}

/** For random sequences of calls. */
export function supersedingWithoutCircles(open: OpenStore): void {
  it("never makes a cycle, and replaces each decision at most once", async () => {
    const attempt = fc.record({
      id: fc.nat(7),
      refs: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { maxLength: 15 }), async (attempts) => {
        const { memory, dispose } = await open();
        try {
          for (const { id, refs } of attempts) {
            const supersedes = replacing(...refs.map((ref) => `dec_${ref}`));
            const next = decision({ id: `dec_${id}` });
            await addDecision(memory, { decision: next, supersedes }, act())
              .catch(() => addDecision(memory, { decision: next }, act()))
              .catch(() => {});
          }
          const { items } = await decisionPage(memory, { scope: "shop" }, 100);
          const graph = new Map(items.map(({ id, supersedes }) => [id, supersedes]));
          const supersedes = (id: string): readonly string[] => graph.get(id) ?? [];
          for (const one of items) {
            expect(one.supersededBy.length).toBeLessThanOrEqual(1);
            expect(one.standing === "superseded").toBe(one.supersededBy.length === 1);
            for (const older of one.supersedes) expect(reaches(older, one.id, supersedes)).toBe(false);
          }
        } finally {
          await dispose();
        }
      }),
      { numRuns: 30 },
    );
  });
}

/** Whether the `supersedes` links lead from one decision to the other. */
function reaches(from: string, to: string, supersedes: (id: string) => readonly string[]): boolean {
  const open = [from];
  const seen = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...supersedes(id));
  }
  return false;
}
