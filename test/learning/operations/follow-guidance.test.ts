import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { preventionOf, rememberGuidance } from "../../../src/learning/operations/follow-guidance.ts";
import { openGuidance, preventedBy } from "../../../src/learning/sql/guidance.ts";
import { eraseMemory } from "../../../src/portability/operations/erase-memory.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { act, decision } from "../../support/decisions.ts";
import { guidanceCounts } from "../../support/guidance.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { type Json, succeed } from "../../support/tools.ts";

async function ask(memory: TestMemory, args: Json = {}, caller?: Caller): Promise<Json> {
  const asked = {
    statement: "Use MongoDB for the user database",
    module: "database",
    confidence: 0.8,
    ...args,
  };
  const reply = await succeed(memory, "membria_get_warnings", asked, caller);
  await memory.background.idle();
  return reply;
}

async function capture(memory: TestMemory, args: Json = {}, caller?: Caller): Promise<string> {
  const { decision_id } = await succeed(
    memory,
    "membria_capture_decision",
    {
      statement: "Use PostgreSQL for the user database",
      alternatives: ["MongoDB"],
      confidence: 0.8,
      context: { module: "database" },
      ...args,
    },
    caller,
  );
  await memory.background.idle();
  return String(decision_id);
}

const counts = (memory: TestMemory) => guidanceCounts(memory.path);

