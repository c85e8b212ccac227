import { expect, it } from "vitest";
import type { Store } from "../../../src/memory/store.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import type { Candidate } from "../../../src/recall/rules/match-candidates.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { fakeProcesses } from "../../support/fake-processes.ts";
import { outcome } from "../../support/outcomes.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const embedder = wordEmbedder("contract", { feline: "cat" });

async function add(store: Store, fields: DecisionFields = {}): Promise<string> {
  return (await store.addDecision({ decision: decision(fields) }, act())).decision.id;
}

const embedAll = (store: Store): Promise<readonly string[]> =>
  embedPending(
    { store, clock: setClock(), processes: fakeProcesses() },
    embedder,
    new AbortController().signal,
  );

const meaningOf = async (query: string) => {
  const [vector] = await embedder.embed([query], "query");
  return vector && { model: embedder.model, vector };
};

async function find(store: Store, query: string, scope = "shop"): Promise<readonly Candidate[]> {
  const { candidates } = await store.findCandidates({
    scope,
    text: textQuery(query),
    meaning: await meaningOf(query),
    perMethod: 100,
    withPassages: true,
  });
  return candidates;
}

const byWords = async (store: Store, query: string, scope = "shop"): Promise<readonly Candidate[]> =>
  (await store.findCandidates({ scope, text: textQuery(query), perMethod: 100, withPassages: true }))
    .candidates;

const idsOf = (found: readonly Candidate[]): string[] => found.map(({ id }) => id).sort();

