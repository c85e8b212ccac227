import { describe, expect, it } from "vitest";
import { embedMemory } from "../../../src/app/recall/embed-memory.ts";
import { embeddingService } from "../../../src/app/recall/embedding-service.ts";
import { perform } from "../../../src/app/shared/operation.ts";
import { relearnSkills } from "../../../src/app/skills/learn-skills.ts";
import { DAY_MS } from "../../../src/domain/shared/time.ts";
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
};
const STATEMENTS = ["Cache sessions in Redis", "Buffer pages in Valkey", "Keep carts in Valkey"];

/** Outcomes of decisions that have no vectors yet. */
async function settleWithoutVectors(memory: TestMemory): Promise<string[]> {
  const ids: string[] = [];
  for (const statement of STATEMENTS) {
    ids.push(await decide(memory, { statement, domain: "backend" }));
    memory.clock.advance(DAY_MS);
    await settle(memory, ids.at(-1) as string, 1);
  }
  await memory.background.idle();
  return ids;
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
    expect(await skillsOf(memory)).toEqual(learned);
  });

  it("the same happens after a command embedded them", async () => {
    const memory = await openMemory();
    await settleWithoutVectors(memory);
    const deps = rewired(memory, { meaning: meaningBy(wordEmbedder("words-of-the-test", SYNONYMS)) });
    await perform(embedMemory, {}, deps, callBy());
    await memory.background.idle();
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
  });

  it("nothing is compared if the embedded decisions have no outcome, or are not alone", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory);
    const searched: string[] = [];
    const store: TestMemory["store"] = {
      ...memory.store,
      findCandidates: (query) => {
        searched.push(query.text.terms.join(" "));
        return memory.store.findCandidates(query);
      },
    };
    const { afterEmbedding } = rewired(memory, { store });
    const open = await decide(memory, { statement: "Cache avatars in Redis", domain: "backend" });
    const embedded = async (embeddedIds: readonly string[]) => {
      searched.length = 0;
      afterEmbedding.embedded(embeddedIds, new AbortController().signal);
      await memory.background.idle();
      return searched.length;
    };
    expect(await embedded([open])).toBe(0);
    expect(await embedded(ids)).toBe(STATEMENTS.length);
    const alike = ["Cache menus in Redis", "Cache drafts in Redis"];
    const grouped: string[] = [];
    for (const statement of alike) {
      grouped.push(await decide(memory, { statement, domain: "backend" }));
      await settle(memory, grouped.at(-1) as string, 1);
    }
    expect(await embedded(grouped)).toBe(0);
  });

  it("an outcome that comes in meanwhile is kept", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory);
    let late: string | undefined;
    const store: TestMemory["store"] = {
      ...memory.store,
      async replaceSkills(...args) {
        if (late === undefined) {
          late = await decide(memory, { statement: "Deploy by hand on Fridays", domain: "infra" });
          await settle(memory, late, 0);
        }
        return memory.store.replaceSkills(...args);
      },
    };
    rewired(memory, { store }).afterEmbedding.embedded(ids, new AbortController().signal);
    await memory.background.idle();
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
      findDecision: (...args) => {
        stop.abort();
        return memory.store.findDecision(...args);
      },
    };
    rewired(memory, { store }).afterEmbedding.embedded(ids, stop.signal);
    await memory.background.idle();
    expect(errors).toEqual([]);
  });
});
