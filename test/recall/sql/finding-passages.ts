import { expect, it } from "vitest";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import type { Candidate } from "../../../src/recall/rules/match-candidates.ts";
import {
  activateModel,
  claimUnembedded,
  pendingEmbeddings,
  saveVectors,
} from "../../../src/recall/sql/embeddings.ts";
import { findNotes } from "../../../src/recall/sql/memories.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { addCheckpoint, addInsight } from "../../../src/sessions/sql/notes.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { fakeProcesses } from "../../support/fake-processes.ts";
import { outcome } from "../../support/outcomes.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const embedder = wordEmbedder("contract", { feline: "cat" });

async function add(memory: Memory, fields: DecisionFields = {}): Promise<string> {
  return (await addDecision(memory, { decision: decision(fields) }, act())).decision.id;
}

const embedAll = (memory: Memory): Promise<readonly string[]> =>
  embedPending(
    { memory, clock: setClock(), processes: fakeProcesses() },
    embedder,
    new AbortController().signal,
  );

const meaningOf = async (query: string) => {
  const [vector] = await embedder.embed([query], "query");
  return vector && { model: embedder.model, vector };
};

async function find(memory: Memory, query: string, scope = "shop"): Promise<readonly Candidate[]> {
  const { candidates } = await findCandidates(memory, {
    scope,
    text: textQuery(query),
    meaning: await meaningOf(query),
    perMethod: 100,
    withPassages: true,
  });
  return candidates;
}

const byWords = async (memory: Memory, query: string, scope = "shop"): Promise<readonly Candidate[]> =>
  (await findCandidates(memory, { scope, text: textQuery(query), perMethod: 100, withPassages: true }))
    .candidates;

const idsOf = (found: readonly Candidate[]): string[] => found.map(({ id }) => id).sort();