export function findingPassages(current: () => OpenedStore): void {
  it.each([
    [
      "a lesson",
      (store: Store, id: string) =>
        store.recordOutcome("shop", id, outcome(0, { lessons: ["The zebra bites strangers"] }), act()),
    ],
    [
      "the name of a metric",
      (store: Store, id: string) =>
        store.recordOutcome(
          "shop",
          id,
          outcome(1, { reported: { performanceMetrics: { zebra_speed: 40 } } }),
          act(),
        ),
    ],
    [
      "a note",
      (store: Store, id: string) =>
        store.updateDecision("shop", id, { note: screened("The zebra sleeps now") }, act()),
    ],
    [
      "a pull request",
      (store: Store, id: string) =>
        store.updateDecision("shop", id, { linkedPr: screened("stable/pull/zebra") }, act()),
    ],
  ])("finds a decision by a word that stands only in %s", async (_, change) => {
    const { store } = current();
    const id = await add(store);
    await add(store);
    expect(await byWords(store, "zebra")).toEqual([]);
    await change(store, id);
    expect(idsOf(await byWords(store, "zebra"))).toEqual([id]);
  });

  it.each([
    ["an alternative", { alternatives: ["Ride a zebra"] }],
    ["a consequence", { consequences: ["Somebody feeds the zebra"] }],
    ["an assumption", { assumptions: ["The zebra is tame"] }],
    ["a path", { evidence: [{ kind: "file", ref: "src/animals/zebraStable.ts" }] }],
  ] satisfies readonly [string, DecisionFields][])(
    "finds a decision by a word that stands only in %s",
    async (_, fields) => {
      const { store } = current();
      await add(store);
      const id = await add(store, fields);
      expect(idsOf(await byWords(store, "zebra"))).toEqual([id]);
    },
  );

  it("goes by the decisions themselves for what nobody asked for", async () => {
    const { store } = current();
    const id = await add(store, { evidence: [{ kind: "file", ref: "zebra.ts" }], topic: "animals" });
    await store.updateDecision("shop", id, { note: screened("The zebra sleeps now") }, act());
    await embedAll(store);
    const unasked = async (query: string) =>
      store.findCandidates({ scope: "shop", text: textQuery(query), perMethod: 100 });
    const { candidates, rowsInIndex } = await unasked("zebra.ts");
    expect(idsOf(candidates)).toEqual([]);
    expect(rowsInIndex).toBe(1);
    expect((await unasked("animals")).candidates[0]?.named).toBeUndefined();
  });

  it("finds the first note of a memory as well as one among many", async () => {
    const { store } = current();
    const id = await add(store);
    for (let n = 0; n < 30; n++) await add(store, { statement: `Keep ledger ${n} in drawer ${n + 100}` });
    await store.updateDecision("shop", id, { note: screened("The zebra sleeps") }, act());
    const [first] = await byWords(store, "zebra");
    const [inStatement] = await byWords(store, "ledger 7");
    expect(first?.words).toBeGreaterThan((inStatement?.words ?? 0) / 4);
  });

  it("names the passage that matched, and not one that matched less than the decision itself", async () => {
    const { store } = current();
    const id = await add(store, { statement: "Buy a zebra" });
    await store.updateDecision("shop", id, { note: screened("The feline ran away") }, act());
    await embedAll(store);
    const [byNote] = await find(store, "cat");
    expect(byNote).toMatchObject({ id, passage: { kind: "note" } });
    const [byStatement] = await find(store, "buy a zebra");
    expect(byStatement).toMatchObject({ id });
    expect(byStatement?.passage).toBeUndefined();
  });

  it("finds the passages of one project alone, unless it is asked about all", async () => {
    const { store } = current();
    const ours = await add(store, { evidence: [{ kind: "file", ref: "zebra.ts" }] });
    const theirs = await add(store, { project: "bank", evidence: [{ kind: "file", ref: "zebra.ts" }] });
    await embedAll(store);
    expect(idsOf(await find(store, "zebra"))).toEqual(expect.arrayContaining([ours]));
    expect(idsOf(await byWords(store, "zebra"))).toEqual([ours]);
    expect(idsOf(await byWords(store, "zebra", "bank"))).toEqual([theirs]);
    expect(idsOf(await byWords(store, "zebra", "all"))).toEqual([ours, theirs].sort());
    expect(idsOf(await find(store, "zebra", "nowhere"))).toEqual([]);
  });

  it("finds the passages of a project even if another project has many better ones", async () => {
    const { store } = current();
    const ours = await add(store, { evidence: [{ kind: "note", ref: `zebra ${"other ".repeat(50)}` }] });
    for (let n = 0; n < 120; n++) {
      await add(store, { project: "bank", evidence: [{ kind: "note", ref: "zebra" }] });
    }
    expect(idsOf(await byWords(store, "zebra"))).toEqual([ours]);
  });

  it("forgets the passages of an erased decision, by words and by meaning", async () => {
    const { store } = current();
    const id = await add(store, { evidence: [{ kind: "file", ref: "zebra.ts" }], topic: "animals" });
    await store.recordOutcome("shop", id, outcome(0, { lessons: ["The feline bites"] }), act());
    await embedAll(store);
    expect(idsOf(await find(store, "cat"))).toContain(id);
    await store.eraseDecision("shop", id, act());
    for (const query of ["zebra", "feline", "cat", "animals"]) expect(await find(store, query)).toEqual([]);
  });

  it("embeds what is added to a decision later, and does not report it as a new decision", async () => {
    const { store } = current();
    const id = await add(store);
    expect(await embedAll(store)).toEqual([id]);
    await store.updateDecision("shop", id, { note: screened("The feline ran away") }, act());
    expect(await store.pendingEmbeddings()).toBe(1);
    embedder.given.length = 0;
    expect(await embedAll(store)).toEqual([]);
    expect(embedder.given).toEqual(["The feline ran away"]);
    expect(await store.pendingEmbeddings()).toBe(0);
  });

  it("keeps in the queue what was added while the rest was being embedded", async () => {
    const { store } = current();
    const id = await add(store);
    await store.activateModel(embedder.model);
    const [claimed] = await store.claimUnembedded(1, { by: "test", now: DAY, leaseMs: 1_000 });
    await store.updateDecision("shop", id, { note: screened("The feline ran away") }, act());
    const [vector] = await embedder.embed([claimed?.text ?? ""], "passage");
    await store.saveVectors(embedder.model, [{ id, vector: vector as Float32Array }]);
    const next = await store.claimUnembedded(1, { by: "test", now: DAY, leaseMs: 1_000 });
    expect(next.map(({ text }) => text)).toEqual(["The feline ran away"]);
  });

  it("embeds all of it again after a rebuild", async () => {
    const { store } = current();
    const id = await add(store, { statement: "Buy a zebra" });
    await store.updateDecision("shop", id, { note: screened("The feline ran away") }, act());
    await embedAll(store);
    await store.rebuildDerived(true, act());
    embedder.given.length = 0;
    await embedAll(store);
    expect(embedder.given.sort()).toEqual(["Buy a zebra", "The feline ran away"]);
  });

  it.each([
    "message_queue",
    "message queues",
    "the Message Queue",
    "messageQueues",
    "What did we decide about message queues?",
  ])("marks the decision whose stated topic is named by %j", async (query) => {
    const { store } = current();
    const id = await add(store, { topic: "message_queue", statement: "Use rabbits" });
    const other = await add(store, { topic: "queues", statement: "Queue every message" });
    await add(store, { topic: "message_queue", topicStated: false });
    await add(store, { topic: "message_queue", project: "bank" });
    const named = (await byWords(store, query)).filter((one) => one.named);
    expect(idsOf(named)).toEqual([id]);
    expect(idsOf(named)).not.toContain(other);
  });

  it("finds checkpoints and insights by their meaning", async () => {
    const { store } = current();
    const written = { aliases: [], project: "shop", author: actor().author, createdAt: DAY };
    await store.addInsight(
      { ...written, id: "ins_a", content: screened("The feline is shy"), tags: [] },
      act(),
    );
    await store.addCheckpoint(
      { ...written, id: "chk_a", summary: screened("Feline fed"), openFiles: [], nextSteps: screened("") },
      act(),
    );
    await embedAll(store);
    const search = async (project: string): Promise<string[]> => {
      const { candidates } = await store.findNotes({
        scope: project,
        types: ["checkpoint", "insight"],
        text: textQuery("cat"),
        meaning: await meaningOf("cat"),
        limit: 10,
      });
      return idsOf(candidates);
    };
    expect(await search("shop")).toEqual(["chk_a", "ins_a"]);
    expect(await search("bank")).toEqual([]);
    expect(await find(store, "cat")).toEqual([]);
  });
}
