import { expect, it } from "vitest";
import { addDecision, decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { eraseInsight } from "../../../src/portability/sql/erase-memory.ts";
import { findNotes, memoriesById, readMemories } from "../../../src/recall/sql/memories.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Checkpoint } from "../../../src/sessions/rules/checkpoint.ts";
import type { ProjectContext } from "../../../src/sessions/rules/exposure.ts";
import type { Insight } from "../../../src/sessions/rules/insight.ts";
import { projectContext, saveContext } from "../../../src/sessions/sql/contexts.ts";
import { addCheckpoint, addInsight } from "../../../src/sessions/sql/notes.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";

const minutes = (n: number): Date => new Date(DAY.getTime() + n * 60_000);

export function insight(fields: Partial<Insight> = {}): Insight {
  return {
    id: "ins_a",
    aliases: [],
    project: "shop",
    content: screened("The sandbox drops connections after thirty seconds"),
    topic: screened("sandbox"),
    category: screened("operations"),
    tags: [screened("timeouts")],
    source: screened("load test"),
    author: actor().author,
    createdAt: DAY,
    ...fields,
  };
}

const checkpoint = (fields: Partial<Checkpoint> = {}): Checkpoint => ({
  id: "chk_a",
  aliases: [],
  project: "shop",
  summary: screened("Finish the order table"),
  openFiles: [],
  nextSteps: screened("Run the migration"),
  head: undefined,
  author: actor().author,
  createdAt: DAY,
  ...fields,
});

const ALL = ["decision", "checkpoint", "insight"] as const;

/** Insights, and memories of every type together. */
export function noting(opened: () => OpenedStore): void {
  it("returns an insight as saved, even after a restart, and writes an audit row", async () => {
    const { memory } = opened();
    const before = await memory.position();
    const bare = insight({
      id: "ins_b",
      topic: undefined,
      category: undefined,
      tags: [],
      source: undefined,
      createdAt: minutes(1),
    });
    await addInsight(memory, insight(), act());
    await addInsight(memory, bare, act());
    expect(await memory.changesAfter(before, 10)).toMatchObject([
      { action: "insight.saved", kind: "insight", subject: "ins_a", project: "shop" },
      { action: "insight.saved", subject: "ins_b" },
    ]);
    const reopened = await opened().reopen();
    const { items, total } = await readMemories(reopened, { scope: "shop", types: ["insight"] }, 10);
    expect(items).toEqual([
      { type: "insight", insight: bare },
      { type: "insight", insight: insight() },
    ]);
    expect(total).toBe(2);
    expect((await verifyAudit(reopened)).problem).toBeUndefined();
  });

  it("lists memories of several types newest first, by project and time, up to a limit", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a", createdAt: minutes(1) }) }, act());
    await addCheckpoint(memory, checkpoint({ createdAt: minutes(2) }), act());
    await addInsight(memory, insight({ createdAt: minutes(3) }), act());
    await addInsight(memory, insight({ id: "ins_b", project: "depot", createdAt: minutes(4) }), act());
    const types = async (filter: Parameters<typeof readMemories>[1], limit = 10) => {
      const { items, total } = await readMemories(memory, filter, limit);
      return [items.map(({ type }) => type), total];
    };
    expect(await types({ scope: "shop", types: ALL })).toEqual([["insight", "checkpoint", "decision"], 3]);
    expect(await types({ scope: "shop", types: ALL }, 1)).toEqual([["insight"], 3]);
    expect(await types({ scope: "shop", types: ["checkpoint"] })).toEqual([["checkpoint"], 1]);
    expect(await types({ scope: "shop", types: ALL, since: minutes(2) })).toEqual([
      ["insight", "checkpoint"],
      2,
    ]);
    expect((await types({ scope: "all", types: ALL }))[1]).toBe(4);
  });

  it("reads memories by their ids in that order, and skips missing ones", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    await addInsight(memory, insight(), act());
    const found = await memoriesById(memory, "shop", ["ins_a", "ins_gone", "dec_a"]);
    expect(found.map(({ type }) => type)).toEqual(["insight", "decision"]);
  });

  it("finds notes only by their words, and only in their project", async () => {
    const { memory } = opened();
    await addInsight(memory, insight(), act());
    await addInsight(
      memory,
      insight({ id: "ins_b", content: screened("캐시는 짧게 유지한다"), topic: undefined, tags: [] }),
      act(),
    );
    await addInsight(memory, insight({ id: "ins_c", project: "depot" }), act());
    await addCheckpoint(memory, checkpoint(), act());
    const find = async (
      query: string,
      types: readonly ("checkpoint" | "insight")[] = ["checkpoint", "insight"],
    ) => {
      const { candidates } = await findNotes(memory, {
        scope: "shop",
        types,
        text: textQuery(query),
        limit: 10,
      });
      return candidates.map(({ id }) => id);
    };
    expect(await find("sandbox connections")).toEqual(["ins_a"]);
    expect(await find("timeouts")).toEqual(["ins_a"]);
    expect(await find("캐시를")).toEqual(["ins_b"]);
    expect(await find("migrations")).toEqual(["chk_a"]);
    expect(await find("migrations", ["insight"])).toEqual([]);
    expect(await find("unheard")).toEqual([]);
  });

  it("keeps notes out of the search for decisions and its word weights", async () => {
    const { memory } = opened();
    await addDecision(
      memory,
      { decision: decision({ id: "dec_a", statement: "Close idle connections" }) },
      act(),
    );
    const search = () =>
      findCandidates(memory, { scope: "shop", text: textQuery("connections"), perMethod: 10 });
    const before = await search();
    for (let i = 0; i < 5; i++) await addInsight(memory, insight({ id: `ins_${i}` }), act());
    expect(await search()).toEqual(before);
  });

  it("erases the text of an insight, leaves a tombstone, and keeps the log valid", async () => {
    const { memory } = opened();
    await addInsight(memory, insight(), act());
    expect(await eraseInsight(memory, "shop", "ins_a", act())).toEqual({ id: "ins_a", project: "shop" });
    expect((await readMemories(memory, { scope: "all", types: ["insight"] }, 1)).total).toBe(0);
    const text = textQuery("sandbox connections");
    expect(
      (await findNotes(memory, { scope: "all", types: ["insight"], text, limit: 5 })).candidates,
    ).toEqual([]);
    expect((await memory.changesAfter(0, 10)).at(-1)).toMatchObject({
      action: "insight.erased",
      subject: "ins_a",
    });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expect(eraseInsight(memory, "shop", "ins_a", act())).rejects.toMatchObject({
      code: "not_found",
      reason: "insight_not_found",
    });
  });

  it("erases no insight of another project", async () => {
    const { memory } = opened();
    await addInsight(memory, insight(), act());
    await expect(eraseInsight(memory, "depot", "ins_a", act())).rejects.toMatchObject({ code: "not_found" });
  });
}

