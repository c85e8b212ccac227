import { describe, expect, it } from "vitest";
import { getSkillCall, listSkillsCall } from "../../../src/tools/page/skills.ts";
import { getWarningsCall, listGuidanceCall } from "../../../src/tools/page/warnings.ts";
import { CACHES, experience, TOKENS } from "../../support/experience.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";

const VIEWER = callBy({ kind: "human", role: "viewer" });
const ANNA = callBy({ kind: "human", role: "admin", name: "Anna" });

async function taught(): Promise<{ memory: TestMemory; caches: string[]; tokens: string[] }> {
  const memory = await openMemory();
  const caches = await experience(memory, CACHES);
  const tokens = await experience(memory, TOKENS);
  await memory.background.idle();
  return { memory, caches, tokens };
}

describe("what was learned", () => {
  it("lists what keeps working and what keeps failing, with the decisions behind it", async () => {
    const { memory, caches, tokens } = await taught();
    const { skills, antipatterns, notices } = (await listSkillsCall.run({}, memory, VIEWER)).result;
    expect(notices).toEqual([]);
    expect(skills).toHaveLength(1);
    expect(skills[0]).toMatchObject({ kind: "skill", successes: 4, outcomes: 4, source: "outcomes" });
    expect(new Set(skills[0]?.decisions)).toEqual(new Set(caches));
    expect(antipatterns[0]).toMatchObject({ kind: "antipattern", successes: 0, outcomes: 3 });
    expect(new Set(antipatterns[0]?.decisions)).toEqual(new Set(tokens));
    const { rate = 0, interval: [low, high] = [1, 0] } = skills[0] ?? {};
    expect(low).toBeLessThan(rate);
    expect(high).toBeGreaterThan(rate);
  });

  it("lists only what applies to a statement, and by how much", async () => {
    const { memory } = await taught();
    const about = "Cache customer baskets in Redis";
    const { skills, antipatterns } = (await listSkillsCall.run({ about }, memory, VIEWER)).result;
    expect(skills).toHaveLength(1);
    expect(skills[0]?.applicability).toBeGreaterThan(0.5);
    expect(antipatterns).toEqual([]);
  });

  it("says why there is nothing, in the words of the page", async () => {
    const memory = await openMemory();
    const { skills, notices } = (await listSkillsCall.run({}, memory, VIEWER)).result;
    expect(skills).toEqual([]);
    expect(notices.join(" ")).toContain("no outcome is known");
    expect(notices.join(" ")).not.toContain("membria_");
  });

  it("shows one whole: its advice, its decisions with outcomes and lessons, and its history", async () => {
    const { memory, caches } = await taught();
    const { skills } = (await listSkillsCall.run({}, memory, VIEWER)).result;
    const { result } = await getSkillCall.run({ id: skills[0]?.id }, memory, VIEWER);
    expect(result).toMatchObject({
      kind: "skill",
      stage: "emerging",
      learned: { statement: skills[0]?.statement },
    });
    expect(result.decisions.map(({ id }) => id)).toEqual([...caches].reverse());
    expect(result.decisions.at(-1)).toMatchObject({
      statement: "Cache sessions in Redis",
      outcome: "success",
      lessons: ["Set an expiry on every key"],
    });
    expect(result.history).toMatchObject([{ from: "forming", to: "emerging" }]);
    expect(result.trial).toMatchObject({ shown: 0, withheld: 0, effect: null });
  });

  it("finds none of another project", async () => {
    const { memory } = await taught();
    const { skills } = (await listSkillsCall.run({}, memory, VIEWER)).result;
    const fault = await getSkillCall
      .run({ id: skills[0]?.id }, memory, { ...VIEWER, scope: "bank" })
      .catch((thrown) => thrown);
    expect(fault).toMatchObject({ code: "not_found", reason: "skill_not_found", field: "id" });
  });
});

describe("warnings", () => {
  it("are what an agent would be told, with the records behind them", async () => {
    const { memory, tokens } = await taught();
    const { result } = await getWarningsCall.run(
      { statement: "Keep customer tokens in localStorage", confidence: 0.95 },
      memory,
      ANNA,
    );
    expect(result.status).not.toBe("clear");
    const records = result.warnings.flatMap((warning) => warning.records);
    expect(tokens.some((id) => records.includes(id))).toBe(true);
    expect(result.warnings.every(({ message }) => !message.includes("localStorage"))).toBe(true);
  });

  it("are listed with what became of them, and counted", async () => {
    const { memory } = await taught();
    await getWarningsCall.run({ statement: "Keep customer tokens in localStorage" }, memory, ANNA);
    await decide(memory, { statement: "Keep customer tokens in httpOnly cookies instead of localStorage" });
    await memory.background.idle();
    const { guidance, total, worth } = (await listGuidanceCall.run({}, memory, VIEWER)).result;
    expect(total).toBe(1);
    expect(guidance[0]).toMatchObject({ statement: "Keep customer tokens in localStorage", project: "shop" });
    expect(worth.warned).toBe(1);
    expect(worth.heeded + worth.gone_ahead + worth.undecided).toBe(1);
  });

  it("leave no trace of who may only look", async () => {
    const { memory } = await taught();
    await getWarningsCall.run({ statement: "Keep customer tokens in localStorage" }, memory, VIEWER);
    expect((await listGuidanceCall.run({}, memory, VIEWER)).result.guidance).toEqual([]);
  });
});
