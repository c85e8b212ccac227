import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import type { Candidate } from "../../../src/recall/rules/match-candidates.ts";
import { decisionsSharing, findCandidates } from "../../../src/recall/sql/search.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, type DecisionFields, decision } from "../../support/decisions.ts";
import { fakeProcesses } from "../../support/fake-processes.ts";
import { outcome } from "../../support/outcomes.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const PER_METHOD = 100;
const embedder = wordEmbedder("contract", { feline: "cat" });

let links = 0;

async function add(memory: Memory, fields: DecisionFields, ...supersedes: string[]): Promise<string> {
  const added = await addDecision(
    memory,
    {
      decision: decision(fields),
      supersedes: supersedes.map((ref) => ({ ref, linkId: `lnk_searched${++links}` })),
    },
    act(),
  );
  return added.decision.id;
}

const embedAll = (memory: Memory): Promise<readonly string[]> =>
  embedPending(
    { memory, clock: setClock(), processes: fakeProcesses() },
    embedder,
    new AbortController().signal,
  );

async function find(memory: Memory, query: string, scope = "shop", byMeaning = false): Promise<Candidate[]> {
  const [vector] = byMeaning ? await embedder.embed([query], "query") : [];
  const { candidates } = await findCandidates(memory, {
    scope,
    text: textQuery(query),
    meaning: vector && { model: embedder.model, vector },
    perMethod: PER_METHOD,
  });
  return [...candidates];
}

const idsOf = (found: readonly Candidate[]): string[] => found.map(({ id }) => id).sort();

