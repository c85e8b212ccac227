import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import type { Deps } from "../../../src/memory/deps.ts";
import { localEmbedder } from "../../../src/recall/embedding/local-embedder.ts";
import { limitQueryWait } from "../../../src/recall/embedding/query-embedding.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { SEARCH_MODES, type SearchMode } from "../../../src/recall/rules/ranking.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { Embedder } from "../../../src/shared/ports.ts";
import { angleEmbedder } from "../../support/angle-embedder.ts";
import { act, actor, type DecisionFields, decision } from "../../support/decisions.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const ZEBRA = "Stable the striped zebra beside the quiet river";

let links = 0;

async function add(memory: TestMemory, fields: DecisionFields, ...olds: string[]): Promise<string> {
  const supersedes = olds.map((ref) => ({ ref, linkId: `lnk_replaced${++links}` }));
  const made = decision({ topicStated: false, ...fields });
  return (await addDecision(memory, { decision: made, supersedes }, act())).decision.id;
}

/** Decisions about other things, so that a match is significant. */
async function memoryWithMeaning(embedder: Embedder = wordEmbedder()): Promise<TestMemory> {
  return memoryWithLedgers({ ...(await openMemory()), meaning: meaningBy(embedder) });
}

async function memoryWithLedgers(memory: TestMemory): Promise<TestMemory> {
  for (let n = 0; n < 20; n++) await add(memory, { statement: `Keep ledger ${n} in drawer ${n + 100}` });
  return memory;
}

async function embedAll(memory: TestMemory): Promise<void> {
  const embedder = await memory.meaning.embedder();
  if (embedder) await embedPending(memory, embedder, new AbortController().signal);
}

const search = (deps: Deps, query: string, mode: SearchMode = "balanced", limit = 20) =>
  perform(searchDecisions, { query, mode, limit }, deps, callBy());

async function found(deps: Deps, query: string, mode?: SearchMode): Promise<string[]> {
  return (await search(deps, query, mode)).results.map(({ candidate }) => candidate.id);
}

