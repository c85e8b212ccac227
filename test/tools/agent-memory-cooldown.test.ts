import { describe, expect, it } from "vitest";
import { cooldown } from "../../src/access/operations/cooldown.ts";
import { AskPerson } from "../../src/shared/operations/operation.ts";
import { PERSON, RECORD, recorded, refused, SUPERSEDE } from "../support/agent-memory.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, succeed } from "../support/tools.ts";

const args = (title: string) => ({ title, target: "cache", rationale: "Because it is faster." });

async function coolingDown(seconds: number): Promise<TestMemory> {
  const memory = await openMemory();
  return { ...memory, cooldown: cooldown(seconds, memory.clock) };
}

describe("the write cooldown of Agent Memory", () => {
  it("refuses a write that follows too soon: rate_limit_exceeded, with the seconds that are left", async () => {
    const memory = await coolingDown(10);
    await succeed(memory, RECORD, args("First"));
    memory.clock.advance(3_500);
    expect(await refused(memory, RECORD, args("Second"))).toEqual({
      code: "rate_limit_exceeded",
      message: expect.stringContaining("7 s"),
      retryAfter: 7,
    });
    expect(await memory.position()).toBe(1);
    memory.clock.advance(6_500);
    await succeed(memory, RECORD, args("Second"));
  });

  it("is kept by each actor and in each project on its own", async () => {
    const memory = await coolingDown(10);
    await succeed(memory, RECORD, args("First"));
    await succeed(memory, RECORD, args("Second"), { name: "another-agent" });
    await succeed(memory, RECORD, args("Third"), { project: "depot" });
    for (const person of [{ person: "Jane Doe" }, { person: "Jane Doe", key: "key_1" }])
      await succeed(memory, RECORD, args("Of a person"), person);
    for (const caller of [{}, { name: "another-agent" }, { project: "depot" }, { person: "Jane Doe" }]) {
      expect((await refused(memory, RECORD, args("Fourth"), caller)).code).toBe("rate_limit_exceeded");
    }
  });

  it("is that of the key, whatever its client calls itself", async () => {
    const memory = await coolingDown(10);
    await succeed(memory, RECORD, args("First"), { key: "key_1" });
    for (const name of ["another-agent", "root (human)"]) {
      const { code } = await refused(memory, RECORD, args("Second"), { key: "key_1", name });
      expect(code).toBe("rate_limit_exceeded");
    }
    await succeed(memory, RECORD, args("Third"), { key: "key_2" });
  });

  it("lets one of two writes through that come at once", async () => {
    const memory = await coolingDown(10);
    const replies = await Promise.all(
      ["First", "Second"].map((title) => callTool(memory, RECORD, args(title))),
    );
    expect(replies.filter(({ fault }) => fault?.code === "limited")).toHaveLength(1);
    expect(await memory.position()).toBe(1);
  });

  it("does not begin with a call that was refused, or that waits for the person", async () => {
    const memory = await coolingDown(10);
    const old = await recorded(memory, {}, PERSON);
    const supersede = { ...args("Next"), old_decision_ids: [old] };
    expect((await refused(memory, RECORD, { title: "No target" })).code).toBe("invalid");
    expect((await refused(memory, SUPERSEDE, supersede)).code).toBe("isolation_violation");
    const consent = (question: ConstructorParameters<typeof AskPerson>[0]): never => {
      throw new AskPerson(question);
    };
    await expect(callTool(memory, SUPERSEDE, supersede, { consent })).rejects.toBeInstanceOf(AskPerson);
    await succeed(memory, SUPERSEDE, supersede, { consent: () => true });
  });

  it("does not hold for other vocabularies", async () => {
    const memory = await coolingDown(10);
    for (const statement of ["Use PostgreSQL for orders", "Use MySQL for the orders"]) {
      await succeed(memory, "membria_capture_decision", {
        statement,
        alternatives: ["none"],
        confidence: 0.5,
      });
    }
  });

  it("is off by default", async () => {
    const memory = await openMemory();
    for (const title of ["First", "Second"]) await succeed(memory, RECORD, args(title));
  });
});