/** The context of a project. */
export function keepingContext(opened: () => OpenedStore): void {
  const context = (fields: Partial<ProjectContext> = {}): ProjectContext => ({
    id: "ctx_a",
    project: "shop",
    context: "resuming",
    confidence: 0.9,
    author: actor("human").author,
    at: DAY,
    ...fields,
  });

  it("is visible to other processes, one per project, and the last one counts", async () => {
    const { memory } = opened();
    expect(await projectContext(memory, "shop")).toBeUndefined();
    expect(await saveContext(memory, context(), act())).toBe(true);
    expect(await saveContext(memory, context({ id: "ctx_b", project: "depot" }), act())).toBe(true);
    const next = context({ id: "ctx_c", context: undefined, confidence: 0, at: minutes(1) });
    expect(await saveContext(memory, next, act())).toBe(true);
    const second = await opened().second();
    expect(await projectContext(second, "shop")).toEqual({ ...next, id: "ctx_a" });
    expect(await projectContext(second, "depot")).toMatchObject({ context: "resuming" });
  });

  it("is written and announced only when it changed", async () => {
    const { memory } = opened();
    await saveContext(memory, context(), act());
    const before = await memory.position();
    expect(await saveContext(memory, context({ id: "ctx_b", at: minutes(1) }), act())).toBe(false);
    expect(await memory.position()).toBe(before);
    expect(await saveContext(memory, context({ confidence: 0.5 }), act())).toBe(true);
    expect(await memory.changesAfter(before, 10)).toMatchObject([
      { action: "context.detected", kind: "context", subject: "ctx_a", project: "shop" },
    ]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("is no decision, and is listed as a memory only on request", async () => {
    const { memory } = opened();
    await saveContext(memory, context(), act());
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(0);
    expect((await readMemories(memory, { scope: "shop", types: ["context"] }, 1)).items).toEqual([
      { type: "context", context: context() },
    ]);
  });
}