describe("Agent Memory, Search & Ranking Policy", () => {
  it.each(["draft", "superseded", "deprecated"] as const)(
    "strict never returns a %s decision, whatever the words; balanced and audit do",
    async (standing) => {
      const memory = await memoryWithMeaning();
      const id = await add(memory, { statement: ZEBRA, standing });
      await embedAll(memory);
      expect(await found(memory, ZEBRA, "strict")).not.toContain(id);
      expect(await found(memory, ZEBRA, "balanced")).toContain(id);
      expect(await found(memory, ZEBRA, "audit")).toContain(id);
    },
  );

  it("balanced puts active decisions above better matches that are not active; audit orders by match alone", async () => {
    const memory = await memoryWithMeaning();
    const old = await add(memory, { statement: ZEBRA, standing: "deprecated" });
    const holds = await add(memory, {
      statement: "Stable the striped zebra beside the quiet old river mill",
    });
    await embedAll(memory);
    expect(await found(memory, ZEBRA, "balanced")).toEqual([holds, old]);
    expect(await found(memory, ZEBRA, "audit")).toEqual([old, holds]);
  });

  it("uses the weights of the document: +1 active, +0.1 human, × 0.2 superseded, × 0.05 deprecated, × 0.4 draft", async () => {
    const memory = await memoryWithMeaning();
    const author = actor("human").author;
    await add(memory, { statement: ZEBRA, author });
    for (const standing of ["draft", "superseded", "deprecated"] as const)
      await add(memory, { statement: ZEBRA, standing });
    await embedAll(memory);
    const { results } = await search(memory, ZEBRA);
    expect(
      results.map(({ candidate, score, explanation: { match } }) => [candidate.standing, score / match]),
    ).toEqual([
      ["active", expect.closeTo(2.1, 6)],
      ["draft", expect.closeTo(0.4, 6)],
      ["superseded", expect.closeTo(0.2, 6)],
      ["deprecated", expect.closeTo(0.05, 6)],
    ]);
    const audit = await search(memory, ZEBRA, "audit");
    for (const { score, explanation } of audit.results) expect(score).toBe(explanation.match);
  });

  it("returns one decision per stated target, the newest that answers as well, and names the others; audit returns them all", async () => {
    const memory = await memoryWithMeaning();
    const target = { topic: "zebra_stable", topicStated: true };
    const older = await add(memory, { statement: ZEBRA, ...target });
    const newer = await add(memory, { statement: `${ZEBRA} again`, ...target });
    await embedAll(memory);
    const { results, leftOut } = await search(memory, ZEBRA);
    expect(results.map(({ candidate }) => candidate.id)).toEqual([newer]);
    expect(results[0]?.othersOnTarget).toMatchObject({ named: [{ id: older }], more: false });
    expect(leftOut.find(({ ranked }) => ranked.candidate.id === older)).toMatchObject({
      because: "target",
      inFavourOf: newer,
    });
    expect(leftOut.map(({ ranked }) => ranked.candidate.id)).not.toContain(newer);
    expect(new Set(await found(memory, ZEBRA, "audit"))).toEqual(new Set([older, newer]));
  });

  it("names at most three others on a target, and says that there are more", async () => {
    const memory = await memoryWithMeaning();
    const target = { topic: "zebra_stable", topicStated: true };
    const added: string[] = [];
    for (let n = 0; n < 5; n++) added.push(await add(memory, { statement: ZEBRA, ...target }));
    await add(memory, { statement: ZEBRA, ...target, standing: "draft" });
    await add(memory, { statement: ZEBRA, topic: "zebra_stable" });
    await embedAll(memory);
    const { results } = await search(memory, ZEBRA);
    const one = results.find(({ othersOnTarget }) => othersOnTarget !== undefined);
    expect(added).toContain(one?.decision.id);
    expect(one?.othersOnTarget?.named.map(({ id }) => added.includes(id))).toEqual([true, true, true]);
    expect(one?.othersOnTarget?.more).toBe(true);
  });

  it("names a newer one on the target that has nothing of the question, and lets none that failed stand for it", async () => {
    const memory = await memoryWithMeaning();
    const target = { topic: "zebra_stable", topicStated: true };
    const asked = await add(memory, { statement: ZEBRA, ...target });
    const failed = await add(memory, { statement: `${ZEBRA} again`, ...target });
    const unlike = await add(memory, { statement: "Sell the animals at the autumn fair", ...target });
    await addOutcome(memory, "shop", failed, outcome(0), act());
    await embedAll(memory);
    const [first] = (await search(memory, `"${ZEBRA}"`)).results;
    expect(first?.decision.id).toBe(asked);
    expect(first?.othersOnTarget?.named.map(({ id }) => id)).toEqual([unlike, failed]);
  });

  it("returns both of two decisions without a stated target", async () => {
    const memory = await memoryWithMeaning();
    const both = [
      await add(memory, { statement: ZEBRA, topic: "zebra" }),
      await add(memory, { statement: `${ZEBRA} again`, topic: "zebra" }),
    ];
    await embedAll(memory);
    expect(new Set(await found(memory, ZEBRA))).toEqual(new Set(both));
  });
});

describe("the head of a chain", () => {
  it.each(["strict", "balanced"] as const)(
    "is returned in place of what it replaced in %s mode",
    async (mode) => {
      const memory = await memoryWithMeaning();
      const old = await add(memory, { statement: ZEBRA });
      const between = await add(memory, { statement: "Sell the animals at the autumn fair" }, old);
      const head = await add(memory, { statement: "Lend our livestock out to a circus" }, between);
      await embedAll(memory);
      const { results } = await search(memory, ZEBRA, mode);
      expect(results[0]?.candidate.id).toBe(head);
      expect(results[0]?.explanation.inPlaceOf).toBe(old);
      expect(results.some(({ candidate }) => candidate.id === old)).toBe(mode === "balanced");
    },
  );

  it("does not replace anything in audit mode", async () => {
    const memory = await memoryWithMeaning();
    const old = await add(memory, { statement: ZEBRA });
    await add(memory, { statement: "Lend our livestock out to a circus" }, old);
    await embedAll(memory);
    const { results } = await search(memory, ZEBRA, "audit");
    expect(results[0]?.candidate.id).toBe(old);
    expect(results.every(({ explanation }) => explanation.inPlaceOf === undefined)).toBe(true);
  });
});

