import { describe, expect, it } from "vitest";
import { latestCheckpoint } from "../../src/sessions/sql/notes.ts";
import { openCommandLine, runProgram, type TestCommandLine } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

const SUMMARY =
  "# Goal & Progress\n- Finish the cart\n# Evidence\n- `npm test` status: Verified\n# Unfinished & Risks\n- Totals";

const saved = async (line: TestCommandLine, ...more: string[]): Promise<string> => {
  const { code, out, err } = await line.run(
    "checkpoint",
    SUMMARY,
    "--next",
    "Run the tests",
    ...more,
    "--json",
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return (JSON.parse(out) as { data: { checkpoint_id: string } }).data.checkpoint_id;
};

describe("membria checkpoint", () => {
  it("saves where the work stands, as a person's, and resume shows it", async () => {
    const line = await openCommandLine();
    const id = await saved(line, "--open-file", "src/cart.ts", "--open-file", "src/order.ts");
    expect(await latestCheckpoint(line.memory, "shop")).toMatchObject({
      id,
      openFiles: ["src/cart.ts", "src/order.ts"],
      author: { kind: "human", name: "somebody" },
    });
    const { code, out } = await line.run("resume");
    expect(code).toBe(0);
    for (const text of [
      id,
      SUMMARY.replaceAll(/^/gm, "  │ "),
      "- src/order.ts",
      "Run the tests",
      "0 decisions made",
    ])
      expect(out).toContain(text);
    expect(out).not.toContain("```");
  });

  it("says what the summary lacks", async () => {
    const line = await openCommandLine();
    const { code, out } = await line.run("checkpoint", "Did things");
    expect(code).toBe(0);
    expect(out).toContain("It lacks Goal & Progress, Evidence, Unfinished & Risks, Next Agent Briefing");
  });

  it("reads the summary from a pipe, refuses an empty one, and is strict when it is set", async () => {
    const { path } = await folderOfTest();
    const run = (argv: string[], input = "", env: Record<string, string> = {}) =>
      runProgram(argv, { cwd: path, input, env: { MEMBRIA_HOME: path, MEMBRIA_PROJECT: "shop", ...env } });
    expect(await run(["checkpoint", "--next", "Run the tests"], SUMMARY)).toMatchObject({ code: 0, err: "" });
    const empty = await run(["checkpoint"]);
    expect(empty).toMatchObject({ code: 2, out: "" });
    expect(empty.err).toContain("membria checkpoint < notes.md");
    for (const strict of [
      await run(["checkpoint", "Did things", "--strict-checkpoints"]),
      await run(["checkpoint", "Did things"], "", { MEMBRIA_STRICT_CHECKPOINTS: "1" }),
    ]) {
      expect(strict.code).toBe(2);
      expect(strict.err).toContain("lacks Goal & Progress");
    }
    const resumed = JSON.parse((await run(["resume", "--json"])).out) as Record<string, unknown>;
    expect(resumed).toMatchObject({ success: true, data: { summary: SUMMARY, next_steps: "Run the tests" } });
  });
});

describe("membria resume", () => {
  it("shows what changed since, and only the gist in summary mode", async () => {
    const line = await openCommandLine();
    await saved(line);
    await line.run("decide", "Round totals once, at the end", "--confidence", "0.8");
    const { out } = await line.run("resume", "--mode", "summary");
    expect(out).toContain("1 decision made");
    expect(out).toContain("Round totals once");
    expect(out).toContain("Unfinished & Risks");
    expect(out).not.toContain("npm test");
  });

  it("says that there is nothing to resume, and how to have something", async () => {
    const { code, err } = await (await openCommandLine()).run("resume");
    expect(code).toBe(3);
    expect(err).toContain("There is no checkpoint in the project shop yet");
    expect(err).toContain("membria checkpoint");
  });
});

describe("membria forget", () => {
  it("erases a checkpoint as well, by its id, once it is told to", async () => {
    const line = await openCommandLine();
    const id = await saved(line);
    const asked = await line.run("forget", id);
    expect(asked.code).toBe(2);
    expect(asked.err).not.toContain("retract");
    expect(JSON.parse((await line.run("forget", id, "--yes", "--json")).out)).toMatchObject({
      checkpoint_id: id,
      erased: true,
    });
    expect((await line.run("resume")).code).toBe(3);
    expect((await line.run("forget", id, "--yes")).code).toBe(3);
  });
});
