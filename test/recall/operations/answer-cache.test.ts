import { describe, expect, it } from "vitest";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { answerCache } from "../../../src/recall/operations/answer-cache.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { activateModel } from "../../../src/recall/sql/embeddings.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { act } from "../../support/decisions.ts";
import { CACHES, experience } from "../../support/experience.ts";
import { decide, history } from "../../support/loop.ts";
import { type Caller, openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type Json, succeed } from "../../support/tools.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const GET = "membria_get_decision_context";
const ARGS = { statement: "Cache carts in Redis", confidence: 0.9, depth: "full" };

const ask = (memory: TestMemory, args: object = {}) => succeed(memory, GET, { ...ARGS, ...args });
const counts = ({ answers }: TestMemory) => {
  const { hits, misses } = answers.describe();
  return [hits, misses];
};
/** The same memory with an empty cache. */
const fresh = (memory: TestMemory): TestMemory => ({ ...memory, answers: answerCache() });

describe("The answer cache", () => {
  it("returns what a fresh computation returns, until something changes", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const first = await ask(memory);
    // Storing the guidance is a write, too, but does not clear the cache.
    await memory.background.idle();
    expect(await ask(memory)).toEqual(first);
    expect(counts(memory)).toEqual([1, 1]);
    expect(await ask(fresh(memory))).toEqual(first);
    expect(memory.answers.describe()).toMatchObject({ hitRate: 0.5, answers: 1 });
  });

  it("notices a write of another process on the same file", async () => {
    const memory = await openMemory();
    const [id = ""] = await experience(memory, CACHES);
    await ask(memory);
    const other = await openMemoryFile(memory.path, silentLog);
    const recorded = outcome(0, { lessons: ["The other process saw it fail"] });
    await addOutcome(other, "shop", id, recorded, act());
    await other.close();
    const again = await ask(memory);
    expect(counts(memory)).toEqual([0, 2]);
    expect(JSON.stringify(again)).toContain("The other process saw it fail");
    expect(again).toEqual(await ask(fresh(memory)));
  });

  it("notices an outcome, an erasure and a new vector", async () => {
    const memory = await openMemory();
    const [id = ""] = await experience(memory, CACHES);
    const embedder = wordEmbedder();
    const sensing = { ...memory, meaning: meaningBy(embedder) };
    const changes = [
      () =>
        succeed(memory, "membria_record_outcome", {
          decision_id: id,
          final_status: "failure",
          final_score: 0,
        }),
      () => activateModel(memory, embedder.model),
      () => embedPending(memory, embedder, new AbortController().signal),
      () => eraseDecision(memory, "shop", id, act()),
    ];
    for (const [n, change] of changes.entries()) {
      await ask(sensing);
      await memory.background.idle();
      await ask(sensing);
      await change();
      await memory.background.idle();
      const [, misses = 0] = counts(memory);
      expect(await ask(sensing), `change ${n}`).toEqual(await ask(fresh(sensing)));
      expect(counts(memory)[1], `change ${n}`).toBe(misses + 1);
    }
    expect(JSON.stringify(await ask(sensing))).not.toContain(id);
  });

  it("does not keep an answer that was computed while another question cleared the cache", async () => {
    const memory = await openMemory();
    const [id = ""] = await experience(memory, CACHES);
    const cache = answerCache();
    const answering = (question: string, answer: string, meanwhile = async () => {}) =>
      cache.answerTo([question], memory, async () => {
        await meanwhile();
        return { answer, cacheable: true };
      });
    const early = await answering("carts", "before the outcome", async () => {
      await addOutcome(memory, "shop", id, outcome(0), act());
      await answering("maps", "anything");
    });
    expect(early).toBe("before the outcome");
    expect(await answering("carts", "after the outcome")).toBe("after the outcome");
  });

  it("notices that a model was fitted", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const sensing = { ...memory, meaning: meaningBy(wordEmbedder()) };
    await activateModel(memory, "words-of-the-test");
    const unknown = { ...sensing, profiles: { ...memory.profiles, of: async () => undefined } };
    const { notices } = await ask(unknown);
    expect(notices).toEqual([expect.stringContaining("is not known yet")]);
    expect(await ask(sensing)).toEqual(await ask(fresh(sensing)));
    expect(JSON.stringify(await ask(sensing))).not.toContain("is not known yet");
  });

  it("keeps depths, confidences, modules and projects apart", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    for (const args of [
      {},
      { depth: "standard" },
      { confidence: 0.5 },
      { module: "backend" },
      { statement: "Cache maps" },
    ]) {
      await ask(memory, args);
    }
    const elsewhere = await succeed(memory, GET, ARGS, { project: "depot" });
    expect(elsewhere["similar_decisions"]).toEqual([]);
    expect(counts(memory)).toEqual([0, 6]);
  });

  it("does not give the guidance of one caller to another, but to the same one under another name", async () => {
    const memory = await openMemory();
    const [agent, person] = [{ person: "Ada" }, { kind: "human", name: "Ada" } as const];
    const made = (score: number) => Array.from({ length: 10 }, () => [0.9, score] as const);
    await history(memory, "performance", made(0), agent);
    await history(memory, "performance", made(1), person);
    const context = async (caller: Caller) =>
      (await succeed(memory, GET, ARGS, caller))["calibration_context"] as Json;
    expect(await context(agent)).toMatchObject({ status: "overconfident" });
    expect(await context(person)).toMatchObject({ status: "well-calibrated" });
    expect(counts(memory)).toEqual([0, 2]);
    expect(await context({ ...agent, name: "another-client" })).toEqual(await context(agent));
    expect(counts(memory)).toEqual([2, 2]);
  });

  it("does not contain what depends on the clock: due outcomes and live skills", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const id = await decide(memory, { statement: "Cache sessions in Redis", dueDays: 3 });
    const first = await ask(memory);
    expect(first).toMatchObject({ due_outcomes: [] });
    expect(first["applicable_skills"]).toHaveLength(1);
    memory.clock.advance(4 * DAY_MS);
    expect(await ask(memory)).toMatchObject({ due_outcomes: [{ decision_id: id }] });
    memory.clock.advance(400 * DAY_MS);
    const last = await ask(memory);
    expect(last["applicable_skills"]).toEqual([]);
    expect(counts(memory)[1]).toBe(1);
    expect(last).toEqual(await ask(fresh(memory)));
  });

  it("does not keep the answer to a query that could not be embedded", async () => {
    const memory = await openMemory();
    const embedder = wordEmbedder();
    await experience(memory, CACHES);
    await activateModel(memory, embedder.model);
    await embedPending(memory, embedder, new AbortController().signal);
    const embed = async (): Promise<never> => {
      throw new Error("out of memory");
    };
    const failing = { ...memory, meaning: meaningBy({ ...embedder, embed }) };
    expect((await ask(failing))["notices"]).toEqual([expect.stringContaining("could not be embedded")]);
    expect(await ask({ ...memory, meaning: meaningBy(embedder) })).not.toHaveProperty("notices");
  });

  it("keeps the most recently used answers up to its limit", async () => {
    const memory = await openMemory();
    const answers = answerCache(undefined, 2);
    const asked: string[] = [];
    const answerTo = (question: string) =>
      answers.answerTo([question], memory, async () => {
        asked.push(question);
        return { answer: question.toUpperCase(), cacheable: true };
      });
    for (const question of ["a", "b", "a", "c", "a", "b"]) {
      expect(await answerTo(question)).toBe(question.toUpperCase());
    }
    expect(asked).toEqual(["a", "b", "c", "b"]);
    expect(answers.describe()).toEqual({ hits: 2, misses: 4, hitRate: 2 / 6, answers: 2 });
  });

  it("does not keep an answer if the memory changed while it was computed", async () => {
    const memory = await openMemory();
    const { answers } = memory;
    const compute = (answer: string) => async () => ({ answer, cacheable: true });
    await answers.answerTo(["a"], memory, async () => {
      await decide(memory);
      return { answer: "old", cacheable: true };
    });
    expect(await answers.answerTo(["a"], memory, compute("new"))).toBe("new");
  });
});