describe("a search that finds little", () => {
  const QUESTION = "Which livestock sleeps outdoors";

  /** Ponies come close to the question, nothing else does. None of them shares a word with it. */
  async function memoryOfPonies(count: number): Promise<TestMemory> {
    const embedder = angleEmbedder({ [QUESTION]: 1, ponies: 0.3 });
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    for (let n = 0; n < count; n++) await add(memory, { statement: `Tether ponies at post ${n}` });
    await embedAll(memory);
    return memory;
  }

  it("adds what comes closest as weak, after the strong ones, and up to five results", async () => {
    const memory = await memoryOfPonies(7);
    const close = await search(memory, QUESTION);
    expect(close).toMatchObject({ strong: 0, weak: 5, more: 0 });
    expect(close.results.map(({ strength }) => strength)).toEqual(Array(5).fill("weak"));
    expect(close.message).toBe("Found nothing that surely fits, and 5 decisions that may be meant.");
    expect(close.leftOut.map(({ because }) => because)).toEqual(["closer", "closer"]);
    const old = await add(memory, { statement: QUESTION, standing: "deprecated" });
    await embedAll(memory);
    const both = await search(memory, QUESTION);
    expect(both).toMatchObject({ strong: 1, weak: 4 });
    expect(both.results.map(({ decision, strength }) => [decision.id === old, strength])).toEqual([
      [true, "strong"],
      ...Array(4).fill([false, "weak"]),
    ]);
    expect(both.message).toBe("Found 1 decision, and 4 that may be meant.");
    expect((await search(memory, QUESTION, "balanced", 2)).results).toHaveLength(2);
  });

  it("adds none if there are five strong ones", async () => {
    const memory = await memoryOfPonies(3);
    for (let n = 0; n < 5; n++) await add(memory, { statement: `${QUESTION} ${n}` });
    await embedAll(memory);
    const { strong, weak, message } = await search(memory, QUESTION);
    expect({ strong, weak, message }).toEqual({ strong: 5, weak: 0, message: "Found 5 decisions." });
  });

  it("says about an expected decision that it only comes close, or that others are closer", async () => {
    const memory = await memoryOfPonies(6);
    const { results, leftOut } = await search(memory, QUESTION);
    const expecting = async (expected: string | undefined) =>
      (await perform(searchDecisions, { query: QUESTION, expected }, memory, callBy())).missed?.because;
    expect(await expecting(results[1]?.decision.id)).toBe("it is result 2, among those that only come close");
    expect(await expecting(leftOut[0]?.ranked.candidate.id)).toBe("it comes close, but others are closer");
  });

  it("names in strict mode the modes that show it, and only if they do", async () => {
    const memory = await memoryOfPonies(0);
    await add(memory, { statement: "Polish every saddle", standing: "deprecated" });
    await embedAll(memory);
    expect((await search(memory, QUESTION, "balanced")).results).toEqual([]);
    expect((await search(memory, QUESTION, "strict")).message).not.toContain("balanced");
    await add(memory, { statement: "Tether ponies at dusk", standing: "deprecated" });
    await embedAll(memory);
    expect((await search(memory, QUESTION, "strict")).message).toContain("balanced");
    expect((await search(memory, QUESTION, "balanced")).results).toHaveLength(1);
  });
});

describe("a search that finds nothing says why", () => {
  it("when nothing shares a word", async () => {
    const memory = await openMemory();
    await add(memory, { statement: ZEBRA });
    const { results, message } = await search(memory, "penguin");
    expect(results).toEqual([]);
    expect(message).toContain("no decision shares a word or a meaning");
  });

  it("when the matches are no longer active", async () => {
    const memory = await openMemory();
    await add(memory, { statement: ZEBRA, standing: "deprecated" });
    const { results, message } = await search(memory, ZEBRA, "strict");
    expect(results).toEqual([]);
    expect(message).toContain("balanced or audit");
  });

  it("when the closest match is about something else", async () => {
    const memory = await memoryWithLedgers(await openMemory());
    const query = "keep penguins off submarines near underwater volcanoes";
    const { results, message, leftOut } = await search(memory, query);
    expect(results).toEqual([]);
    expect(leftOut).toHaveLength(20);
    expect(message).toContain("about something else");
    for (const mode of SEARCH_MODES) expect((await search(memory, query, mode)).results).toEqual([]);
  });
});

