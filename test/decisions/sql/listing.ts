import { expect, it } from "vitest";
import type { DecisionFilter } from "../../../src/decisions/rules/decision.ts";
import { addDecision, decisionPage, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

const minutesLater = (minutes: number): Date => new Date(DAY.getTime() + minutes * 60_000);

export function listing(current: () => OpenedStore): void {
  const add = async (...all: DecisionFields[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const fields of all) {
      const added = await addDecision(current().memory, { decision: decision(fields) }, act());
      ids.push(added.decision.id);
    }
    return ids;
  };
  const idsOf = async (memory: Memory, filter: DecisionFilter): Promise<string[]> =>
    (await decisionPage(memory, filter, 100)).items.map(({ id }) => id);

  it("returns an empty page for an empty memory", async () => {
    expect(await decisionPage(current().memory, { scope: "all" }, 10)).toEqual({ items: [], total: 0 });
  });

  it("puts the newest first, in whatever order they were added", async () => {
    const [second, newest, oldest] = await add(
      { createdAt: minutesLater(2) },
      { createdAt: minutesLater(3) },
      { createdAt: minutesLater(1) },
    );
    expect(await idsOf(current().memory, { scope: "shop" })).toEqual([newest, second, oldest]);
  });

  it("puts the greatest id first among those of the same time", async () => {
    const ids = await add({}, {}, {});
    expect(await idsOf(current().memory, { scope: "shop" })).toEqual(ids.reverse());
  });

  it("returns complete decisions", async () => {
    const kept = decision({ reasoning: "Because.", aliases: ["old-1"] });
    await addDecision(current().memory, { decision: kept }, act());
    expect((await decisionPage(current().memory, { scope: "shop" }, 1)).items).toEqual([kept]);
  });

  it("lists one project, or all of them", async () => {
    const [ours, theirs] = await add({ project: "shop" }, { project: "warehouse" });
    const { memory } = current();
    expect(await idsOf(memory, { scope: "shop" })).toEqual([ours]);
    expect(await idsOf(memory, { scope: "warehouse" })).toEqual([theirs]);
    expect(await idsOf(memory, { scope: "nobody" })).toEqual([]);
    expect(await idsOf(memory, { scope: "all" })).toEqual([theirs, ours]);
  });

  it.each([
    ["domain", { domain: "auth" }, { domain: "auth" }],
    ["topic", { topic: "login" }, { topic: screened("login") }],
    ["progress", { progress: "executed" }, { progress: "executed" }],
    ["standing", { standing: "draft" }, { standing: "draft" }],
    ["the kind of author", { author: { kind: "script", name: screened("human") } }, { author: "script" }],
    ["the program", { author: { kind: "agent", name: screened("Codex") } }, { author: "codex" }],
    ["a person", { author: { kind: "human", name: screened("Zoë") } }, { author: "ZOË" }],
    [
      "the person behind an agent",
      { author: { kind: "agent", name: screened("codex"), person: screened("Zoë") } },
      { author: "zoë" },
    ],
    ["a text in the statement", { statement: "Keep Über 100 % of it" }, { text: "ÜBER 100 %" }],
    ["a text in the reasoning", { reasoning: "It is\\ cheap" }, { text: "is\\ CHEAP" }],
  ] as const)("filters by %s, and the total counts only what matches", async (_, fields, filter) => {
    const [, wanted] = await add({}, fields, {});
    const page = await decisionPage(current().memory, { scope: "shop", ...filter }, 10);
    expect(page.items.map(({ id }) => id)).toEqual([wanted]);
    expect(page.total).toBe(1);
  });

  it("filters by outcome, and by not having one", async () => {
    const [failed, open] = await add({}, {});
    const { memory } = current();
    await addOutcome(memory, "shop", failed as string, outcome(0), act());
    expect(await idsOf(memory, { scope: "shop", outcome: "failure" })).toEqual([failed]);
    expect(await idsOf(memory, { scope: "shop", outcome: "success" })).toEqual([]);
    expect(await idsOf(memory, { scope: "shop", outcome: "none" })).toEqual([open]);
  });

  it("combines filters with AND", async () => {
    const both = { domain: "auth", progress: "completed" } as const;
    const [, , wanted] = await add({ domain: "auth" }, { progress: "completed" }, both, {
      ...both,
      project: "warehouse",
    });
    expect(await idsOf(current().memory, { scope: "shop", ...both })).toEqual([wanted]);
  });

  it("filters an updated decision by its new values", async () => {
    const [id] = await add({});
    const { memory } = current();
    await writeDecisionChange(
      memory,
      "shop",
      id as string,
      { progress: "failed", standing: "superseded" },
      act(),
    );
    expect(await idsOf(memory, { scope: "shop", progress: "pending" })).toEqual([]);
    expect(await idsOf(memory, { scope: "shop", progress: "failed", standing: "superseded" })).toEqual([id]);
  });

  it("pages through everything once, with a cursor on all pages but the last", async () => {
    const ids = await add(...Array.from({ length: 7 }, (_, n) => ({ createdAt: minutesLater(n % 3) })));
    const { memory } = current();
    for (const limit of [1, 2, 3, 7, 8]) {
      const { seen, pages } = await walk(memory, limit);
      expect(pages).toBe(Math.ceil(7 / limit));
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(new Set(ids));
    }
  });

  it("shows each decision once, without gaps, while others insert and erase", async () => {
    const ids = await add(...Array.from({ length: 9 }, (_, n) => ({ createdAt: minutesLater(n % 2) })));
    const opened = current();
    const second = await opened.second();
    const erased: string[] = [];
    const { seen } = await walk(opened.memory, 2, async (soFar, page) => {
      await addDecision(second, { decision: decision({ createdAt: minutesLater(5 + page) }) }, act());
      await addDecision(second, { decision: decision({ createdAt: minutesLater(1) }) }, act());
      const unseen = ids.find((id) => !soFar.includes(id) && !erased.includes(id)) as string;
      for (const gone of [soFar.at(-1) as string, unseen]) {
        await eraseDecision(second, "shop", gone, act());
        erased.push(gone);
      }
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !erased.includes(id) && !seen.includes(id))).toEqual([]);
  });

  it("begins anywhere in the list", async () => {
    const ids = await add(...Array.from({ length: 6 }, (_, n) => ({ createdAt: minutesLater(n) })));
    const { memory } = current();
    const middle = await decisionPage(memory, { scope: "shop" }, 2, undefined, 3);
    expect(middle.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(middle.total).toBe(6);
    const after = await decisionPage(memory, { scope: "shop" }, 2, middle.cursor);
    expect(after.items.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await decisionPage(memory, { scope: "shop" }, 2, undefined, 6)).items).toEqual([]);
  });

  it("has the same total of all matches on every page", async () => {
    await add({}, {}, {});
    const { memory } = current();
    const first = await decisionPage(memory, { scope: "shop" }, 2);
    const last = await decisionPage(memory, { scope: "shop" }, 2, first.cursor);
    expect([first.total, last.total]).toEqual([3, 3]);
    expect(last.cursor).toBeUndefined();
  });

  it.each([
    "",
    "next",
    "12",
    "1.2",
    "1767225600000.7",
    "_dec_a",
    "1_",
    "1.2.3",
    "-1.4",
    "1e3.2",
    "99999999999999999999.1",
    "1.2; DROP TABLE memories",
  ])("refuses the cursor %j, which it never gave out", async (cursor) => {
    await expect(decisionPage(current().memory, { scope: "shop" }, 10, cursor)).rejects.toMatchObject({
      name: "Fault",
      code: "invalid",
      field: "cursor",
      received: cursor,
    });
  });
}

async function walk(
  memory: Memory,
  limit: number,
  between: (seen: readonly string[], page: number) => Promise<void> = async () => {},
) {
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await decisionPage(memory, { scope: "shop" }, limit, cursor);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
    pages++;
    if (cursor !== undefined && pages < 3) await between(seen, pages);
  } while (cursor !== undefined && pages < 50);
  return { seen, pages };
}
