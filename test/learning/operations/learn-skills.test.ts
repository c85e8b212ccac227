import { describe, expect, it } from "vitest";
import {
  applicableSkills,
  type SkillFilter,
  skillsFitting,
} from "../../../src/learning/operations/applicable-skills.ts";
import { skillOf } from "../../../src/learning/operations/describe-skill.ts";
import { getSkill } from "../../../src/learning/operations/get-skill.ts";
import { relearnSkills } from "../../../src/learning/operations/learn-skills.ts";
import { isShown } from "../../../src/learning/rules/skill-trial.ts";
import type { Deps } from "../../../src/memory/deps.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { Screened } from "../../../src/shared/text.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { CACHES, type Experience, experience, TOKENS } from "../../support/experience.ts";
import { decide, settle } from "../../support/loop.ts";
import { type Caller, callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { exposures } from "../../support/skills.ts";
import { succeed } from "../../support/tools.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const EVERYTHING: readonly Experience[] = [
  ...CACHES,
  ...TOKENS,
  ["Cache invoices in Redis", 0, "Eviction lost invoices"],
  ["Deploy by hand on Fridays", 0],
  ["Write the importer in Rust", 0.8],
];

const skillsOf = (memory: TestMemory) =>
  succeed(memory, "membria_get_skills", { domain: "all", min_confidence: 0 });
const groupWith = async (memory: TestMemory, ref: string) => {
  const found = await perform(getSkill, { ref }, memory, callBy());
  if (found.found !== "group") throw new Error(`${ref} is no group`);
  return found;
};
const relearn = (memory: TestMemory) => perform(relearnSkills, {}, memory, callBy());

describe("Learning skills", () => {
  it("gives the same result for the same memory and time", async () => {
    const [one, other] = [await openMemory(), await openMemory()];
    for (const memory of [one, other]) await experience(memory, EVERYTHING);
    expect(await skillsOf(other)).toEqual(await skillsOf(one));
  });

  it("from scratch gives the same skills as learning one by one", async () => {
    const memory = await openMemory();
    await experience(memory, EVERYTHING);
    const before = await skillsOf(memory);
    for (let i = 0; i < 2; i++) {
      expect(await relearn(memory)).toMatchObject({ decisions: EVERYTHING.length });
      expect(await skillsOf(memory)).toEqual(before);
    }
  });

  it("from scratch covers outcomes that were not learned from yet, and reports progress", async () => {
    const memory = await openMemory();
    for (const [statement] of CACHES) {
      const made = decision({ statement, domain: "backend", topicStated: false });
      await memory.store.addDecision({ decision: made }, act());
      const outcome = {
        id: `out_${made.id}`,
        status: "success",
        score: 1,
        reported: {},
        lessons: [],
        metrics: {},
      } as const;
      await memory.store.recordOutcome("shop", made.id, outcome, act());
    }
    memory.clock.set(act().at);
    const progress: string[] = [];
    const call = {
      ...callBy(),
      progress: (done: number, total?: number) => void progress.push(`${done}/${total}`),
    };
    const { live, groups } = await perform(relearnSkills, {}, memory, call);
    expect([groups, live.length]).toEqual([1, 1]);
    expect(progress).toEqual(["4/4"]);
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { successes: 4 } }] });
  });

  it("uses stored vectors for different words, and embeds nothing", async () => {
    const memory = await openMemory();
    const embedder = wordEmbedder("words-of-the-test", {
      buffer: "cache",
      pages: "sessions",
      keep: "cache",
      carts: "sessions",
      valkey: "redis",
    });
    const deps = { ...memory, meaning: meaningBy(embedder) };
    const ids: string[] = [];
    for (const statement of ["Cache sessions in Redis", "Buffer pages in Valkey", "Keep carts in Valkey"]) {
      ids.push(await decide(deps, { statement, domain: "backend" }));
    }
    await embedPending(deps, embedder, new AbortController().signal);
    const given = embedder.given.length;
    for (const id of ids) await settle(deps, id, 1);
    expect(embedder.given).toHaveLength(given);
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
  });

  it("uses superseded and retracted decisions, but no drafts", async () => {
    const memory = await openMemory();
    for (const [i, standing] of (["superseded", "deprecated", "active", "draft"] as const).entries()) {
      const statement = CACHES[i]?.[0] ?? "";
      const made = decision({ statement, standing, domain: "backend", topicStated: false });
      await memory.store.addDecision({ decision: made }, act());
      await settle(memory, made.id, 1);
    }
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
    await relearn(memory);
    expect(await skillsOf(memory)).toMatchObject({ skills: [{ evidence: { total_outcomes: 3 } }] });
  });

  it("ignores words that unrelated statements share", async () => {
    const memory = await openMemory();
    await experience(memory, [
      ["Use the queue for mails", 1],
      ["Use the grid for charts", 1],
      ["Use the vault for keys", 1],
    ]);
    expect(await skillsOf(memory)).toMatchObject({ skills: [], antipatterns: [] });
  });

  it("happens after the outcome is stored: if it fails, the outcome stays and the reply says so", async () => {
    const memory = await openMemory();
    const id = await decide(memory, { statement: "Cache sessions in Redis" });
    const store = { ...memory.store, replaceSkills: () => Promise.reject(new Error("out of order")) };
    const reply = await settle(rewired(memory, { store }), id, 1);
    expect(reply["notices"]).toEqual([expect.stringContaining("`membria skills --relearn` catches up.")]);
    expect((await memory.store.findDecision("shop", id))?.outcome).toBeDefined();
  });

  it("records each transition with its time, reason and evidence", async () => {
    const memory = await openMemory();
    const ids = await experience(memory, CACHES);
    const failures = await experience(
      memory,
      ["mails", "exports", "reports"].map((what) => [`Cache ${what} in Redis`, 0] as const),
    );
    await memory.background.idle();
    const { id } = (await memory.store.skillOf("shop", ids[0] as string)) ?? { id: "" };
    const found = await groupWith(memory, id);
    expect(found.life.stage).toBe("retired");
    expect(found.transitions).toMatchObject([
      { from: { stage: "forming" }, to: { stage: "emerging" }, because: "3 of 3 worked." },
      {
        from: { stage: "emerging" },
        to: { stage: "retired" },
        because: "Contradicted: the last 3 failed, although 4 of 7 worked.",
        evidence: failures.toReversed(),
      },
    ]);
    expect(await skillOf(memory, { id: ids[0] as string, project: "shop" })).toBeUndefined();
    await experience(memory, [["Cache quotes in Redis", 1]]);
    expect((await memory.store.transitionsOf("shop", id)).at(-1)).toMatchObject({
      to: { stage: "emerging" },
    });
    expect(await skillOf(memory, { id: ids[0] as string, project: "shop" })).toMatchObject({
      kind: "skill",
      skill: { record: { id } },
    });
  });

  it("records ageing after the next outcome of the project", async () => {
    const memory = await openMemory();
    const [first] = await experience(memory, CACHES);
    memory.clock.advance(400 * DAY_MS);
    await experience(memory, [["Deploy by hand on Fridays", 0]]);
    await memory.background.idle();
    const { id } = (await memory.store.skillOf("shop", first as string)) ?? { id: "" };
    expect((await memory.store.transitionsOf("shop", id)).at(-1)).toMatchObject({
      to: { stage: "retired" },
      because: expect.stringMatching(/^Stale: nothing confirmed it since /),
    });
  });
});