describe("a search says how it searched", () => {
  it("by words, meaning and graph, without a notice, when everything is embedded", async () => {
    const memory = await memoryWithMeaning();
    await embedAll(memory);
    expect(await search(memory, ZEBRA)).toMatchObject({
      methods: ["words", "meaning", "graph"],
      notices: [],
    });
  });

  it("and how many decisions are not embedded yet and found by words only", async () => {
    const memory = await memoryWithMeaning();
    await embedAll(memory);
    const fresh = await add(memory, { statement: ZEBRA });
    const { results, notices } = await search(memory, ZEBRA);
    expect(results[0]?.candidate.id).toBe(fresh);
    expect(notices).toEqual([expect.stringMatching(/^1 decisions? (?:is|are) not embedded yet/)]);
  });

  it("and that the model cannot read the script of at least half of the question", async () => {
    const memory = await memoryWithMeaning();
    await add(memory, { statement: "주문은 PostgreSQL에 저장한다" });
    await add(memory, { statement: "Хранить заказы в PostgreSQL" });
    await embedAll(memory);
    const says = async (query: string) => {
      const { methods, notices } = await search(memory, query);
      return [methods.includes("meaning"), ...notices];
    };
    const korean = "The model cannot read Korean: searched by words.";
    // Its weights for CJK make of the cosine what little they can.
    expect(await says("주문은 어디에 저장합니까?")).toEqual([true, korean]);
    expect(await says("PostgreSQL 주문")).toEqual([true]);
    const cyrillic = "The model cannot read Cyrillic letters: searched by words.";
    expect(await says("Где мы храним заказы?")).toEqual([false, cyrillic]);
    await add(memory, { statement: ZEBRA });
    expect(await says("주문은 어디에 저장합니까?")).toEqual([
      true,
      korean,
      expect.stringMatching(/^1 decision/),
    ]);
  });

  it("and searches by words alone in a script in which the model takes all texts for close", async () => {
    const memory = await memoryWithMeaning(angleEmbedder({ Хран: 1, Почему: 0.95 }));
    const id = await add(memory, { statement: "Хранить заказы в таблице" });
    await embedAll(memory);
    expect(await found(memory, "Почему кошка спит на крыше?")).toEqual([]);
    expect(await found(memory, "Почему храним заказы в таблице?")).toEqual([id]);
  });

  it("and returns those only if they have the words of the query, until they are embedded", async () => {
    const memory = await memoryWithMeaning();
    await embedAll(memory);
    const fresh = await add(memory, { statement: ZEBRA });
    const foreign = "Ledger 3 in drawer 104, and quiet 7";
    expect(await found(memory, ZEBRA)).toContain(fresh);
    expect(await found(memory, foreign)).not.toContain(fresh);
    expect(await found({ ...memory, meaning: meaningBy(undefined) }, foreign)).toContain(fresh);
  });

  it("by words only when nothing is embedded yet", async () => {
    const memory = await memoryWithMeaning();
    expect(await search(memory, ZEBRA)).toMatchObject({
      methods: ["words", "graph"],
      notices: [expect.stringContaining("nothing is embedded yet")],
    });
  });

  it("by words only when there is no model", async () => {
    const memory = await openMemory();
    const id = await add(memory, { statement: ZEBRA });
    expect(await search(memory, ZEBRA)).toMatchObject({
      results: [{ candidate: { id } }],
      methods: ["words", "graph"],
      notices: [expect.stringContaining("no embedding model")],
    });
  });

  it("by words only when the memory was embedded with another model, and names both", async () => {
    const memory = await memoryWithMeaning();
    await embedAll(memory);
    const other = { ...memory, meaning: meaningBy(wordEmbedder("another-model")) };
    const { methods, notices } = await search(other, ZEBRA);
    expect(methods).toEqual(["words", "graph"]);
    expect(notices).toEqual([
      {
        text: expect.stringMatching(/words-of-the-test.*another-model/),
        remedies: [{ remedy: "switch-model" }],
      },
    ]);
  });

  it("by words only when the query cannot be embedded", async () => {
    const memory = await memoryWithMeaning();
    const id = await add(memory, { statement: ZEBRA });
    await embedAll(memory);
    const failing: Embedder = {
      ...wordEmbedder(),
      embed: () => Promise.reject(new Error("out of memory")),
    };
    const { results, methods, notices } = await search({ ...memory, meaning: meaningBy(failing) }, ZEBRA);
    expect(results[0]?.candidate.id).toBe(id);
    expect(methods).toEqual(["words", "graph"]);
    expect(notices).toEqual([expect.stringContaining("could not be embedded")]);
  });

  it("by words only when embedding the query takes too long, which it says", async () => {
    const memory = await memoryWithMeaning();
    const id = await add(memory, { statement: ZEBRA });
    await embedAll(memory);
    const hanging = limitQueryWait({ ...wordEmbedder(), embed: () => new Promise(() => {}) }, () => 20);
    const { results, methods, notices } = await search({ ...memory, meaning: meaningBy(hanging) }, ZEBRA);
    expect(results[0]?.candidate.id).toBe(id);
    expect(methods).toEqual(["words", "graph"]);
    expect(notices).toEqual(["Searched by words only: the query could not be embedded in time."]);
  });
});

