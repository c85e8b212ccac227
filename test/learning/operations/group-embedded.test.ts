import { describe, expect, it } from "vitest";
import { relearnSkills } from "../../../src/learning/operations/learn-skills.ts";
import { embedMemory } from "../../../src/recall/operations/embed-memory.ts";
import { embeddingService } from "../../../src/recall/operations/embedding-service.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { decide, settle } from "../../support/loop.ts";
import { callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { succeed } from "../../support/tools.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const SYNONYMS = {
  buffer: "cache",
  pages: "sessions",
  keep: "cache",
  carts: "sessions",
  valkey: "redis",
  dragonfly: "redis",
};
/** The last two share a word, by which they are grouped without vectors. */
const STATEMENTS = ["Cache sessions in Redis", "Buffer pages in Valkey", "Keep carts in Valkey"];

/** Outcomes of decisions that have no vectors yet. */
async function settleWithoutVectors(memory: TestMemory, statements = STATEMENTS): Promise<string[]> {
  const ids: string[] = [];
  for (const statement of statements) {
    ids.push(await decide(memory, { statement, domain: "backend" }));
    memory.clock.advance(DAY_MS);
    await settle(memory, ids.at(-1) as string, 1);
  }
  await memory.background.idle();
  return ids;
}

/** Vectors for these decisions, without anything that follows from them. */
async function embedOnly(memory: TestMemory, ids: readonly string[]): Promise<void> {
  const embedder = wordEmbedder("words-of-the-test", SYNONYMS);
  await memory.store.activateModel(embedder.model);
  const decisions = await memory.store.decisionsById("shop", ids);
  const vectors = await embedder.embed(
    decisions.map(({ statement }) => statement),
    "passage",
  );
  await memory.store.saveVectors(
    embedder.model,
    decisions.map(({ id }, i) => ({ id, vector: vectors[i] as Float32Array })),
  );
}

async function embedded({ afterEmbedding, background }: TestMemory, ids: readonly string[]): Promise<void> {
  afterEmbedding.embedded(ids, new AbortController().signal);
  await background.idle();
}

const skillsOf = (memory: TestMemory) => succeed(memory, "membria_get_skills", { domain: "backend" });

describe("When vectors come after the outcomes", () => {
  it("the skill appears once they are embedded in the background, as relearning would make it", async () => {
    const memory = await openMemory();
    await settleWithoutVectors(memory);
    expect(await skillsOf(memory)).toMatchObject({ skills: [] });
    const { store, clock, log, background, processes } = memory;
    const service = embeddingService({
      ...{ store, clock, log, background, processes },
      load: async () => wordEmbedder("words-of-the-test", SYNONYMS),
      after: memory.afterEmbedding,
      keepsRunning: true,
    });
    service.embedSoon();
    await background.idle();
    const learned = await skillsOf(memory);
    expect(learned).toMatchObject({ skills: [{ evidence: { successes: 3, total_outcomes: 3 } }] });
    await perform(relearnSkills, {}, memory, callBy());
    const relearned = await skillsOf(memory);
    expect(relearned).toEqual(learned);
  });

  it("the same happens after a command embedded them", async () => {
    const memory = await openMemory();
    await settleWithoutVectors(memory);
    const deps = rewired(memory, { meaning: meaningBy(wordEmbedder("words-of-the-test", SYNONYMS)) });
    await perform(embedMemory, {}, deps, callBy());
    await memory.background.idle();
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
  });

  it("nothing is grouped if the embedded decisions have no outcome", async () => {
    const memory = await openMemory();
    await settleWithoutVectors(memory);
    let grouped = 0;
    const replaceSkills: TestMemory["store"]["replaceSkills"] = (...args) => {
      grouped++;
      return memory.store.replaceSkills(...args);
    };
    const deps = rewired(memory, { store: { ...memory.store, replaceSkills } });
    const open = await decide(memory, { statement: "Cache avatars in Redis", domain: "backend" });
    await embedded(deps, [open]);
    expect(grouped).toBe(0);
  });

  it("one brings groups together that are too small to be skills", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory, [
      "Cache sessions in Redis",
      "Buffer pages in Valkey",
      "Keep carts in Dragonfly",
    ]);
    await embedOnly(memory, ids);
    const [first = "", second = "", third = ""] = ids;
    for (const id of ids) expect((await memory.store.skillOf("shop", id))?.tally.outcomes).toBe(1);
    await embedded(memory, [second]);
    for (const id of [first, third]) expect((await memory.store.skillOf("shop", id))?.tally.outcomes).toBe(3);
  });

  it("an outcome that comes in meanwhile is kept", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory);
    let late: string | undefined;
    const store: TestMemory["store"] = {
      ...memory.store,
      async settledDecisions(...args) {
        const settled = await memory.store.settledDecisions(...args);
        if (late !== undefined) return settled;
        late = await decide(memory, { statement: "Deploy by hand on Fridays", domain: "infra" });
        await settle(memory, late, 0);
        return settled;
      },
    };
    await embedded(rewired(memory, { store }), ids);
    expect(await memory.store.skillOf("shop", late as unknown as string)).toMatchObject({
      tally: { outcomes: 1 },
    });
  });

  it("it stops without an error when the program ends", async () => {
    const errors: string[] = [];
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const memory = await openMemory(log);
    const ids = await settleWithoutVectors(memory);
    const stop = new AbortController();
    const store: TestMemory["store"] = {
      ...memory.store,
      settledDecisions: (...args) => {
        stop.abort();
        return memory.store.settledDecisions(...args);
      },
    };
    rewired(memory, { store }).afterEmbedding.embedded(ids, stop.signal);
    await memory.background.idle();
    expect(errors).toEqual([]);
  });
});
