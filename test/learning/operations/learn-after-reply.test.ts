import { describe, expect, it } from "vitest";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { listSkills, skillOfDecision } from "../../../src/learning/sql/skills.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { CACHES, experience } from "../../support/experience.ts";
import { listening } from "../../support/listening.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";

/** A call of a client that can be told something with a later reply. */
const CALL = { ...callBy(), lateNotices: () => [] };

/** The memory, and the decisions that are learned from, in order. */
function watched(memory: TestMemory) {
  const learned: string[] = [];
  const heard = listening(memory, (statement, [id]) => {
    if (statement.includes("standing <> 'draft' AND outcome IS NOT NULL AND")) learned.push(String(id));
  });
  return { deps: rewired(memory, { memory: heard }), learned };
}

const settle = (deps: TestMemory, ref: string, call: typeof CALL | ReturnType<typeof callBy> = CALL) =>
  perform(recordOutcome, { ref, status: "success", score: 1 }, deps, call);

describe("What an outcome teaches", () => {
  it("is in the reply if others with the same words have outcomes", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES.slice(0, 2));
    const { deps, learned } = watched(memory);
    const third = await decide(memory, { statement: "Cache search results in Redis", domain: "backend" });
    const { skillGenerated } = await settle(deps, third);
    expect(learned).toEqual([third]);
    expect(skillGenerated?.id).toMatch(/^sk_/);
    await memory.background.idle();
    expect(memory.lateNotices.take(CALL)).toEqual([]);
  });

  it("is learned after the reply otherwise", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const { deps, learned } = watched(memory);
    const other = await decide(memory, { statement: "Paint the bridge green", domain: "backend" });
    const reply = await settle(deps, other);
    expect(learned).toEqual([]);
    expect(reply.skillGenerated).toBeUndefined();
    await memory.background.idle();
    expect(learned).toEqual([other]);
    expect(await skillOfDecision(memory, "shop", other)).toBeDefined();
    expect(memory.lateNotices.take(CALL)).toEqual([]);
  });

  it("comes with a later reply to the same client if it was a lesson after all", async () => {
    const memory = await openMemory();
    // Only as relevant to each other as the whole check finds them are decisions of several domains alike.
    const statement = "Cache sessions of customers in Redis for an hour";
    const ids: string[] = [];
    for (const domain of ["backend", "frontend", "database"])
      ids.push(await decide(memory, { statement: `${statement} (${domain})`, domain }));
    const { deps } = watched(memory);
    for (const id of ids) await settle(deps, id);
    await memory.background.idle();
    const [, , third = ""] = ids;
    const skill = await skillOfDecision(memory, "shop", third);
    expect(memory.lateNotices.take(CALL)).toEqual([
      {
        text: `With the outcome of ${third}, similar decisions have taught a skill: ${skill?.id}.`,
        remedies: [{ remedy: "list-skills" }],
      },
    ]);
    expect(memory.lateNotices.take(CALL)).toEqual([]);
  });

  it("is in the reply to a command, which nobody can be told anything later", async () => {
    const memory = await openMemory();
    const { deps, learned } = watched(memory);
    const one = await decide(memory, { statement: "Paint the bridge green" });
    await settle(deps, one, callBy());
    expect(learned).toEqual([one]);
  });

  it("is the same, whenever it is learned", async () => {
    const skillsOf = async (call: typeof CALL | ReturnType<typeof callBy>) => {
      const memory = await openMemory();
      const { deps } = watched(memory);
      for (const [statement] of [...CACHES, ["Paint the bridge green"], ["Keep maps in Redis"]] as const) {
        await settle(deps, await decide(memory, { statement, domain: "backend" }), call);
        await memory.background.idle();
      }
      return (await listSkills(memory, "shop")).map(({ id: _, ...skill }) => skill);
    };
    expect(await skillsOf(CALL)).toEqual(await skillsOf(callBy()));
  });
});