describe("with the shipped model", () => {
  it("finds a paraphrase without a common word", async () => {
    const embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
    onTestFinished(() => embedder.close());
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const id = await add(memory, { statement: "Cars must be repaired before winter", topic: "garage" });
    await add(memory, { statement: "Buttons have rounded corners", topic: "design" });
    await add(memory, { statement: "Deploy every Friday morning", topic: "release" });
    await embedAll(memory);
    const { results } = await search(memory, "automobiles need fixing ahead of the cold season");
    expect(results.map(({ candidate }) => [candidate.id, candidate.words])).toEqual([[id, undefined]]);
  });
});

describe("other wordings of the same question", () => {
  const QUESTION = "Which livestock sleeps outdoors";
  const OTHERS = ["Where do ponies spend the night", "ponies in the meadow"];

  const ask = (deps: Deps, also?: string[], options: { mode?: SearchMode; query?: string } = {}) =>
    perform(searchDecisions, { query: QUESTION, limit: 20, also, ...options }, deps, callBy());
  const ids = (found: Awaited<ReturnType<typeof ask>>): string[] =>
    found.results.map(({ candidate }) => candidate.id);

  it("find what the question alone does not", async () => {
    const memory = await memoryWithMeaning();
    const id = await add(memory, { statement: "Leave the ponies in the meadow for the night" });
    await embedAll(memory);
    expect(ids(await ask(memory))).not.toContain(id);
    expect(ids(await ask(memory, OTHERS))[0]).toBe(id);
  });

  it("find it by words alone, too", async () => {
    const memory = await memoryWithLedgers(await openMemory());
    const id = await add(memory, { statement: "Leave the ponies in the meadow for the night" });
    expect(ids(await ask(memory))).toEqual([]);
    expect(ids(await ask(memory, OTHERS))[0]).toBe(id);
  });

  it("are embedded with the question in one call", async () => {
    const calls: (readonly string[])[] = [];
    const words = wordEmbedder();
    const memory = await memoryWithMeaning({
      ...words,
      embed: (texts, kind) => {
        if (kind === "query") calls.push(texts);
        return words.embed(texts, kind);
      },
    });
    await embedAll(memory);
    await ask(memory, OTHERS);
    expect(calls).toEqual([[QUESTION, ...OTHERS]]);
  });

  it("that repeat the question change nothing, and cost nothing", async () => {
    const memory = await memoryWithMeaning();
    for (const place of ["river", "mill", "barn"]) await add(memory, { statement: `${ZEBRA} and ${place}` });
    await embedAll(memory);
    for (const mode of SEARCH_MODES) {
      const options = { query: ZEBRA, mode };
      expect(await ask(memory, [ZEBRA, ` ${ZEBRA} `], options)).toEqual(
        await ask(memory, undefined, options),
      );
    }
  });

  it("still return the head of a chain in place of what it replaced, and one decision per target", async () => {
    const memory = await memoryWithMeaning();
    const old = await add(memory, { statement: "Leave the ponies in the meadow for the night" });
    const head = await add(memory, { statement: "Lend our livestock out to a circus" }, old);
    const target = { topic: "zebra_stable", topicStated: true };
    const zebra = await add(memory, { statement: ZEBRA, ...target });
    const other = await add(memory, { statement: `${ZEBRA} again`, ...target });
    await embedAll(memory);
    const strict = await ask(memory, OTHERS, { mode: "strict" });
    expect(strict.results[0]).toMatchObject({ candidate: { id: head }, explanation: { inPlaceOf: old } });
    expect(ids(strict)).not.toContain(old);
    const striped = await ask(memory, ["the striped zebra", "a stable beside the quiet river"], {
      query: ZEBRA,
    });
    expect(ids(striped)[0]).toBe(other);
    expect(ids(striped)).not.toContain(zebra);
  });

  it("say where an expected decision is", async () => {
    const memory = await memoryWithMeaning();
    const expected = await add(memory, { statement: "Leave the ponies in the meadow for the night" });
    await embedAll(memory);
    const { missed } = await perform(
      searchDecisions,
      { query: QUESTION, also: OTHERS, expected },
      memory,
      callBy(),
    );
    expect(missed?.because).toMatch(/^it is result 1\b/);
  });
});
