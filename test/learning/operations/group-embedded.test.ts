import { describe, expect, it } from "vitest";
import { decisionsById } from "../../../src/decisions/sql/decisions.ts";
import { relearnSkills } from "../../../src/learning/operations/learn-skills.ts";
import { skillOfDecision } from "../../../src/learning/sql/skills.ts";
import { embedMemory } from "../../../src/recall/operations/embed-memory.ts";
import { embeddingService } from "../../../src/recall/operations/embedding-service.ts";
import { activateModel, saveVectors } from "../../../src/recall/sql/embeddings.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { listening, SEARCHED } from "../../support/listening.ts";
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
  await activateModel(memory, embedder.model);
  const decisions = await decisionsById(memory, "shop", ids);
  const vectors = await embedder.embed(
    decisions.map(({ statement }) => statement),
    "passage",
  );
  await saveVectors(
    memory,
    embedder.model,
    decisions.map(({ id }, i) => ({ id, vector: vectors[i] as Float32Array })),
  );
}

/** The memory, and the decisions that are compared with others. */
function withVectors(memory: TestMemory) {
  const compared: string[] = [];
  const heard = listening(memory, (statement, [id]) => {
    if (statement.includes("WHERE m.id = ? AND m.type = 'decision'")) compared.push(String(id));
  });
  return { deps: rewired(memory, { memory: heard }), compared };
}

async function embedded({ afterEmbedding, background }: TestMemory, ids: readonly string[]): Promise<void> {
  afterEmbedding.embedded(ids, new AbortController().signal);
  await background.idle();
}

const withoutIds = ({ skills, ...rest }: Awaited<ReturnType<typeof skillsOf>>) => ({
  ...rest,
  skills: (skills as { skill_id: string }[]).map(({ skill_id: _, ...skill }) => skill),
});

const skillsOf = (memory: TestMemory) => succeed(memory, "membria_get_skills", { domain: "backend" });

describe("When vectors come after the outcomes", () => {
  it("the skill appears once they are embedded in the background, as relearning would make it", async () => {
    const memory = await openMemory();
    await settleWithoutVectors(memory);
    expect(await skillsOf(memory)).toMatchObject({ skills: [] });
    const { memory: store, clock, log, background, processes } = memory;
    const service = embeddingService({
      ...{ memory: store, clock, log, background, processes },
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
    // Only the id may differ: relearning names the group after its first outcome, and one that exists keeps its name.
    expect(withoutIds(relearned)).toEqual(withoutIds(learned));
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
    const store = listening(memory, (statement) => {
      if (statement.includes(SEARCHED)) searched.push(statement);
    });
    const { afterEmbedding } = rewired(memory, { memory: store });
    const open = await decide(memory, { statement: "Cache avatars in Redis", domain: "backend" });
    const embedded = async (embeddedIds: readonly string[]) => {
      searched.length = 0;
      afterEmbedding.embedded(embeddedIds, new AbortController().signal);
      await memory.background.idle();
      return searched.length;
    };
    expect(await embedded([open])).toBe(0);
    expect(await embedded(ids)).toBe(1);
    const alike = ["Cache menus in Redis", "Cache drafts in Redis"];
    const grouped: string[] = [];
    for (const statement of alike) {
      grouped.push(await decide(memory, { statement, domain: "backend" }));
      await settle(memory, grouped.at(-1) as string, 1);
    }
    expect(await embedded(grouped)).toBe(0);
  });

  it("only those are compared, however many others of the project have outcomes", async () => {
    const memory = await openMemory();
    for (const thing of ["tea", "ink", "rope", "sand"])
      await settle(
        memory,
        await decide(memory, { statement: `Order ${thing} weekly`, domain: "backend" }),
        1,
      );
    const ids = await settleWithoutVectors(memory);
    const { deps, compared } = withVectors(memory);
    await embedded(deps, ids);
    expect(compared).toEqual(ids.slice(0, 1));
  });

  it("one joins the group that those with vectors made", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory);
    const { deps } = withVectors(memory);
    const [first = "", second = ""] = ids;
    const pair = await skillOfDecision(memory, "shop", second);
    expect(pair?.tally.outcomes).toBe(2);
    await embedOnly(memory, ids);
    await embedded(deps, [first]);
    expect(await skillOfDecision(memory, "shop", first)).toMatchObject({
      id: pair?.id,
      tally: { outcomes: 3 },
    });
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
  });

  it("one brings groups together that are too small to be skills", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory, [
      "Cache sessions in Redis",
      "Buffer pages in Valkey",
      "Keep carts in Dragonfly",
    ]);
    const { deps } = withVectors(memory);
    await embedOnly(memory, ids);
    const [first = "", second = "", third = ""] = ids;
    for (const id of ids) expect((await skillOfDecision(memory, "shop", id))?.tally.outcomes).toBe(1);
    await embedded(deps, [second]);
    for (const id of [first, third])
      expect((await skillOfDecision(memory, "shop", id))?.tally.outcomes).toBe(3);
  });

  it("an outcome that comes in meanwhile is kept", async () => {
    const memory = await openMemory();
    const ids = await settleWithoutVectors(memory);
    let late: string | undefined;
    const store = listening(
      memory,
      (statement) => statement.includes("g.id IS NULL OR g.outcomes < 2"),
      async () => {
        late = await decide(memory, { statement: "Deploy by hand on Fridays", domain: "infra" });
        await settle(memory, late, 0);
      },
    );
    rewired(memory, { memory: store }).afterEmbedding.embedded(ids, new AbortController().signal);
    await memory.background.idle();
    expect(await skillOfDecision(memory, "shop", late as unknown as string)).toMatchObject({
      tally: { outcomes: 1 },
    });
  });

  it("it stops without an error when the program ends", async () => {
    const errors: string[] = [];
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const memory = await openMemory(log);
    const ids = await settleWithoutVectors(memory);
    const stop = new AbortController();
    const store = listening(memory, (statement) => {
      if (statement.includes("WHERE m.id = ? AND m.type = 'decision'")) stop.abort();
    });
    rewired(memory, { memory: store }).afterEmbedding.embedded(ids, stop.signal);
    await memory.background.idle();
    expect(errors).toEqual([]);
  });
});