export function searching(current: () => OpenedStore): void {
  it("returns only decisions with an outcome, and no heads of chains, with `settledOnly`", async () => {
    const { memory } = current();
    const settled = await add(memory, { statement: "Buy a zebra" });
    await addOutcome(memory, "shop", settled, outcome(1), act());
    await add(memory, { statement: "Feed the zebra" });
    await add(memory, { statement: "Rent horses" }, settled);
    const query = { scope: "shop", text: textQuery("zebra"), perMethod: PER_METHOD, settledOnly: true };
    expect(idsOf([...(await findCandidates(memory, query)).candidates])).toEqual([settled]);
  });

  it("says of a candidate whether it is known how it worked out", async () => {
    const { memory } = current();
    const settled = await add(memory, { statement: "Buy a giraffe" });
    await addOutcome(memory, "shop", settled, outcome(1), act());
    const open = await add(memory, { statement: "Feed the giraffe" });
    const known = new Map((await find(memory, "giraffe")).map((one) => [one.id, one.settled]));
    expect([known.get(settled), known.get(open)]).toEqual([true, false]);
  });

  it("returns decisions that share words, those with most of them first, then the newest", async () => {
    const { memory } = current();
    const one = await add(memory, { statement: "Paint the walrus" });
    const both = await add(memory, { statement: "Wash the walrus with vinegar" });
    const newest = await add(memory, { statement: "Draw a walrus" });
    await add(memory, { statement: "Wash the walrus", project: "bank" });
    await add(memory, { statement: "Buy salt", reasoning: "The walrus and the vinegar" });
    const sharing = async (words: readonly string[], limit: number) =>
      (await decisionsSharing(memory, "shop", words, limit)).map(({ id }) => id);
    expect(await sharing(["walrus", "vinegar"], 10)).toEqual([both, newest, one]);
    expect(await sharing(["walrus", "vinegar"], 1)).toEqual([both]);
    expect(await sharing(["walrus", "vinegar"], 2)).toEqual([both, newest]);
    expect(await sharing([], 10)).toEqual([]);
  });

  const found = async (query: string, scope?: string): Promise<string[]> =>
    idsOf(await find(current().memory, query, scope));
  const foundByMeaning = async (query: string, scope?: string): Promise<string[]> => {
    await embedAll(current().memory);
    return idsOf(await find(current().memory, query, scope, true));
  };

  it("searches one project, by words and by meaning, or all of them", async () => {
    const { memory } = current();
    const ours = await add(memory, { statement: "Buy a zebra", project: "shop" });
    const theirs = await add(memory, { statement: "Buy a zebra", project: "warehouse" });
    for (const search of [found, foundByMeaning]) {
      expect(await search("zebra", "shop")).toEqual([ours]);
      expect(await search("zebra", "warehouse")).toEqual([theirs]);
      expect(await search("zebra", "all")).toEqual([ours, theirs].sort());
      expect(await search("zebra", "nowhere")).toEqual([]);
    }
  });

  it("finds the decisions of a project even if another project has many better matches", async () => {
    const { memory } = current();
    const ours = await add(memory, { statement: `A zebra among ${"other ".repeat(50)} things` });
    for (let n = 0; n < PER_METHOD + 20; n++) {
      await add(memory, { statement: "Zebra zebra", topic: "zebra_zebra", project: "warehouse" });
    }
    expect(await found("zebra")).toEqual([ours]);
    expect(await foundByMeaning("zebra")).toEqual([ours]);
    expect(await found("zebra", "all")).toHaveLength(PER_METHOD);
  });

  it("returns the words score and the cosine of each, and no words score without a common word", async () => {
    const { memory } = current();
    const both = await add(memory, { statement: "The cat sleeps", topic: "pets" });
    const meant = await add(memory, { statement: "Our feline", topic: "house" });
    await embedAll(memory);
    const candidates = await find(memory, "cat", "shop", true);
    const of = (id: string) => candidates.find((one) => one.id === id);
    expect(of(both)).toMatchObject({ words: expect.any(Number), cosine: expect.any(Number) });
    expect(of(meant)?.words).toBeUndefined();
    expect(of(meant)?.cosine).toBeGreaterThan(0.4);
  });

  it("finds decisions without a vector by words", async () => {
    const { memory } = current();
    await add(memory, { statement: "An embedded zebra" });
    await embedAll(memory);
    const fresh = await add(memory, { statement: "A fresh zebra" });
    const candidates = await find(memory, "fresh zebra", "shop", true);
    const one = candidates.find(({ id }) => id === fresh);
    expect(one?.words).toBeGreaterThan(0);
    expect(one?.cosine).toBeUndefined();
  });

  it("returns only exact matches for a query that is a quotation; inside a sentence a quotation adds weight", async () => {
    const { memory } = current();
    const exact = await add(memory, { statement: "Use blue green deployments" });
    await add(memory, { statement: "Use green blue deployments" });
    await add(memory, { statement: "Paint the deployments green" });
    expect(await found('"blue green"')).toEqual([exact]);
    expect(await foundByMeaning('"blue green"')).toEqual([exact]);
    expect(await foundByMeaning('"green purple"')).toEqual([]);
    const mixed = await find(memory, '"blue green" deployments');
    expect(mixed.sort((a, b) => (b.words ?? 0) - (a.words ?? 0))[0]?.id).toBe(exact);
    expect(mixed).toHaveLength(3);
  });

  it.each([
    ["Korean", "주문데이터베이스를 하나로 합친다", "데이터베이스", "결제는 따로 둔다"],
    ["Japanese", "注文のキャッシュを捨てる", "キャッシュ", "支払いは別にする"],
    ["Chinese", "使用分布式数据库", "数据库", "付款另行处理"],
  ])("finds a part of a %s text", async (_, statement, query, other) => {
    const { memory } = current();
    const id = await add(memory, { statement });
    await add(memory, { statement: other });
    expect((await find(memory, query)).sort((a, b) => (b.words ?? 0) - (a.words ?? 0))[0]?.id).toBe(id);
  });

  it.each([
    ["getUserById", "getUserById"],
    ["a part of getUserById", "user"],
    ["max_retries", "max_retries"],
    ["maxRetries for max_retries", "maxRetries"],
  ])("finds an identifier: %s", async (_, query) => {
    const { memory } = current();
    const id = await add(memory, { statement: "Call getUserById with max_retries of 3" });
    await add(memory, { statement: "Something else" });
    expect(await found(query)).toEqual([id]);
  });

  it.each([
    "zebra AND",
    "NEAR(zebra, 2)",
    "title:zebra",
    "{title body}: zebra*",
    "^zebra + -zebra",
    "zebra' OR 1=1 --",
    "MATCH (n:zebra {x: $y}) RETURN n",
    "`zebra`-[:LIKES]->()",
    "(zebra))",
  ])("treats %j as plain text", async (query) => {
    const { memory } = current();
    const id = await add(memory, { statement: "A zebra" });
    await add(memory, { statement: "Something else" });
    expect(await found(query)).toEqual([id]);
  });

  it.each(["", " \n", "?!*", '""', "👍"])(
    "finds nothing by the words of %j, which has none",
    async (query) => {
      await add(current().memory, { statement: "A zebra ?!* 👍" });
      expect(await found(query)).toEqual([]);
    },
  );

  it("accepts one word, and 2,000 characters", async () => {
    const { memory } = current();
    const id = await add(memory, { statement: "A zebra" });
    const long = Array.from({ length: 250 }, (_, n) => `word${n}`).join(" ");
    expect(await found("zebra")).toEqual([id]);
    expect(await found(`${long.slice(0, 1_990)} zebra`)).toEqual([id]);
  });

  it.each([1, 2, 3, 4])(
    "adds the head of a chain of %i that replaced what the words match",
    async (length) => {
      const { memory } = current();
      const old = await add(memory, { statement: "A zebra" });
      let head = old;
      for (let n = 1; n <= length; n++) head = await add(memory, { statement: `Other words ${n}` }, head);
      const candidates = await find(memory, "zebra");
      expect(idsOf(candidates)).toEqual([old, head].sort());
      expect(candidates.find(({ id }) => id === old)?.heads).toEqual([head]);
      expect(candidates.find(({ id }) => id === head)).toMatchObject({ standing: "active", heads: [] });
    },
  );

  it("adds one head for merged chains", async () => {
    const { memory } = current();
    const olds = [await add(memory, { statement: "A zebra" }), await add(memory, { statement: "The zebra" })];
    const between = await add(memory, { statement: "Something" }, olds[0] as string);
    const head = await add(memory, { statement: "Other words" }, between, olds[1] as string);
    const candidates = await find(memory, "zebra");
    expect(idsOf(candidates)).toEqual([...olds, head].sort());
    for (const old of olds) expect(candidates.find(({ id }) => id === old)?.heads).toEqual([head]);
  });

  it("never returns an erased decision, whichever connection erased it", async () => {
    const { memory, second } = current();
    const other = await second();
    const id = await add(memory, { statement: "A zebra" });
    const kept = await add(memory, { statement: "A zebra" });
    expect(await foundByMeaning("zebra")).toEqual([id, kept].sort());
    expect(idsOf(await find(other, "zebra", "shop", true))).toEqual([id, kept].sort());
    await eraseDecision(memory, "shop", id, act());
    for (const one of [memory, other]) {
      expect(idsOf(await find(one, "zebra", "shop", true))).toEqual([kept]);
      expect(idsOf(await find(one, "zebra"))).toEqual([kept]);
    }
  });

  it("returns the terms that were searched, rarest first, and those that are absent", async () => {
    const { memory } = current();
    await add(memory, { statement: "A striped zebra" });
    await add(memory, { statement: "A zebra" });
    const { terms, rowsInIndex } = await findCandidates(memory, {
      scope: "shop",
      text: textQuery("zebra striped unheard"),
      perMethod: PER_METHOD,
    });
    expect(rowsInIndex).toBe(2);
    expect(terms.kept).toEqual([
      { term: "striped", rows: 1 },
      { term: "zebra", rows: 2 },
    ]);
    expect(terms.absent).toEqual([{ term: "unheard", rows: 0 }]);
  });
}
