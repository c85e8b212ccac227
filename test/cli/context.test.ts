import { describe, expect, it } from "vitest";
import { openCommandLine, type Run } from "../support/command-line.ts";
import { CACHES, experience } from "../support/experience.ts";
import { succeed } from "../support/tools.ts";

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;

describe("membria context", () => {
  it("prints what an agent would be told, without fences", async () => {
    const line = await openCommandLine();
    const [id] = await experience(line.memory, CACHES);
    const { code, out, err } = await line.run(
      "context",
      "Cache carts in Redis",
      "--module",
      "backend",
      "--confidence",
      "0.99",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Membria Decision Context\n\nDomain: backend\nTeam Success Rate: 3\.9 of 4\n/);
    expect(out).toMatch(
      /\nSimilar Decisions\n {2}- ✅ dec_\d+ \(100% success, active, by an agent\): Cache /,
    );
    expect(out).toContain(id);
    expect(out).not.toContain("```");
  });

  it("is the same to a program, at every depth", async () => {
    const line = await openCommandLine();
    await experience(line.memory, CACHES);
    for (const depth of ["minimal", "full"]) {
      const typed = await line.run("context", "Cache carts in Redis", "--depth", depth, "--json");
      const told = await succeed(line.memory, "membria_get_decision_context", {
        statement: "Cache carts in Redis",
        depth,
      });
      expect(jsonOf(typed)).toEqual(told);
    }
  });
});

describe("membria analyze", () => {
  it("prints what became of a decision, and what an agent would get with --json", async () => {
    const line = await openCommandLine();
    const [id = ""] = await experience(line.memory, CACHES);
    const { code, out } = await line.run("analyze", id);
    expect(code).toBe(0);
    expect(out).toMatch(
      / {2}→ Outcome: Success \(1 score\)\n {2}→ Lesson: Set an expiry on every key\n {2}→ Skill: sk_/,
    );
    expect(jsonOf(await line.run("analyze", id, "--json"))).toEqual(
      await succeed(line.memory, "membria_analyze_decision", { decision_id: id }),
    );
  });

  it("ends with code 3 where there is no such decision", async () => {
    const { code, err } = await (await openCommandLine()).run("analyze", "dec_nowhere");
    expect(code).toBe(3);
    expect(err).toContain("There is no decision dec_nowhere");
  });
});
