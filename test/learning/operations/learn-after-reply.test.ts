import { describe, expect, it } from "vitest";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { followUp } from "../../../src/memory/follow-up.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { CACHES, experience } from "../../support/experience.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";

/** A call of a client that can be told something with a later reply. */
const CALL = { ...callBy(), lateNotices: () => [] };

/** The memory, and the calls of the store that learn, in order. */
function watched(memory: TestMemory) {
  /** How many decisions were grouped each time. */
  const learned: number[] = [];
  const replaceSkills: TestMemory["store"]["replaceSkills"] = (project, groups, ...rest) => {
    learned.push([...groups.values()].flat().length);
    return memory.store.replaceSkills(project, groups, ...rest);
  };
  const parts = { ...memory, store: { ...memory.store, replaceSkills } };
  return { deps: { ...parts, ...followUp(parts) }, learned };
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
    expect(learned).toEqual([3]);
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
    expect(learned).toEqual([CACHES.length + 1]);
    expect(await memory.store.skillOf("shop", other)).toBeDefined();
    expect(memory.lateNotices.take(CALL)).toEqual([]);
  });

  it("comes with a later reply to the same client if it was a lesson after all", async () => {
    const memory = await openMemory();
    // A quick look at the words finds nothing, and the whole comparison does.
    const statement = "Cache sessions of customers in Redis for an hour";
    const ids: string[] = [];
    for (const domain of ["backend", "frontend", "database"])
      ids.push(await decide(memory, { statement: `${statement} (${domain})`, domain }));
    const blind = { ...memory, store: { ...memory.store, decisionsSharing: async () => [] } };
    const { deps } = watched(blind);
    for (const id of ids) await settle(deps, id);
    await memory.background.idle();
    const [first = ""] = ids;
    const skill = await memory.store.skillOf("shop", first);
    expect(memory.lateNotices.take(CALL)).toEqual([
      {
        text: `With the outcome of ${first}, similar decisions have taught a skill: ${skill?.id}.`,
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
    expect(learned).toEqual([1]);
  });

  it("is the same, whenever it is learned", async () => {
    const skillsOf = async (call: typeof CALL | ReturnType<typeof callBy>) => {
      const memory = await openMemory();
      const { deps } = watched(memory);
      for (const [statement] of [...CACHES, ["Paint the bridge green"], ["Keep maps in Redis"]] as const) {
        await settle(deps, await decide(memory, { statement, domain: "backend" }), call);
        await memory.background.idle();
      }
      return (await memory.store.listSkills("shop")).map(({ id: _, ...skill }) => skill);
    };
    expect(await skillsOf(CALL)).toEqual(await skillsOf(callBy()));
  });
});
