import { describe, expect, it } from "vitest";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { answerCache } from "../../../src/recall/operations/answer-cache.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { activateModel } from "../../../src/recall/sql/embeddings.ts";
import { act } from "../../support/decisions.ts";
import { CACHES, experience } from "../../support/experience.ts";
import { listening, SEARCHED } from "../../support/listening.ts";
import { decide } from "../../support/loop.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type Json, succeed } from "../../support/tools.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const QUERY = "Cache carts in Redis";

const search = (memory: TestMemory, args: object = {}) =>
  succeed(memory, "search_decisions", { query: QUERY, ...args });
/** The same memory with nothing remembered. */
const fresh = (memory: TestMemory): TestMemory => ({ ...memory, answers: answerCache() });
const hits = ({ answers }: TestMemory): number => answers.describe().hits;

async function withMeaning(): Promise<TestMemory & { readonly given: readonly string[] }> {
  const memory = await openMemory();
  await experience(memory, CACHES);
  const embedder = wordEmbedder();
  await activateModel(memory, embedder.model);
  await embedPending(memory, embedder, new AbortController().signal);
  return { ...memory, meaning: meaningBy(embedder), given: embedder.given };
}

describe("A question that is asked again", () => {
  it("is answered without searching, with the same words", async () => {
    const memory = await withMeaning();
    const first = await search(memory);
    const asked = memory.given.length;
    const searching = listening(memory.memory, (statement) => {
      if (statement.includes(SEARCHED)) expect.fail("It searched again");
    });
    expect(await search({ ...memory, memory: searching })).toEqual(first);
    expect(memory.given).toHaveLength(asked);
    expect(await search(fresh(memory))).toEqual(first);
  });

  it("is another one with another limit, mode, wording or project, or for a context", async () => {
    const memory = await withMeaning();
    await search(memory);
    for (const args of [
      { limit: 1 },
      { mode: "strict" },
      { also: ["keep baskets in memory"] },
      { query: "Carts" },
    ])
      expect(await search(memory, args), JSON.stringify(args)).toEqual(await search(fresh(memory), args));
    const elsewhere = await succeed(memory, "search_decisions", { query: QUERY }, { project: "depot" });
    expect(elsewhere["results"]).toEqual([]);
    await succeed(memory, "membria_get_decision_context", { statement: QUERY });
    expect(hits(memory)).toBe(0);
  });

  it("is explained from what was remembered, and a decision that is missed is looked for again", async () => {
    const memory = await withMeaning();
    await search(memory);
    const explained = await search(memory, { explain: true });
    expect(hits(memory)).toBe(1);
    expect(explained).toEqual(await search(fresh(memory), { explain: true }));
    const id = await decide(memory, { statement: "Paint the bridge green" });
    expect(await search(memory, { explain: id })).toEqual(await search(fresh(memory), { explain: id }));
  });

  it("is answered anew after every write, here or by another process", async () => {
    const memory = await withMeaning();
    const [id = "", other = ""] = ((await search(memory))["results"] as Json[]).map((one) =>
      String(one["id"]),
    );
    const elsewhere = await openMemoryFile(memory.path, silentLog);
    const ends = { from_id: id, to_id: other };
    const writes: Readonly<Record<string, () => Promise<unknown>>> = {
      "a decision": () => decide(memory, { statement: "Cache carts in Redis for an hour" }),
      "a signal": () =>
        succeed(memory, "membria_record_signal", {
          decision_id: id,
          signal_type: "ci_failed",
          valence: "negative",
        }),
      "an update": () =>
        succeed(memory, "membria_update_decision", { decision_id: id, confidence_update: 0.2 }),
      "an outcome by another process": () =>
        addOutcome(elsewhere, "shop", id, outcome(0, { lessons: ["Redis lost carts"] }), act()),
      "a proposed link": () =>
        succeed(memory, "propose_link", { ...ends, relationship: "contradicts", reason: "Two ways" }),
      "an approved link": () => succeed(memory, "approve_link", { ...ends, relationship: "contradicts" }),
      "a replacement": () =>
        succeed(memory, "supersede_decision", {
          title: "Cache carts in files",
          target: "carts",
          rationale: "Redis lost them.",
          old_decision_ids: [id],
        }),
      "a checkpoint": () => succeed(memory, "save_checkpoint", { summary: "Carts", next_steps: "Measure" }),
      "an erasure": () => eraseDecision(memory.memory, "shop", other, act()),
      "an erasure by another process": () => eraseDecision(elsewhere, "shop", id, act()),
    };
    for (const [what, write] of Object.entries(writes)) {
      await search(memory);
      await write();
      await memory.background.idle();
      expect(await search(memory), what).toEqual(await search(fresh(memory)));
    }
    await elsewhere.close();
    const last = JSON.stringify(await search(memory));
    for (const erased of [id, other]) expect(last).not.toContain(erased);
  });

  it("shows nothing of an erased text, neither its words nor its vector", async () => {
    const memory = await withMeaning();
    const secret = await decide(memory, { statement: "Cache carts in Redis at example.net/zanzibar" });
    await embedPending(memory, wordEmbedder(), new AbortController().signal);
    expect(JSON.stringify(await search(memory))).toContain("zanzibar");
    await eraseDecision(memory.memory, "shop", secret, act());
    for (let i = 0; i < 2; i++) expect(JSON.stringify(await search(memory))).not.toContain("zanzibar");
  });

  it("is answered anew when a vector was added or another model is in use", async () => {
    const memory = await withMeaning();
    await decide(memory, { statement: "Keep carts in Redis" });
    expect((await search(memory))["notices"]).toEqual([expect.stringContaining("not embedded yet")]);
    await embedPending(memory, wordEmbedder(), new AbortController().signal);
    expect(await search(memory)).not.toHaveProperty("notices");
    await activateModel(memory.memory, "another");
    expect((await search(memory))["notices"]).toEqual([expect.stringContaining("embedded with another")]);
  });

  it("is embedded again if that failed", async () => {
    const memory = await withMeaning();
    const embed = async (): Promise<never> => {
      throw new Error("out of memory");
    };
    const failing = { ...memory, meaning: meaningBy({ ...wordEmbedder(), embed }) };
    expect((await search(failing))["notices"]).toEqual([expect.stringContaining("could not be embedded")]);
    expect(await search(memory)).toEqual(await search(fresh(memory)));
    expect(await search(memory)).not.toHaveProperty("notices");
  });
});
