import { describe, expect, it } from "vitest";
import { getThreatCall, listThreatsCall, queryThreatsCall } from "../../../src/tools/page/threats.ts";
import { decide, settle } from "../../support/loop.ts";
import { callBy, openMemory } from "../../support/memory.ts";

const VIEWER = callBy({ kind: "human", role: "viewer" });

describe("the threats on the page", () => {
  it("are listed by severity, in categories that each have a question", async () => {
    const { threats, categories } = (await listThreatsCall.run({}, await openMemory(), VIEWER)).result;
    expect(threats.length).toBeGreaterThan(50);
    const severities = ["critical", "high", "medium", "low"];
    const order = threats.map(({ severity }) => severities.indexOf(severity));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const named = new Set(categories.map(({ name }) => name));
    expect(threats.every(({ category }) => named.has(category))).toBe(true);
    expect(categories.every(({ question }) => question.endsWith("?"))).toBe(true);
  });

  it("are shown whole: code for each stack, weaknesses, and others with their names", async () => {
    const { result } = await getThreatCall.run({ id: "mass-assignment" }, await openMemory(), VIEWER);
    expect(result.cwe).toContain("CWE-915");
    expect(result.weaknesses).toContainEqual({
      id: "CWE-915",
      address: "https://cwe.mitre.org/data/definitions/915.html",
    });
    expect(result.code.length).toBeGreaterThan(0);
    for (const { framework, vulnerable, fixed } of result.code) {
      expect(result.stacks).toContain(framework);
      expect(vulnerable).not.toBe(fixed);
    }
    expect(result.related.length).toBeGreaterThan(0);
    expect(result.related.every(({ id, name }) => name !== id)).toBe(true);
  });

  it("that do not exist are refused with similar names", async () => {
    const fault = await getThreatCall
      .run({ id: "mass-assignmant" }, await openMemory(), VIEWER)
      .catch((thrown) => thrown);
    expect(fault).toMatchObject({ code: "not_found", reason: "threat_not_found" });
    expect(fault.hint).toContain("mass-assignment");
  });

  it("are found by a task, with what was looked for and how", async () => {
    const memory = await openMemory();
    const { result } = await queryThreatsCall.run(
      {
        task: "background job that exports invoices",
        file: "src/jobs/export.ts",
      },
      memory,
      VIEWER,
    );
    expect(result.threats.map(({ id }) => id)).toContain("background-job-identity");
    expect(result.looked_for.length).toBeGreaterThan(10);
    expect(result.notice).toContain("by words only");
  });

  it("are not found for what they are not about, and what was looked for is said all the same", async () => {
    const { result } = await queryThreatsCall.run({ task: "center a div" }, await openMemory(), VIEWER);
    expect(result.threats).toEqual([]);
    expect(result.looked_for).toContain("records of other people");
  });

  it("come with what the project has lived through", async () => {
    const memory = await openMemory();
    const id = await decide(memory, {
      statement: "Store uploaded pictures under the name that the user gave",
    });
    await settle(memory, id, 0, { lessons_learned: ["Somebody uploaded a script"] });
    const { result } = await queryThreatsCall.run(
      { task: "Store uploaded pictures of users" },
      memory,
      VIEWER,
    );
    expect(result.memory).toContainEqual(
      expect.objectContaining({
        kind: "failure",
        id,
        text: expect.stringContaining("Somebody uploaded a script"),
      }),
    );
  });
});
