import { describe, expect, it } from "vitest";
import { addDecision, findDecision } from "../../src/decisions/sql/decisions.ts";
import { openCommandLine, runProgram, type TestCommandLine } from "../support/command-line.ts";
import { act, decision } from "../support/decisions.ts";
import { folderOfTest } from "../support/memory.ts";

const STATEMENTS = ["Use PostgreSQL for orders", "Deploy with Terraform", "Sign in with passkeys"];

/** One decision for each statement, a second apart, with the ids in the same order. */
async function threeDecisions(): Promise<{ line: TestCommandLine; ids: string[] }> {
  const line = await openCommandLine();
  const ids: string[] = [];
  for (const statement of STATEMENTS) {
    const { out } = await line.run("decide", statement, "--json");
    ids.push((JSON.parse(out) as { decision_id: string }).decision_id);
    line.memory.clock.advance(1_000);
  }
  return { line, ids };
}

describe("a decision on the command line", () => {
  it.each([
    ["last", 2],
    ["last~1", 1],
    ["last~2", 0],
  ])("can be named %s", async (ref, n) => {
    const { line } = await threeDecisions();
    expect((await line.run("show", ref)).out).toContain(STATEMENTS[n]);
  });

  it("can be named by the beginning of its id, if no other begins so", async () => {
    const { line } = await threeDecisions();
    await addDecision(line.memory, { decision: decision({ id: "dec_zebra1" }) }, act());
    for (const ref of ["dec_z", "dec_zebra1", "zebr"])
      expect((await line.run("show", ref, "--json")).out).toContain('"decision_id": "dec_zebra1"');
  });

  it("is not guessed: those that begin so are named", async () => {
    const { line, ids } = await threeDecisions();
    const { code, err } = await line.run("show", "dec_0");
    expect(code).toBe(2);
    expect(err).toContain("Several decisions begin with dec_0:");
    for (const [n, id] of ids.entries()) expect(err).toContain(`${id} ("${STATEMENTS[n]}")`);
    expect(await line.run("forget", "dec_0", "--yes")).toMatchObject({ code: 2, out: "" });
  });

  it("that does not exist is named as it was typed", async () => {
    const { line } = await threeDecisions();
    for (const ref of ["last~7", "dec_xyz", "nonsense"])
      expect((await line.run("show", ref)).err).toContain(`There is no decision ${ref}`);
  });

  it("can be named so wherever one is taken", async () => {
    const { line, ids } = await threeDecisions();
    const [first, second, third] = ids;
    const outOf = async (...argv: string[]): Promise<string> => {
      const { code, out, err } = await line.run(...argv);
      expect({ code, err }, argv.join(" ")).toEqual({ code: 0, err: "" });
      return out;
    };
    await outOf("analyze", "last");
    await outOf("signal", "last", "ci_passed");
    await outOf("outcome", "last", "failed");
    expect((await findDecision(line.memory, "shop", third as string))?.outcome?.status).toBe("failure");
    await outOf("links", "propose", "last", "refines", "last~1", "--reason", "Same servers");
    expect(await outOf("links", "--from", "last")).toContain(third);
    expect(await outOf("audit", "--decision", "last~2", "--json")).toContain(first);
    expect(await outOf("retract", "last~1")).toContain(`${second} no longer holds`);
    expect(await outOf("decide", "Use SQLite for orders", "--supersedes", "last~2")).toContain(
      `${first} no longer holds`,
    );
    expect((await line.run("forget", "last~1")).err).toContain(`membria forget ${third} --yes`);
  });
});

describe("a confidence", () => {
  it.each(["0.8", "80%", "80 %"])("may be typed %s", async (typed) => {
    const line = await openCommandLine();
    const { out } = await line.run("decide", "Use queues", "--confidence", typed, "--json");
    expect(JSON.parse(out)).toMatchObject({ confidence: 0.8 });
  });

  it("of more than all is refused, and a number of things has no percentage", async () => {
    const line = await openCommandLine();
    expect((await line.run("decide", "Use queues", "--confidence", "180%")).err).toContain("at most 1");
    expect((await line.run("list", "--limit", "50%")).err).toContain("limit must be a number");
  });
});

describe("a long text", () => {
  it("is read from standard input where it is -", async () => {
    const folder = await folderOfTest();
    const run = (argv: readonly string[], input: string) =>
      runProgram(argv, { cwd: folder.path, env: { MEMBRIA_HOME: folder.path }, input });
    const decided = await run(["decide", "Use queues", "--reasoning", "-", "--json"], "They wait.\n");
    expect(JSON.parse(decided.out)).toMatchObject({ reasoning: "They wait.\n" });
    expect((await run(["outcome", "last", "success", "--lesson", "-"], "They waited.")).code).toBe(0);
    expect((await run(["show", "last"], "")).out).toContain("learned: They waited.");
    const twice = await run(["decide", "-", "--reasoning", "-"], "Use queues");
    expect(twice).toMatchObject({
      code: 2,
      err: expect.stringContaining("Both statement and reasoning are to be read from standard input."),
    });
  });
});
