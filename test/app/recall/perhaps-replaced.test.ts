import { describe, expect, it } from "vitest";
import { embedPending } from "../../../src/app/recall/embed-pending.ts";
import { searchDecisions } from "../../../src/app/recall/search-decisions.ts";
import { searchMemories } from "../../../src/app/recall/search-memories.ts";
import { suggestDecisions } from "../../../src/app/recall/suggest-decisions.ts";
import { perform } from "../../../src/app/shared/operation.ts";
import type { SearchMode } from "../../../src/domain/recall/ranking.ts";
import { DAY_MS } from "../../../src/domain/shared/time.ts";
import { angleEmbedder } from "../../support/angle-embedder.ts";
import { act, type DecisionFields, decision } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { meaningBy } from "../../support/word-embedder.ts";

const QUESTION = "How long does an account stay after it was closed?";
const OLDER = "Delete profiles immediately when somebody leaves";
const NEWER = "Whoever leaves can come back within 30 days";
const COSINES = {
  [QUESTION]: 1,
  [OLDER]: 0.9,
  [NEWER]: 0.8,
  "Another answer": 0.85,
  "Closed accounts are wiped": 0.9,
  "Closed accounts are anonymised": 0.85,
  "A third answer": 0.75,
  ledger: 0.02,
};

let days = 0;

async function add(memory: TestMemory, fields: DecisionFields): Promise<string> {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + ++days * DAY_MS);
  const made = decision({ topicStated: false, createdAt, ...fields });
  return (await memory.store.addDecision({ decision: made, supersedes: [] }, act())).decision.id;
}

async function memoryOf(...decisions: readonly DecisionFields[]): Promise<[TestMemory, string[]]> {
  const embedder = angleEmbedder(COSINES);
  const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
  for (let n = 0; n < 12; n++) await add(memory, { statement: `Keep ledger ${n} in drawer ${n + 100}` });
  const ids: string[] = [];
  for (const fields of decisions) ids.push(await add(memory, fields));
  await embedPending(memory, embedder, new AbortController().signal);
  return [memory, ids];
}

async function search(memory: TestMemory, query = QUESTION, limit = 5, mode: SearchMode = "balanced") {
  const { results } = await perform(searchDecisions, { query, limit, mode }, memory, callBy());
  return results.map((one) => [one.decision.id, one.perhapsReplacedBy]);
}

describe("of two decisions that say otherwise about the same thing, without a link", () => {
  it("the newer one is first by their meaning, and the older one is marked below it", async () => {
    const [memory, [older, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    expect((await search(memory)).slice(0, 2)).toEqual([
      [newer, undefined],
      [older, newer],
    ]);
  });

  it("the newer of two short ones about the same thing is first without a mark if no words show a difference", async () => {
    const [first, second] = ["Closed accounts are wiped", "Closed accounts are anonymised"];
    const [memory, [older, newer]] = await memoryOf({ statement: first }, { statement: second });
    expect((await search(memory)).slice(0, 2)).toEqual([
      [newer, undefined],
      [older, undefined],
    ]);
    const reasoning = "Much can be said about it. ".repeat(20);
    const [other, [long]] = await memoryOf({ statement: first, reasoning }, { statement: second, reasoning });
    expect((await search(other))[0]).toEqual([long, undefined]);
  });

  it("the newer one takes the place, score and strength of the older", async () => {
    const [memory, [older]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    const { results } = await perform(searchDecisions, { query: QUESTION }, memory, callBy());
    const [first, second] = results;
    expect(first).toMatchObject({ strength: "strong", score: second?.score, relevance: second?.relevance });
    expect(first?.explanation.inPlaceOf).toBe(older);
  });

  it("the newer one alone is left where there is room for one", async () => {
    const [memory, [, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    expect(await search(memory, QUESTION, 1)).toEqual([[newer, undefined]]);
  });

  it("the newer one is first by their words, also without a model", async () => {
    const memory = await openMemory();
    const older = await add(memory, { statement: "Keep the application logs for 30 days, also old logs" });
    const newer = await add(memory, { statement: "Keep the application logs for 90 days" });
    expect(await search(memory, "application logs, old logs")).toEqual([
      [newer, undefined],
      [older, newer],
    ]);
  });

  it("audit marks the older one and keeps the order", async () => {
    const [memory, [older, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    expect((await search(memory, QUESTION, 5, "audit")).slice(0, 2)).toEqual([
      [older, newer],
      [newer, undefined],
    ]);
  });

  it("suggestions and searches of all memories have the same order and mark", async () => {
    const [memory, [older, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    const { suggestions } = await perform(suggestDecisions, { question: QUESTION }, memory, callBy());
    expect(suggestions.slice(0, 2).map((one) => [one.decision.id, one.perhapsReplacedBy])).toEqual([
      [newer, undefined],
      [older, newer],
    ]);
    const { results } = await perform(searchMemories, { query: QUESTION, depth: 0 }, memory, callBy());
    expect(results.slice(0, 2).map((one) => one.perhapsReplacedBy)).toEqual([undefined, newer]);
  });

  it.each(["draft", "deprecated"] as const)("a newer one that is %s replaces nothing", async (standing) => {
    const [memory, [older]] = await memoryOf({ statement: OLDER }, { statement: NEWER, standing });
    expect((await search(memory))[0]).toEqual([older, undefined]);
  });

  it("a newer one that failed replaces nothing", async () => {
    const [memory, [older, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    await memory.store.recordOutcome("shop", newer ?? "", outcome(0), act());
    expect((await search(memory))[0]).toEqual([older, undefined]);
  });

  it.each([
    ["in force", "approved", undefined],
    ["rejected", "rejected", undefined],
    ["waiting for a review", undefined, "marked"],
  ] as const)("with a link that is %s", async (_, verdict, expected) => {
    const [memory, [older = "", newer = ""]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    const between = link({ from: newer, to: older });
    await memory.store.proposeLink(between, act());
    if (verdict) await memory.store.reviewLink("shop", between.id, review({ verdict }), act());
    const marks = (await search(memory)).map(([, by]) => by);
    expect(marks.includes(newer)).toBe(expected === "marked");
  });

  it("nothing is marked if another answer fits better or is nearer, or if nothing shows a difference", async () => {
    const other = { statement: "Another answer, which has no value" };
    const [near] = await memoryOf({ statement: OLDER }, other, { statement: NEWER });
    const third = { statement: "A third answer, nearer to the newer one" };
    const [nearer] = await memoryOf({ statement: OLDER }, { statement: NEWER }, third);
    const [same] = await memoryOf({ statement: OLDER }, other);
    for (const memory of [near, nearer, same])
      expect((await search(memory)).filter(([, by]) => by !== undefined)).toEqual([]);
  });
});
