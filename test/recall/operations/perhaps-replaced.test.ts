import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { searchMemories } from "../../../src/recall/operations/search-memories.ts";
import { suggestDecisions } from "../../../src/recall/operations/suggest-decisions.ts";
import type { SearchMode } from "../../../src/recall/rules/ranking.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
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
  "Somebody may return within 30 days": 0.38,
  ledger: 0.02,
};

let days = 0;

async function add(memory: TestMemory, fields: DecisionFields): Promise<string> {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + ++days * DAY_MS);
  const made = decision({ topicStated: false, createdAt, ...fields });
  return (await addDecision(memory, { decision: made, supersedes: [] }, act())).decision.id;
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

  it("each keeps its own score, relevance and strength", async () => {
    const [memory, [older, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    const byRelevance = await perform(searchDecisions, { query: QUESTION, mode: "audit" }, memory, callBy());
    const { results } = await perform(searchDecisions, { query: QUESTION }, memory, callBy());
    const numbersOf = (id: string | undefined, among: typeof results) => {
      const one = among.find(({ decision }) => decision.id === id);
      return [one?.relevance, one?.strength, one?.explanation.match, one?.explanation.inPlaceOf];
    };
    for (const id of [older, newer])
      expect(numbersOf(id, results)).toEqual(numbersOf(id, byRelevance.results));
    const [first, second] = results;
    expect([first?.decision.id, second?.decision.id]).toEqual([newer, older]);
    expect(first?.score).toBeLessThan(second?.score ?? 0);
  });

  it("a newer one that only comes close stays below an older one that surely fits, which is marked", async () => {
    const [memory, [older, newer]] = await memoryOf(
      { statement: OLDER },
      { statement: "Somebody may return within 30 days" },
    );
    const { results } = await perform(searchDecisions, { query: QUESTION }, memory, callBy());
    expect(results.slice(0, 2).map((one) => [one.decision.id, one.strength, one.perhapsReplacedBy])).toEqual([
      [older, "strong", newer],
      [newer, "weak", undefined],
    ]);
  });

  it("the newer one alone is left where there is room for one", async () => {
    const [memory, [, newer]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    expect(await search(memory, QUESTION, 1)).toEqual([[newer, undefined]]);
  });

  it("the newer one is first by their words, also without a model", async () => {
    const memory = await openMemory();
    const older = await add(memory, { statement: "Keep the application logs for 30 days" });
    const newer = await add(memory, { statement: "Keep the application logs for 90 days" });
    for (const query of ["application logs", "application logs for 30 days"])
      expect(await search(memory, query)).toEqual([
        [newer, undefined],
        [older, newer],
      ]);
  });

  it("they keep their places without a mark if they are about different things", async () => {
    const memory = await openMemory();
    const audit = await add(memory, { statement: "Keep audit logs for seven years" });
    const debug = await add(memory, { statement: "Keep debug logs for 14 days" });
    for (const [query, first, second] of [
      ["how long are audit logs kept?", audit, debug],
      ["how long are debug logs kept?", debug, audit],
    ])
      expect(await search(memory, query)).toEqual([
        [first, undefined],
        [second, undefined],
      ]);
  });

  it("they keep their places without a mark if they have different targets", async () => {
    const [memory, [older, newer]] = await memoryOf(
      { statement: OLDER, topic: "profiles", topicStated: true },
      { statement: NEWER, topic: "sign-in", topicStated: true },
    );
    expect((await search(memory)).slice(0, 2)).toEqual([
      [older, undefined],
      [newer, undefined],
    ]);
  });

  it("they keep their places without a mark if the question has a word of one of them alone", async () => {
    const memory = await openMemory();
    const [go, kotlin] = [
      await add(memory, { statement: "The payment service is written in Go" }),
      await add(memory, { statement: "The payment service is written in Kotlin" }),
    ];
    expect(await search(memory, "is the payment service written in Go?")).toEqual([
      [go, undefined],
      [kotlin, undefined],
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
    await addOutcome(memory, "shop", newer ?? "", outcome(0), act());
    expect((await search(memory))[0]).toEqual([older, undefined]);
  });

  it.each([
    ["in force", "approved", undefined],
    ["rejected", "rejected", undefined],
    ["waiting for a review", undefined, "marked"],
  ] as const)("with a link that is %s", async (_, verdict, expected) => {
    const [memory, [older = "", newer = ""]] = await memoryOf({ statement: OLDER }, { statement: NEWER });
    const between = link({ from: newer, to: older });
    await storeLink(memory, between, act());
    if (verdict) await storeLinkReview(memory, "shop", between.id, review({ verdict }), act());
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
