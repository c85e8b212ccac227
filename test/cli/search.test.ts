import { mkdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { search } from "../../src/cli/commands/ask/search.ts";
import { printable, terminal } from "../../src/cli/terminal.ts";
import { openCommandLine, type Run, runProgram, type TestCommandLine } from "../support/command-line.ts";
import { callBy, folderOfTest } from "../support/memory.ts";

const ZEBRA = "Stable the striped zebra beside the quiet river";

const jsonOf = ({ out, err }: Run) => {
  expect(err).toBe("");
  return JSON.parse(out) as { results: { id: string }[]; [key: string]: unknown };
};

async function decided(line: TestCommandLine, statement: string, ...flags: string[]): Promise<string> {
  const { decision_id } = jsonOf(await line.run("decide", statement, ...flags, "--json"));
  return String(decision_id);
}

async function lineWithOthers(): Promise<TestCommandLine> {
  const line = await openCommandLine();
  for (let n = 0; n < 12; n++) await decided(line, `Keep ledger ${n} in drawer ${n + 100}`);
  return line;
}

describe("membria search", () => {
  it("shows each decision with its standing, its outcome, its relevance and its text", async () => {
    const line = await lineWithOthers();
    const id = await decided(line, ZEBRA, "--reasoning", "It likes the water.");
    await line.run("outcome", id, "success");
    const { code, out, err } = await line.run("search", ZEBRA);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^● ${id} {2}active, success, relevance \\d+ %$`, "m"));
    expect(out).toContain(`  ${ZEBRA} — It likes the water.`);
    expect(out).toContain("Found 1 decision.");
    expect(out).toContain("no embedding model");
  });

  it("shows a newer decision that says otherwise first, and marks the older one", async () => {
    const line = await lineWithOthers();
    const older = await decided(line, "Audit logs are kept for 30 days");
    const newer = await decided(line, "Audit logs are kept 90 days, the bank asks for it");
    const { out } = await line.run("search", "audit logs are kept for 30 days");
    expect(out).toMatch(new RegExp(`^● ${newer} {2}active, no outcome yet`));
    expect(out).toMatch(new RegExp(`^● ${older} {2}active, perhaps replaced by ${newer}, `, "m"));
  });

  it("answers with the tool's reply as JSON", async () => {
    const line = await lineWithOthers();
    const id = await decided(line, ZEBRA);
    expect(jsonOf(await line.run("search", ZEBRA, "--json"))).toMatchObject({
      status: "success",
      results: [{ id, status: "active", author: "human", kind: "decision" }],
      methods: ["words", "graph"],
    });
  });

  it("takes a limit and a mode", async () => {
    const line = await lineWithOthers();
    const old = await decided(line, ZEBRA, "--topic", "zebra");
    const next = await decided(line, `${ZEBRA} and feed it`, "--topic", "feeding", "--supersedes", old);
    const ids = async (...flags: string[]): Promise<string[]> =>
      jsonOf(await line.run("search", ZEBRA, ...flags, "--json")).results.map(({ id }) => id);
    expect(await ids()).toEqual([next, old]);
    expect(await ids("--limit", "1")).toEqual([next]);
    expect(await ids("--mode", "strict")).toEqual([next]);
    expect(await ids("--mode", "audit")).toEqual([old, next]);
    expect((await line.run("search", ZEBRA)).out).toMatch(new RegExp(`^○ ${old} {2}superseded`, "m"));
  });

  it("takes the question in other words, and underlines their words, too", async () => {
    const line = await lineWithOthers();
    const id = await decided(line, ZEBRA);
    const question = ["search", "Which animal sleeps outdoors"];
    expect(jsonOf(await line.run(...question, "--json")).results).toEqual([]);
    const also = ["--also", "the striped zebra", "--also", "a stable beside the quiet river"];
    expect(jsonOf(await line.run(...question, ...also, "--json")).results[0]?.id).toBe(id);
    const five = ["a", "b", "c", "d", "e"].flatMap((wording) => ["--also", wording]);
    const { code, err } = await line.run(...question, ...five);
    expect(code).toBe(2);
    expect(err).toContain("also takes at most 4 items, and has 5");
  });

  it("explains each result, and says what was left out", async () => {
    const line = await lineWithOthers();
    const other = await decided(line, ZEBRA, "--topic", "zebra");
    const best = await decided(line, `${ZEBRA} again`, "--topic", "zebra");
    const { out } = await line.run("search", ZEBRA, "--explain");
    expect(out).toMatch(/match \S+, penalty 1, active_bonus 1, human_bonus 0\.1/);
    expect(out).toContain(`  1 other active on this target: ${other} "${ZEBRA}"`);
    expect(out).toMatch(new RegExp(`left out ${other} \\(\\S+\\): target: ${best} stands for it`));
  });

  it("shows what only comes close under a line", async () => {
    const line = await lineWithOthers();
    const close = await decided(line, ZEBRA);
    const question =
      "zebra quilts harbour lanterns molten pickles orbit velvet cactus trombone glacier walnut puzzle";
    const { results, strong, weak } = jsonOf(await line.run("search", question, "--json"));
    expect(results).toMatchObject([{ id: close, strength: "weak" }]);
    expect({ strong, weak }).toEqual({ strong: 0, weak: 1 });
    const { out } = await line.run("search", question);
    expect(out).toMatch(new RegExp(`^Closest, perhaps not what you mean:\n● ${close} `));
    expect(out).toContain("Found nothing that surely fits, and 1 decision that may be meant.");
  });

  it("says why it found nothing, and succeeds", async () => {
    const { code, out } = await (await openCommandLine()).run("search", "zebra");
    expect(code).toBe(0);
    expect(out).toMatch(/^Found nothing/);
  });

  it.each([
    ["without a query", []],
    ["with a limit of 21", ["zebra", "--limit", "21"]],
    ["with a mode that does not exist", ["zebra", "--mode", "loose"]],
  ])("refuses to run %s", async (_, argv) => {
    const { code, out, err } = await (await openCommandLine()).run("search", ...argv);
    expect(code).not.toBe(0);
    expect(out).toBe("");
    expect(err).not.toBe("");
  });

  it("underlines the words of the query on a terminal with colour", async () => {
    const line = await lineWithOthers();
    await decided(line, ZEBRA);
    const { text } = await search.run(
      search.input.parse({ query: "striped zebra", also: ["at the river"] }),
      {
        deps: async () => line.memory,
        call: async () => callBy({ kind: "human", role: "admin" }),
        terminal: terminal(process.stdout, process.stderr, true),
      } as never,
    );
    const shown = printable(text);
    for (const word of ["striped", "zebra", "river"]) expect(shown).toContain(`\u001b[4m${word}\u001b[24m`);
    expect(shown).not.toContain("\u001b[4mbeside");
  });

  it("embeds new decisions first, and finds them by meaning", async () => {
    const home = (await folderOfTest()).file("home");
    await mkdir(home);
    const run = (...argv: string[]): Promise<Run> =>
      runProgram([...argv, "--project", "shop", "--json"], { env: { MEMBRIA_HOME: home } });
    const { decision_id } = jsonOf(await run("decide", "Cars must be repaired before winter"));
    await run("decide", "Buttons have rounded corners");
    const reply = jsonOf(await run("search", "automobiles need fixing ahead of the cold season"));
    expect(reply["methods"]).toEqual(["words", "meaning", "graph"]);
    expect(reply.results.map(({ id }) => id)).toEqual([decision_id]);
    expect(reply).not.toHaveProperty("notices");
  });
});
