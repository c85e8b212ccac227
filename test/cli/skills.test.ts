import { describe, expect, it } from "vitest";
import { openCommandLine, type Run } from "../support/command-line.ts";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { decide, settle } from "../support/loop.ts";
import { succeed } from "../support/tools.ts";

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;

describe("membria skills", () => {
  it("lists what was learned in sentences, with the decisions behind it", async () => {
    const line = await openCommandLine();
    await experience(line.memory, CACHES);
    await experience(line.memory, TOKENS, { domain: "auth" });
    const { code, out, err } = await line.run("skills");
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "- sk_000001 (emerging): Cache thumbnails in Redis",
      "  Advice: 4 of 4 decisions like this worked out. Lesson of dec_000003: An expiry on every key",
      "  When: For backend decisions like dec_000007.",
      "  Learned from: dec_000007, dec_000005, dec_000003, dec_000001",
      "- sk_000009 (antipattern, high severity): Keep refresh tokens in localStorage",
      "  Advice: 3 of 3 decisions like this failed. Lesson: Use httpOnly cookies instead",
      "  Learned from: dec_000013, dec_000011, dec_000009",
      "Read one with: membria skills show sk_000001",
    ]);
    expect((await line.run("skills", "auth")).out).not.toContain("Redis");
    expect((await line.run("skills", "--about", "Cache the carts in Redis")).out).not.toContain(
      "localStorage",
    );
  });

  it("prints with --json what an agent would get", async () => {
    const line = await openCommandLine();
    await experience(line.memory, CACHES);
    const typed = await line.run("skills", "backend", "--min-confidence", "0.6", "--json");
    expect(jsonOf(typed)).toEqual(
      await succeed(line.memory, "membria_get_skills", { domain: "backend", min_confidence: 0.6 }),
    );
  });

  it("says why there is nothing", async () => {
    const line = await openCommandLine();
    const { code, out } = await line.run("skills");
    expect(code).toBe(0);
    expect(out).toContain("A skill needs 3 outcomes of similar decisions");
  });

  it("--relearn groups all decisions again first", async () => {
    const line = await openCommandLine();
    await experience(line.memory, CACHES);
    const { out } = await line.run("skills", "--relearn");
    expect(out).toContain("Learned again from 4 decisions with an outcome, in 1 group.");
    expect(out).toContain("Cache thumbnails in Redis");
    expect(jsonOf(await line.run("skills", "--relearn", "--json"))["relearned"]).toEqual({
      decisions: 4,
      groups: 1,
    });
  });

  it.each([
    ["a domain that cannot be one", ["Data Base"]],
    ["a confidence over 1", ["--min-confidence", "2"]],
    ["an unknown flag", ["--why"]],
  ])("refuses %s with code 2", async (_, args) => {
    const line = await openCommandLine();
    expect((await line.run("skills", ...args)).code).toBe(2);
  });
});

describe("membria skills show", () => {
  it("shows the evidence, its history and the effect of showing it", async () => {
    const line = await openCommandLine();
    const ids = await experience(line.memory, [
      ...CACHES,
      ["Cache invoices in Redis", 0, "Eviction lost invoices"],
    ]);
    const { code, out } = await line.run("skills", "show", "sk_000001");
    expect(code).toBe(0);
    expect(out).toContain("sk_000001 · skill · emerging · backend · 4 of 5 worked");
    for (const id of ids) expect(out).toContain(id);
    expect(out).toContain(`What failed: ${ids[4]}: Cache invoices in Redis. Lesson: Eviction lost invoices`);
    expect(out).toContain("2026-02-15 forming → emerging: 3 of 3 worked.");
    expect(out).toContain("Not enough data: 0 outcomes with it, 0 without, 10 more are needed.");
  });

  it("prints all of it with --json", async () => {
    const line = await openCommandLine();
    const ids = await experience(line.memory, TOKENS);
    expect(jsonOf(await line.run("skills", "show", "sk_000001", "--json"))).toMatchObject({
      skill_id: "sk_000001",
      kind: "antipattern",
      status: "emerging",
      antipattern: {
        severity: "high",
        recommendation: "3 of 3 decisions like this failed. Lesson: Use httpOnly cookies instead",
      },
      outcomes: ids.toReversed().map((decision_id) => ({ decision_id, final_status: "failure" })),
      transitions: [{ from: "forming", to: "emerging", kind: "antipattern", evidence: ids.toReversed() }],
      trial: { status: "not enough data", missing_outcomes: 10 },
    });
  });

  it("shows what replaced a failure, with both decisions", async () => {
    const line = await openCommandLine();
    const failed = await decide(line.memory, { statement: "Send order mails in the request" });
    await settle(line.memory, failed, 0);
    const typed = await line.run("decide", "Send order mails by a job", "--supersedes", failed, "--json");
    const worked = jsonOf(typed)["decision_id"] as string;
    await settle(line.memory, worked, 1);
    const { skills } = jsonOf(await line.run("skills", "--json")) as { skills: { skill_id: string }[] };
    const { code, out } = await line.run("skills", "show", skills[0]?.skill_id ?? "");
    expect(code).toBe(0);
    expect(out).toContain("· skill · replaced a failure ·");
    expect(out).toContain(`Advice: ${worked} worked out once, after ${failed} had failed.`);
    expect(out).toContain(`What failed: ${failed}: Send order mails in the request.`);
    const shown = await line.run("skills", "show", skills[0]?.skill_id ?? "", "--json");
    expect(jsonOf(shown)).toMatchObject({ kind: "skill", skill: { source: "analysis" } });
  });

  it("exits with 3 for an unknown skill, and says what would work", async () => {
    const line = await openCommandLine();
    const { code, err } = await line.run("skills", "show", "sk_nowhere");
    expect(code).toBe(3);
    expect(err).toContain("There is no skill sk_nowhere");
    expect(err).toContain("membria skills all");
  });
});
