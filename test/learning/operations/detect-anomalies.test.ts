import { describe, expect, it } from "vitest";
import { detectAnomalies } from "../../../src/learning/operations/review-period.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { decide, history } from "../../support/loop.ts";
import { callBy, openMemory, START, type TestMemory } from "../../support/memory.ts";

const kinds = async (memory: TestMemory, project = "shop"): Promise<string[]> =>
  (await perform(detectAnomalies, {}, memory, callBy({ project, role: "viewer" }))).anomalies.map(
    ({ kind }) => kind,
  );
const afterDays = (memory: TestMemory, days: number): void =>
  memory.clock.set(new Date(START.getTime() + days * DAY_MS));

describe("detecting anomalies in a real memory", () => {
  it("finds a dropped rate, drifting confidence and a contradicted skill, in its own project only", async () => {
    const memory = await openMemory();
    await history(memory, "database", Array<[number, number]>(12).fill([0.8, 1]));
    await history(memory, "database", Array<[number, number]>(9).fill([0.8, 0]));
    const found = ["rate_dropped", "confidence_drifting", "skill_contradicted"];
    expect(await kinds(memory)).toEqual(found);
    expect(await kinds(memory, "bank")).toEqual([]);
    expect(await kinds(memory, "all")).toEqual(found);
  });

  it("finds decisions without an outcome after 30 days, not before", async () => {
    const memory = await openMemory();
    await decide(memory);
    afterDays(memory, 29);
    expect(await kinds(memory)).toEqual([]);
    afterDays(memory, 31);
    expect(await kinds(memory)).toEqual(["outcomes_overdue"]);
  });

  it("finds a burst compared with the weeks since the first decision", async () => {
    const memory = await openMemory();
    for (let n = 0; n < 12; n++) await decide(memory);
    expect(await kinds(memory), "a first day is no burst").toEqual([]);
    afterDays(memory, 10);
    expect(await kinds(memory)).toEqual([]);
    for (let n = 0; n < 10; n++) await decide(memory);
    expect(await kinds(memory), "twelve in ten days, and ten in one").toEqual(["capture_burst"]);
  });

  it("finds no burst if as many were captured every week", async () => {
    const memory = await openMemory();
    for (let week = 0; week < 4; week++) {
      afterDays(memory, 7 * week);
      for (let n = 0; n < 40; n++) await decide(memory);
    }
    afterDays(memory, 28);
    for (let n = 0; n < 12; n++) await decide(memory);
    expect(await kinds(memory)).toEqual([]);
  });
});