describe("The skills for a proposed decision", () => {
  const wanted = { statement: "Cache the carts in Redis", limit: 2 };
  const inSession = (sessionId: Screened) => ({ ...wanted, sessionId });
  const applying = async (
    deps: Deps,
    { statement, ...skills }: SkillFilter & { readonly statement: string },
    caller: Caller = {},
  ) => {
    const fitting = await skillsFitting(statement, "shop", deps);
    return applicableSkills(deps, callBy(caller), fitting, skills);
  };

  it("come with their lessons, and antipatterns as warnings", async () => {
    const memory = await openMemory();
    await experience(memory, [...CACHES, ...TOKENS]);
    expect(await applying(memory, wanted)).toMatchObject({
      skills: [{ statement: expect.stringContaining("Redis"), applicability: expect.any(Number) }],
      antipatterns: [],
      withheld: 0,
    });
    const against = { ...wanted, statement: "Keep session tokens in localStorage" };
    expect(await applying(memory, against)).toMatchObject({
      skills: [],
      antipatterns: [{ pattern: expect.stringContaining("localStorage") }],
    });
  });

  const PARTS = "mails exports reports quotes rates menus drafts tickets avatars maps".split(" ");
  /** Sessions in the order of their names, until there are this many of each kind. */
  const sessionsOf = (skill: string, each: number) => {
    const all = Array.from({ length: 100 }, (_, i) => screened(`session-${i}`));
    const of = (shown: boolean) => all.filter((one) => isShown("shop", one, skill) === shown).slice(0, each);
    return { shown: of(true), withheld: of(false) };
  };

  it("are shown in every session if trials are off or the session is unknown", async () => {
    const memory = await openMemory();
    const [first] = await experience(memory, CACHES);
    const { id } = (await memory.store.skillOf("shop", first as string)) ?? { id: "" };
    const [out] = sessionsOf(id, 1).withheld;
    expect((await applying(memory, inSession(out as Screened))).skills).toHaveLength(1);
    const deps = { ...memory, skillTrials: true };
    expect((await applying(deps, wanted)).skills).toHaveLength(1);
    await memory.background.idle();
    expect(await exposures(memory.path)).toEqual([]);
  });

  it("are shown in half of the sessions during a trial, and their effect is measured", async () => {
    const memory = await openMemory();
    const deps = { ...memory, skillTrials: true };
    const [first] = await experience(memory, CACHES);
    const { id } = (await memory.store.skillOf("shop", first as string)) ?? { id: "" };
    const { shown, withheld } = sessionsOf(id, 5);
    const effect = async () => (await groupWith(memory, id)).trial;
    expect(await effect()).toMatchObject({ known: false, missing: 10 });
    for (const [i, session] of [...shown, ...withheld].entries()) {
      const given = await applying(deps, { ...inSession(session), minConfidence: 0 });
      const isIn = shown.includes(session);
      expect([given.skills.length, given.withheld]).toEqual(isIn ? [1, 0] : [0, 1]);
      const made = decision({
        statement: `Cache ${PARTS[i]} in Redis`,
        domain: "backend",
        topicStated: false,
        sessionId: session,
        createdAt: memory.clock.now(),
      });
      await memory.store.addDecision({ decision: made }, act(memory.clock.now()));
      memory.clock.advance(60_000);
      // Alternates, so that neither side is contradicted.
      await settle(memory, made.id, isIn || i % 2 === 0 ? 1 : 0);
      expect(await memory.store.skillOf("shop", made.id)).toMatchObject({ id });
    }
    const found = await effect();
    if (!found.known) throw new Error(`not enough data: ${JSON.stringify(found)}`);
    expect(found).toMatchObject({ shown: { outcomes: 5, score: 5 }, withheld: { outcomes: 5, score: 2 } });
    expect(found.difference).toBeCloseTo(6 / 7 - 3 / 7, 9);
    expect(found.probabilityItHelps).toBeGreaterThan(0.9);
    expect(found.interval[0]).toBeLessThan(found.difference);
  });
});
