import { describe, expect, it } from "vitest";
import { ageText } from "../../src/cli/figures.ts";
import { terminal } from "../../src/cli/terminal.ts";
import { openCommandLine, type TestCommandLine } from "../support/command-line.ts";

const DAY = 86_400_000;

/** Three decisions, a day apart. The first failed. */
async function threeDecisions(screen: Parameters<typeof openCommandLine>[1] = {}): Promise<TestCommandLine> {
  const line = await openCommandLine({}, screen);
  await line.run(
    "decide",
    "Use PostgreSQL for the orders of the shop",
    "--topic",
    "orders",
    "--confidence",
    "0.8",
  );
  await line.run("outcome", "dec_000001", "failed");
  line.memory.clock.advance(DAY);
  await line.run("decide", "Deploy with Terraform", "--reasoning", "Everybody knows HCL");
  line.memory.clock.advance(DAY);
  await line.run("decide", "Sign in with Passkeys");
  return line;
}

const idsIn = (out: string): string[] => out.match(/^dec_\d+/gm) ?? [];

describe("membria list", () => {
  it("has a header, the age and the outcome", async () => {
    const { out } = await (await threeDecisions()).run("list");
    const [header, ...rows] = out.split("\n");
    expect(header).toMatch(/^ID +AGE +STATE +OUTCOME +CONF\. +DOMAIN +DECISION$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 5))).toMatchObject([
      [expect.stringMatching(/^dec_/), "now", "pending", "–", "–"],
      [expect.stringMatching(/^dec_/), "1d", "pending", "–", "–"],
      ["dec_000001", "2d", "failed", "failure", "80 %"],
    ]);
  });

  it.each([
    [["--topic", "orders"], ["PostgreSQL"]],
    [["--text", "passKEYS"], ["Passkeys"]],
    [["--text", "knows hcl"], ["Terraform"]],
    [["--outcome", "failure"], ["PostgreSQL"]],
    [["--outcome", "failed"], ["PostgreSQL"]],
    [
      ["--outcome", "none"],
      ["Passkeys", "Terraform"],
    ],
    [
      ["--since", "1d"],
      ["Passkeys", "Terraform"],
    ],
    [["--author", "SOMEBODY", "--since", "1h"], ["Passkeys"]],
    [
      ["--author", "human", "--standing", "active", "--text", "with"],
      ["Passkeys", "Terraform"],
    ],
  ])("%j limits it", async (filter, words) => {
    const { code, out } = await (await threeDecisions()).run("list", ...filter);
    expect(code).toBe(0);
    expect(idsIn(out)).toHaveLength(words.length);
    for (const word of words) expect(out).toContain(word);
  });

  it.each([
    [["--outcome", "partly"], "No decisions with the outcome partial (3 in all)."],
    [["--since", "2030-01-01"], "No decisions since 2030-01-01 (3 in all)."],
    [
      ["--author", "agent", "--topic", "orders", "--text", "x\ny", "--outcome", "none"],
      'No decisions on the topic "orders" by "agent" without an outcome that contain "x\\ny" (3 in all).',
    ],
  ])("%j names the filter that matches nothing", async (filter, sentence) => {
    expect((await (await threeDecisions()).run("list", ...filter)).out).toBe(sentence);
  });

  it("refuses a time or an outcome it does not understand", async () => {
    const line = await openCommandLine();
    expect(await line.run("list", "--since", "soon")).toMatchObject({
      code: 2,
      err: expect.stringContaining('"soon" is not a time.'),
    });
    expect((await line.run("list", "--outcome", "great")).err).toContain(
      "outcome must be one of success, partial, failure, none",
    );
  });

  it("gives a statement a line of its own in a terminal of 60 columns, which nothing exceeds", async () => {
    const lines = (await (await threeDecisions({ width: 60 })).run("list", "--text", "postgres")).out.split(
      "\n",
    );
    expect(lines).toEqual([
      "ID          AGE  STATE   OUTCOME  CONF.",
      "dec_000001  2d   failed  failure  80 %",
      "  database: Use PostgreSQL for the orders of the shop",
    ]);
  });

  it("is not cut where a program reads it", async () => {
    const line = await openCommandLine({}, { cutsLines: false });
    const statement = `Use ${"very ".repeat(50)}long names`;
    await line.run("decide", statement);
    expect((await line.run("list")).out).toContain(statement);
  });

  it("knows whether a program reads it", () => {
    const screen = { columns: 80, isTTY: true } as NodeJS.WriteStream;
    const pipe = {} as NodeJS.WriteStream;
    expect(terminal(screen, screen, false).cutsLines).toBe(true);
    expect(terminal(pipe, pipe, false).cutsLines).toBe(false);
  });
});

describe("an age", () => {
  it.each([
    [-5_000, "now"],
    [59_000, "now"],
    [60_000, "1min"],
    [DAY / 24, "1h"],
    [DAY - 1, "23h"],
    [30 * DAY, "30d"],
    [31 * DAY, "1mo"],
    [364 * DAY, "11mo"],
    [800 * DAY, "2y"],
  ])("of %i ms is %s", (ms, text) => {
    expect(ageText(new Date(0), new Date(ms))).toBe(text);
  });
});