describe("Guidance", () => {
  it("is not settled by a decision that was made before it was given, however late that one is compared", async () => {
    const memory = await openMemory();
    await succeed(memory, "membria_capture_decision", {
      statement: "Use MongoDB for the user database",
      alternatives: ["PostgreSQL"],
      confidence: 0.8,
      context: { module: "database" },
    });
    memory.clock.advance(1);
    await ask(memory);
    expect(await counts(memory)).toMatchObject({ given: 1, kept: 0, unknown: 1 });
  });

  it("counts as prevented if another choice is captured within a day", async () => {
    const memory = await openMemory();
    await ask(memory);
    memory.clock.advance(DAY_MS);
    const id = await capture(memory);
    expect(await counts(memory)).toMatchObject({ given: 1, prevented: 1, unknown: 0 });
    expect(await preventionOf(memory, "shop", id)).toEqual({
      preventedDecisions: 1,
      preventedIssue: "Use MongoDB for the user database",
    });
    expect((await preventedBy(memory, "shop", id)).latest?.result).toEqual({
      verdict: "prevented",
      because: "choice",
      decisionId: id,
      at: memory.clock.now(),
    });
  });

  it("is compared with a decision that is captured right after it, before it was written", async () => {
    const memory = await openMemory();
    await succeed(memory, "membria_get_warnings", {
      statement: "Use MongoDB for the user database",
      module: "database",
    });
    expect(await counts(memory)).toMatchObject({ given: 0 });
    await capture(memory);
    expect(await counts(memory)).toMatchObject({ given: 1, prevented: 1 });
  });

  it("is erased with the decision that has its statement, even if it was not written yet", async () => {
    const memory = await openMemory();
    const statement = "Use MongoDB for the user database";
    const id = await capture(memory, { statement, alternatives: ["PostgreSQL"] });
    await succeed(memory, "membria_get_warnings", { statement, module: "database" });
    await perform(eraseMemory, { ref: id }, memory, callBy({ kind: "human", role: "admin" }));
    await memory.background.idle();
    expect(await counts(memory)).toMatchObject({ given: 0 });
  });

  it("counts as prevented if the same choice is captured with a confidence lower by 0.05", async () => {
    const memory = await openMemory();
    await ask(memory);
    const same = { statement: "Use MongoDB for the user database", alternatives: ["PostgreSQL"] };
    await capture(memory, { ...same, confidence: 0.75 });
    expect(await counts(memory)).toMatchObject({ given: 1, prevented: 1 });
  });

  it("counts as kept if the same choice is captured with nearly the same confidence", async () => {
    const memory = await openMemory();
    await ask(memory);
    const same = { statement: "Use MongoDB for the user database", alternatives: ["PostgreSQL"] };
    await capture(memory, { ...same, confidence: 0.76 });
    expect(await counts(memory)).toEqual({
      given: 1,
      unknown: 0,
      kept: 1,
      prevented: 0,
      preventedAfterWarning: 0,
    });
  });

  it.each([
    ["nothing was captured", async () => {}],
    [
      "it was captured more than a day later",
      async (memory: TestMemory) => {
        memory.clock.advance(DAY_MS + 1);
        await capture(memory);
      },
    ],
    [
      "something else was captured",
      async (memory: TestMemory) => {
        await capture(memory, { statement: "Rotate the access logs every night", alternatives: ["weekly"] });
      },
    ],
    [
      "it was captured in another project",
      async (memory: TestMemory) => {
        await capture(memory, {}, { project: "depot" });
      },
    ],
  ])("stays unknown if %s", async (_, happens) => {
    const memory = await openMemory();
    await ask(memory);
    await happens(memory);
    expect(await counts(memory)).toEqual({
      given: 1,
      unknown: 1,
      kept: 0,
      prevented: 0,
      preventedAfterWarning: 0,
    });
  });

  it("stays unknown if recall does not find the decision for the statement", async () => {
    const memory = await openMemory();
    // A memory with some content, and a question full of words that it does not know.
    for (let n = 0; n < 60; n++) await addDecision(memory, { decision: decision() }, act());
    const statement =
      "Use MongoDB for users because checkout kiosks replicate nested geography polygons towards warehouse robots overnight, while forecourt pumps, turnstiles, lockers, drones, scooters and parcel vans report telemetry upstream hourly";
    await ask(memory, { statement });
    await capture(memory, { statement: "Use PostgreSQL for users", alternatives: ["MongoDB"] });
    expect(await counts(memory)).toMatchObject({ unknown: 1, prevented: 0 });
    await ask(memory, { statement: "Use MongoDB for users" });
    await capture(memory, { statement: "Use PostgreSQL for users", alternatives: ["MongoDB", "MySQL"] });
    expect(await counts(memory)).toMatchObject({ unknown: 1, prevented: 1 });
  });

  it("is settled after more than a day only in the same session", async () => {
    const memory = await openMemory();
    await ask(memory, { context: { session_id: "session-1" } });
    memory.clock.advance(30 * HOUR_MS);
    await capture(memory, { context: { module: "database", session_id: "session-2" } });
    expect(await counts(memory)).toMatchObject({ unknown: 1 });
    await capture(memory, { confidence: 0.6, context: { module: "database", session_id: "session-1" } });
    expect(await counts(memory)).toMatchObject({ unknown: 0, prevented: 1 });
  });

  it("that was prevented counts for the decision behind the warning", async () => {
    const memory = await openMemory();
    const holds = await capture(memory);
    const { warnings } = await ask(memory);
    expect(warnings).toMatchObject([{ type: "contradiction", evidence_ids: [holds] }]);
    memory.clock.advance(HOUR_MS);
    await capture(memory, { alternatives: ["MongoDB", "MySQL"] });
    expect(await preventionOf(memory, "shop", holds)).toMatchObject({ preventedDecisions: 1 });
    expect(await counts(memory)).toMatchObject({ prevented: 1, preventedAfterWarning: 1 });
  });

  it("is compared with the confidence that was stated first", async () => {
    const memory = await openMemory();
    await ask(memory, { confidence: 0.9 });
    memory.clock.advance(HOUR_MS);
    await ask(memory, { confidence: 0.7 });
    const same = { statement: "Use MongoDB for the user database", alternatives: ["PostgreSQL"] };
    await capture(memory, { ...same, confidence: 0.7 });
    expect(await counts(memory)).toMatchObject({ given: 1, prevented: 1 });
  });

  it("is also settled by a decision that supersedes another", async () => {
    const memory = await openMemory();
    const old = await capture(memory, {
      statement: "Keep users in one big file",
      alternatives: ["a database"],
    });
    await ask(memory);
    await succeed(memory, "supersede_decision", {
      title: "Use PostgreSQL for the user database",
      target: "user_database",
      rationale: "Users need transactions.",
      old_decision_ids: [old],
    });
    await memory.background.idle();
    expect(await counts(memory)).toMatchObject({ prevented: 1 });
  });
});

describe("Remembering guidance", () => {
  const given = {
    intention: { statement: "Use MongoDB", domain: "database" },
    warnings: [],
    firewallStatus: "clear",
  } as const;

  it("stores only screened text", async () => {
    const memory = await openMemory();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await ask(memory, { statement: `Use MongoDB with ${token} for the user database` });
    const [given] = await openGuidance(memory, "shop", { since: new Date(0) }, 1);
    expect(given?.statement).toMatch(/^Use MongoDB with \[redacted:.*\] for the user database$/);
  });

  it("stores what was shown besides the warnings", async () => {
    const memory = await openMemory();
    rememberGuidance({ ...given, shown: ["dec_1", "dec_1"] }, memory, callBy());
    await memory.background.idle();
    expect((await openGuidance(memory, "shop", { since: new Date(0) }, 1))[0]?.cited).toEqual(["dec_1"]);
  });

  it.each<[string, Caller]>([
    ["somebody who may only read", { role: "viewer" }],
    ["a question to all projects", { project: "all" }],
  ])("stores nothing for %s", async (_, caller) => {
    const memory = await openMemory();
    await ask(memory, {}, caller);
    expect(await counts(memory)).toMatchObject({ given: 0 });
  });
});