export function findingPassages(current: () => OpenedStore): void {
  it.each([
    [
      "a lesson",
      (memory: Memory, id: string) =>
        addOutcome(memory, "shop", id, outcome(0, { lessons: ["The zebra bites strangers"] }), act()),
    ],
    [
      "the name of a metric",
      (memory: Memory, id: string) =>
        addOutcome(
          memory,
          "shop",
          id,
          outcome(1, { reported: { performanceMetrics: { zebra_speed: 40 } } }),
          act(),
        ),
    ],
    [
      "a note",
      (memory: Memory, id: string) =>
        writeDecisionChange(memory, "shop", id, { note: screened("The zebra sleeps now") }, act()),
    ],
    [
      "a pull request",
      (memory: Memory, id: string) =>
        writeDecisionChange(memory, "shop", id, { linkedPr: screened("stable/pull/zebra") }, act()),
    ],
  ])("finds a decision by a word that stands only in %s", async (_, change) => {
    const { memory } = current();
    const id = await add(memory);
    await add(memory);
    expect(await byWords(memory, "zebra")).toEqual([]);
    await change(memory, id);
    expect(idsOf(await byWords(memory, "zebra"))).toEqual([id]);
  });

  it.each([
    ["an alternative", { alternatives: ["Ride a zebra"] }],
    ["a consequence", { consequences: ["Somebody feeds the zebra"] }],
    ["an assumption", { assumptions: ["The zebra is tame"] }],
    ["a path", { evidence: [{ kind: "file", ref: "src/animals/zebraStable.ts" }] }],
  ] satisfies readonly [string, DecisionFields][])(
    "finds a decision by a word that stands only in %s",
    async (_, fields) => {
      const { memory } = current();
      await add(memory);
      const id = await add(memory, fields);
      expect(idsOf(await byWords(memory, "zebra"))).toEqual([id]);
    },
  );

  it("goes by the decisions themselves for what nobody asked for", async () => {
    const { memory } = current();
    const id = await add(memory, { evidence: [{ kind: "file", ref: "zebra.ts" }], topic: "animals" });
    await writeDecisionChange(memory, "shop", id, { note: screened("The zebra sleeps now") }, act());
    await embedAll(memory);
    const unasked = async (query: string) =>
      findCandidates(memory, { scope: "shop", text: textQuery(query), perMethod: 100 });
    const { candidates, rowsInIndex } = await unasked("zebra.ts");
    expect(idsOf(candidates)).toEqual([]);
    expect(rowsInIndex).toBe(1);
    expect((await unasked("animals")).candidates[0]?.named).toBeUndefined();
  });

  it("finds the first note of a memory as well as one among many", async () => {
    const { memory } = current();
    const id = await add(memory);
    for (let n = 0; n < 30; n++) await add(memory, { statement: `Keep ledger ${n} in drawer ${n + 100}` });
    await writeDecisionChange(memory, "shop", id, { note: screened("The zebra sleeps") }, act());
    const [first] = await byWords(memory, "zebra");
    const [inStatement] = await byWords(memory, "ledger 7");
    expect(first?.words).toBeGreaterThan((inStatement?.words ?? 0) / 4);
  });

  it("names the passage that matched, and not one that matched less than the decision itself", async () => {
    const { memory } = current();
    const id = await add(memory, { statement: "Buy a zebra" });
    await writeDecisionChange(memory, "shop", id, { note: screened("The feline ran away") }, act());
    await embedAll(memory);
    const [byNote] = await find(memory, "cat");
    expect(byNote).toMatchObject({ id, passage: { kind: "note" } });
    const [byStatement] = await find(memory, "buy a zebra");
    expect(byStatement).toMatchObject({ id });
    expect(byStatement?.passage).toBeUndefined();
  });

  it("finds the passages of one project alone, unless it is asked about all", async () => {
    const { memory } = current();
    const ours = await add(memory, { evidence: [{ kind: "file", ref: "zebra.ts" }] });
    const theirs = await add(memory, { project: "bank", evidence: [{ kind: "file", ref: "zebra.ts" }] });
    await embedAll(memory);
    expect(idsOf(await find(memory, "zebra"))).toEqual(expect.arrayContaining([ours]));
    expect(idsOf(await byWords(memory, "zebra"))).toEqual([ours]);
    expect(idsOf(await byWords(memory, "zebra", "bank"))).toEqual([theirs]);
    expect(idsOf(await byWords(memory, "zebra", "all"))).toEqual([ours, theirs].sort());
    expect(idsOf(await find(memory, "zebra", "nowhere"))).toEqual([]);
  });

  it("finds the passages of a project even if another project has many better ones", async () => {
    const { memory } = current();
    const ours = await add(memory, { evidence: [{ kind: "note", ref: `zebra ${"other ".repeat(50)}` }] });
    for (let n = 0; n < 120; n++) {
      await add(memory, { project: "bank", evidence: [{ kind: "note", ref: "zebra" }] });
    }
    expect(idsOf(await byWords(memory, "zebra"))).toEqual([ours]);
  });

  it("forgets the passages of an erased decision, by words and by meaning", async () => {
    const { memory } = current();
    const id = await add(memory, { evidence: [{ kind: "file", ref: "zebra.ts" }], topic: "animals" });
    await addOutcome(memory, "shop", id, outcome(0, { lessons: ["The feline bites"] }), act());
    await embedAll(memory);
    expect(idsOf(await find(memory, "cat"))).toContain(id);
    await eraseDecision(memory, "shop", id, act());
    for (const query of ["zebra", "feline", "cat", "animals"]) expect(await find(memory, query)).toEqual([]);
  });

  it("embeds what is added to a decision later, and does not report it as a new decision", async () => {
    const { memory } = current();
    const id = await add(memory);
    expect(await embedAll(memory)).toEqual([id]);
    await writeDecisionChange(memory, "shop", id, { note: screened("The feline ran away") }, act());
    expect(await pendingEmbeddings(memory)).toBe(1);
    embedder.given.length = 0;
    expect(await embedAll(memory)).toEqual([]);
    expect(embedder.given).toEqual(["The feline ran away"]);
    expect(await pendingEmbeddings(memory)).toBe(0);
  });

  it("keeps in the queue what was added while the rest was being embedded", async () => {
    const { memory } = current();
    const id = await add(memory);
    await activateModel(memory, embedder.model);
    const [claimed] = await claimUnembedded(memory, 1, { by: "test", now: DAY, leaseMs: 1_000 });
    await writeDecisionChange(memory, "shop", id, { note: screened("The feline ran away") }, act());
    const [vector] = await embedder.embed([claimed?.text ?? ""], "passage");
    await saveVectors(memory, embedder.model, [{ id, vector: vector as Float32Array }]);
    const next = await claimUnembedded(memory, 1, { by: "test", now: DAY, leaseMs: 1_000 });
    expect(next.map(({ text }) => text)).toEqual(["The feline ran away"]);
  });

  it("embeds all of it again after a rebuild", async () => {
    const { memory } = current();
    const id = await add(memory, { statement: "Buy a zebra" });
    await writeDecisionChange(memory, "shop", id, { note: screened("The feline ran away") }, act());
    await embedAll(memory);
    await rebuildDerived(memory, true, act());
    embedder.given.length = 0;
    await embedAll(memory);
    expect(embedder.given.sort()).toEqual(["Buy a zebra", "The feline ran away"]);
  });

  it.each([
    "message_queue",
    "message queues",
    "the Message Queue",
    "messageQueues",
    "What did we decide about message queues?",
  ])("marks the decision whose stated topic is named by %j", async (query) => {
    const { memory } = current();
    const id = await add(memory, { topic: "message_queue", statement: "Use rabbits" });
    const other = await add(memory, { topic: "queues", statement: "Queue every message" });
    await add(memory, { topic: "message_queue", topicStated: false });
    await add(memory, { topic: "message_queue", project: "bank" });
    const named = (await byWords(memory, query)).filter((one) => one.named);
    expect(idsOf(named)).toEqual([id]);
    expect(idsOf(named)).not.toContain(other);
  });

  it("finds checkpoints and insights by their meaning", async () => {
    const { memory } = current();
    const written = { aliases: [], project: "shop", author: actor().author, createdAt: DAY };
    await addInsight(
      memory,
      { ...written, id: "ins_a", content: screened("The feline is shy"), tags: [] },
      act(),
    );
    await addCheckpoint(
      memory,
      { ...written, id: "chk_a", summary: screened("Feline fed"), openFiles: [], nextSteps: screened("") },
      act(),
    );
    await embedAll(memory);
    const search = async (project: string): Promise<string[]> => {
      const { candidates } = await findNotes(memory, {
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
    expect(await find(memory, "cat")).toEqual([]);
  });
}
