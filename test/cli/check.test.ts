import { describe, expect, it } from "vitest";
import { BLOCKED } from "../../src/cli/commands/decide/check.ts";
import { openCommandLine, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

describe("membria check", () => {
  it("finds no warning, and exits with 0", async () => {
    const { run } = await openCommandLine();
    const { code, out } = await run("check", "Use PostgreSQL for the orders");
    expect(code).toBe(0);
    expect(out).toMatch(/^clear {2}·{30} {2}risk 0\.00\nNothing known speaks against it\.$/);
  });

  it("reports caution and exits with 0", async () => {
    const { run } = await openCommandLine();
    const { code, out } = await run("check", "Use float for money columns");
    expect(code).toBe(0);
    expect(out).toMatch(/^caution {2}█{15}·{15} {2}risk 0\.50$/m);
    expect(out).toContain("✗ antipattern high");
    expect(out).toContain("→ Use integers in the smallest unit");
  });

  it(`blocks and exits with ${BLOCKED}, which no failure does`, async () => {
    const { run } = await openCommandLine();
    await run(
      "decide",
      "Use PostgreSQL for the order prices",
      "--alternative",
      "MongoDB",
      "--domain",
      "database",
    );
    const { code, out } = await run("check", "Use MongoDB with float for the order prices");
    expect(code).toBe(BLOCKED);
    expect(out).toMatch(/^block/);
    expect(out).toContain("“Use PostgreSQL for the order prices”");
    expect((await run("check", "Use MongoDB", "--confidence", "2")).code).toBe(2);
    expect((await run("check", "Use MongoDB", "--module", "gardening")).code).toBe(2);
  });

  it("answers with --json as the tool does, and takes every flag", async () => {
    const { run } = await openCommandLine();
    const flags = [
      "--module",
      "api",
      "--confidence",
      "0.9",
      "--alternative",
      "REST",
      "--reasoning",
      "It cannot fail.",
    ];
    const { code, out } = await run("check", "Use GraphQL for the public endpoints", ...flags, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      warnings: [{ type: "absolute_language" }, { type: "few_alternatives" }],
      firewall_status: "clear",
      risk_score: 0.109,
    });
  });

  it("knows the antipatterns in the program that is shipped", async () => {
    const MEMBRIA_HOME = (await folderOfTest()).path;
    const { code, out } = await runProgram(["check", "Store the JWT in localStorage"], {
      env: { MEMBRIA_HOME },
    });
    expect([code, out.split(" ")[0]]).toEqual([0, "caution"]);
  });
});
