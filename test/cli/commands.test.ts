import { describe, expect, it } from "vitest";
import { decisionPage, findDecision, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import { copyBeforeImport } from "../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import {
  commandLineOn,
  openCommandLine,
  type Run,
  runProgram,
  type TestCommandLine,
} from "../support/command-line.ts";
import { act, capturedIn } from "../support/decisions.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { succeed } from "../support/tools.ts";
import { memoryOfAWeek } from "../support/week.ts";

const STATEMENT = "Use PostgreSQL for the user database";

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;
const errorIn = ({ err }: Run) => (JSON.parse(err) as { error: Record<string, unknown> }).error;

async function decided(line: TestCommandLine, ...flags: string[]): Promise<string> {
  const run = await line.run("decide", STATEMENT, ...flags, "--json");
  expect(run.err).toBe("");
  return String(jsonOf(run)["decision_id"]);
}

describe("membria decide", () => {
  it("keeps a decision of the person who typed it", async () => {
    const line = await openCommandLine();
    expect(await line.run("decide", STATEMENT, "--confidence", "0.8")).toEqual({
      code: 0,
      out: "Recorded as dec_000001 in shop.",
      err: "",
    });
    expect(await findDecision(line.memory, "shop", "dec_000001")).toMatchObject({
      statement: STATEMENT,
      confidence: 0.8,
      confidenceStated: true,
      author: { kind: "human", name: "somebody" },
    });
  });

  it("takes every flag of its schema, lists by repeating them", async () => {
    const line = await openCommandLine();
    const id = await decided(
      line,
      ...["--confidence", "0.7", "--reasoning", "Transactions", "--domain", "storage", "--topic", "users"],
      ...["--alternative", "MongoDB", "--alternative", "MySQL", "--assumption", "The team knows it"],
      ...["--risk", "Operations", "--risk-level", "high", "--file", "src/db.ts", "--file", "src/user.ts"],
      ...[
        "--source",
        "Ana: MongoDB? Ben: no.",
        "--question",
        "Which database?",
        "--question",
        "Why not MySQL?",
      ],
    );
    expect(await findDecision(line.memory, "shop", id)).toMatchObject({
      confidence: 0.7,
      reasoning: "Transactions",
      domain: "storage",
      topic: "users",
      alternatives: ["MongoDB", "MySQL"],
      assumptions: ["The team knows it"],
      risks: ["Operations"],
      riskLevel: "high",
      evidence: [
        { kind: "file", ref: "src/db.ts" },
        { kind: "file", ref: "src/user.ts" },
      ],
      source: "Ana: MongoDB? Ben: no.",
      questions: ["Which database?", "Why not MySQL?"],
    });
  });

  it("reads the source from standard input", async () => {
    const env = { MEMBRIA_HOME: (await folderOfTest()).path };
    const run = (argv: string[], input: string): Promise<Run> =>
      runProgram([...argv, "--project", "shop", "--json"], { env, input });
    const decide = ["decide", STATEMENT, "--source", "-"];
    const { decision_id } = jsonOf(await run(decide, "Ana: yes.\nBen: yes."));
    expect(jsonOf(await run(["show", String(decision_id)], ""))).toMatchObject({
      source: "Ana: yes.\nBen: yes.",
      has_source: true,
    });
    expect(errorIn(await run(decide, " \n"))["message"]).toBe("There is no source: standard input is empty.");
    const long = errorIn(await run(decide, "x".repeat(4_001)));
    expect(long["message"]).toContain("source must have at most 4,000 characters, and has 4,001");
  });

  it("refuses a source that is too long, and a fourth question", async () => {
    const line = await openCommandLine();
    const long = await line.run("decide", STATEMENT, "--source", "x".repeat(4_001));
    expect(long.err).toContain("source must have at most 4,000 characters, and has 4,001");
    const four = ["a?", "b?", "c?", "d?"].flatMap((question) => ["--question", question]);
    const { code, err } = await line.run("decide", STATEMENT, ...four);
    expect(code).toBe(2);
    expect(err).toContain("question takes at most 3 items, and has 4");
  });

  it("does not count a confidence that nobody stated", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    const decision = await findDecision(line.memory, "shop", id);
    expect(decision?.confidenceStated).toBe(false);
    expect(decision?.confidence).toBeUndefined();
  });

  it("prints the decision with --json", async () => {
    const line = await openCommandLine();
    const run = await line.run("decide", STATEMENT, "--confidence", "0.8", "--json");
    expect(jsonOf(run)).toMatchObject({
      decision_id: "dec_000001",
      statement: STATEMENT,
      confidence: 0.8,
      author: "human",
      repeated: false,
      notices: [],
    });
  });

  it("says that it has it already", async () => {
    const line = await openCommandLine();
    await decided(line);
    const again = await line.run("decide", STATEMENT);
    expect(again.out).toContain("The same decision was recorded a few minutes ago as dec_000001");
    expect(again.code).toBe(0);
  });

  it("says what screening changed", async () => {
    const line = await openCommandLine();
    const run = await line.run("decide", `${STATEMENT}\u0007`);
    expect(run.out).toContain("statement had 1 control character removed.");
  });

  it.each([
    [["decide"], "statement is required"],
    [["decide", ""], "statement must not be empty"],
    [["decide", STATEMENT, "--confidence", "2"], "confidence must be at most 1"],
    [["decide", STATEMENT, "--confidence", "high"], 'confidence must be a number; received "high"'],
    [["decide", STATEMENT, "--confidence", ""], "confidence must be a number"],
    [["decide", STATEMENT, "--confidence", "1e999"], "confidence must be a number"],
    [["decide", STATEMENT, "--risk-level", "extreme"], "must be one of low, medium, high"],
    [["decide", STATEMENT, "--domain", "Data Base"], "lowercase"],
    [["decide", STATEMENT, "--file", ""], "must not be empty"],
    [["decide", STATEMENT, "--alternative", ""], "must not be empty"],
  ])("refuses %j", async (argv, problem) => {
    const line = await openCommandLine();
    const { code, out, err } = await line.run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^membria: /);
    expect(err).toContain(problem);
    expect(err).toContain("membria decide --help");
    expect((await decisionPage(line.memory, { scope: "all" }, 1)).total).toBe(0);
  });
});

describe("membria show", () => {
  it("shows a decision whole, for a person", async () => {
    const line = await openCommandLine();
    await line.run("decide", "Use PostgreSQL for the analytics database");
    const id = await decided(
      line,
      ...["--confidence", "0.8", "--reasoning", "Transactions", "--alternative", "MongoDB"],
      ...["--assumption", "The team knows it", "--risk", "Operations", "--file", "src/db.ts"],
    );
    await succeed(line.memory, "membria_update_decision", {
      decision_id: id,
      notes: "Went well",
      linked_pr: "https://github.com/acme/shop/pull/7",
      linked_commit: "4f2a9c1",
    });
    const { code, out, err } = await line.run("show", id);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const fact of [
      STATEMENT,
      id,
      "active",
      "pending",
      "80 %",
      "no outcome yet",
      'by the human "somebody"',
      "shop",
      "Transactions",
      "• MongoDB",
      "• The team knows it",
      "• Operations",
      "file: src/db.ts",
      "pull/7",
      "4f2a9c1",
      '"test-agent": Went well',
      "Use PostgreSQL for the analytics database",
    ])
      expect(out).toContain(fact);
  });

  it("shows where a decision came from, with the exchange", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    const where = capturedIn({ files: ["src/a.ts"], exchange: "Person: yes?\nAgent: yes." });
    await writeDecisionChange(line.memory, "shop", id, { capturedIn: where }, act());
    const { out } = await line.run("show", id);
    const { client, session, branch, head } = where;
    expect(out).toContain(
      [
        "Captured in",
        ...[`client: ${client}`, `session: ${session}`, `branch: ${branch}`, `HEAD: ${head}`].map(
          (item) => `  • ${item}`,
        ),
        ...["", "Files touched before it", "  • src/a.ts"],
        ...["", "Exchange", "  │ Person: yes?", "  │ Agent: yes."],
      ].join("\n"),
    );
    const { exchange, ...rest } = where;
    expect(jsonOf(await line.run("show", id, "--json"))).toMatchObject({
      captured_in: { ...rest, has_exchange: true },
      exchange,
    });
  });

  it("says when no confidence was stated", async () => {
    const line = await openCommandLine();
    expect((await line.run("show", await decided(line))).out).toContain("no confidence stated");
  });

  it("prints it with --json", async () => {
    const line = await openCommandLine();
    const id = await decided(line, "--confidence", "0.8");
    expect(jsonOf(await line.run("show", id, "--json"))).toMatchObject({
      decision_id: id,
      statement: STATEMENT,
      similar_decisions: [],
    });
  });

  it("answers an unknown id with exit code 3, what was received and what an id looks like", async () => {
    const line = await openCommandLine();
    const { code, out, err } = await line.run("show", "nonsense");
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("There is no decision nonsense in the project shop.");
    expect(err).toContain("membria list");
    expect(errorIn(await line.run("show", "nonsense", "--json"))).toMatchObject({
      code: "not_found",
      received: "nonsense",
      hint: expect.any(String),
    });
  });
});

describe("membria list", () => {
  it("says how to begin when there is nothing", async () => {
    const line = await openCommandLine();
    expect((await line.run("list")).out).toMatch(
      /^No decisions yet in shop\. Record one with: membria decide/,
    );
    expect(jsonOf(await line.run("list", "--json"))).toEqual({ decisions: [], total: 0 });
  });

  it("lists the newest first, one line each, cut to the width of the terminal", async () => {
    const line = await openCommandLine();
    await line.run("decide", `First ${"long ".repeat(60)}`, "--confidence", "0.75");
    line.memory.clock.advance(1_000);
    await line.run("decide", "Second\nof two lines");
    const rows = (await line.run("list")).out.split("\n");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toBe("ID          AGE  STATE    OUTCOME  CONF.  DOMAIN   DECISION");
    expect(rows[1]).toBe("dec_000002  now  pending  –        –      general  Second ⏎ of two lines");
    expect(rows[2]).toMatch(/^dec_000001 .* 75 % .*First long.*…$/);
    expect(rows.every((row) => row.length <= 100)).toBe(true);
  });

  it("filters and pages", async () => {
    const line = await openCommandLine();
    for (const n of [1, 2, 3]) await line.run("decide", `Deploy number ${n} with Terraform`);
    const other = await decided(line);
    await line.run("retract", other);
    const ids = (run: Run) =>
      (jsonOf(run)["decisions"] as { decision_id: string }[]).map(({ decision_id }) => decision_id);
    expect(ids(await line.run("list", "--domain", "infra", "--json"))).toHaveLength(3);
    expect(ids(await line.run("list", "--standing", "deprecated", "--json"))).toEqual([other]);
    expect(ids(await line.run("list", "--status", "executed", "--json"))).toEqual([]);
    const first = await line.run("list", "--limit", "3", "--json");
    const { cursor, total } = jsonOf(first);
    expect(total).toBe(4);
    const second = await line.run("list", "--limit", "3", "--cursor", String(cursor), "--json");
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(4);
    expect(jsonOf(second)).not.toHaveProperty("cursor");
    expect((await line.run("list", "--limit", "3")).out).toContain(
      `4 in all; the next page: --cursor ${cursor}`,
    );
  });

  it("shows a retracted one as such", async () => {
    const line = await openCommandLine();
    await line.run("retract", await decided(line));
    expect((await line.run("list")).out).toContain("deprecated");
  });

  it.each([
    [["list", "--limit", "many"], "limit must be a number"],
    [["list", "--limit", "0"], "limit must be at least 1"],
    [["list", "--limit", "1001"], "limit must be at most 1000"],
    [["list", "--limit", "2.5"], "limit must be"],
    [["list", "--cursor", "bogus"], "not one this memory gave out"],
    [["list", "--status", "done"], "must be one of pending"],
  ])("refuses %j", async (argv, problem) => {
    const { code, out, err } = await (await openCommandLine()).run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(problem);
  });
});

describe("membria retract", () => {
  it("says that it no longer holds and stays readable, with the reason as a note", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    const { out, code } = await line.run("retract", id, "--reason", "Too slow");
    expect(code).toBe(0);
    expect(out).toBe(`${id} no longer holds: active → deprecated. It stays readable.`);
    const decision = await findDecision(line.memory, "shop", id);
    expect(decision).toMatchObject({ standing: "deprecated", notes: [{ text: "Too slow" }] });
    expect(await line.memory.changesAfter(1, 10)).toMatchObject([{ action: "decision.retracted" }]);
  });

  it("prints it with --json, and what screening changed", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    expect(jsonOf(await line.run("retract", id, "--reason", "a\u0000b", "--json"))).toMatchObject({
      decision_id: id,
      standing: "deprecated",
      notices: ["reason had 1 control character removed."],
    });
  });

  it("of a person takes back what an agent decided, too", async () => {
    const line = await openCommandLine();
    const { decision_id } = await succeed(line.memory, "membria_capture_decision", {
      statement: STATEMENT,
      alternatives: ["MongoDB"],
      confidence: 0.5,
    });
    expect((await line.run("retract", String(decision_id))).code).toBe(0);
  });

  it("knows no decision of another project", async () => {
    const line = await openCommandLine();
    expect((await line.run("retract", "dec_missing")).code).toBe(3);
  });
});

describe("membria forget", () => {
  it("erases nothing without --yes, and names both ways", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    const { code, out, err } = await line.run("forget", id);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`membria forget ${id} --yes`);
    expect(err).toContain(`membria retract ${id}`);
    expect(await findDecision(line.memory, "shop", id)).toBeDefined();
  });

  it("erases the text for good and leaves a tombstone in a log that still holds", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    expect(await line.run("forget", id, "--yes")).toEqual({ code: 0, out: `${id} is erased.`, err: "" });
    expect(await findDecision(line.memory, "all", id)).toBeUndefined();
    expect(await line.memory.changesAfter(1, 1)).toMatchObject([{ action: "decision.erased", subject: id }]);
    expect((await verifyAudit(line.memory)).problem).toBeUndefined();
  });

  it("prints it with --json", async () => {
    const line = await openCommandLine();
    const id = await decided(line);
    expect(jsonOf(await line.run("forget", id, "--yes", "--json"))).toEqual({
      decision_id: id,
      project: "shop",
      erased: true,
      remaining: null,
      copies: [],
      removed_copies: 0,
    });
  });

  it("knows no decision that is not there", async () => {
    expect((await (await openCommandLine()).run("forget", "dec_missing", "--yes")).code).toBe(3);
  });
});

describe("membria doctor", () => {
  const answering = (line: string) => {
    const script = `process.stdin.once("data", () => { process.stdout.write(${JSON.stringify(`${line}\n`)}); })`;
    return [process.execPath, "-e", script] as const;
  };
  const healthy = answering('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}');
  const checks = (run: Run) => jsonOf(run)["checks"] as { name: string; ok: boolean; found: string }[];

  it("finds all well", async () => {
    const line = await openCommandLine({ self: healthy });
    await decided(line);
    const run = await line.run("doctor");
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toMatch(/^membria 1\.2\.3\n/);
    expect(run.out).toMatch(/Everything is fine\.$/);
    for (const name of ["node", "memory", "audit", "project", "tools", "server"])
      expect(run.out).toMatch(new RegExp(`✓ ${name}\\b`));
    expect(run.out).toContain("1 entries, unbroken");
  });

  it("prints every check with --json", async () => {
    const line = await openCommandLine({ self: healthy });
    const run = await line.run("doctor", "--json");
    expect(jsonOf(run)).toMatchObject({ ok: true, version: "1.2.3" });
    expect(checks(run).every(({ ok }) => ok)).toBe(true);
    expect(checks(run).find(({ name }) => name === "server")?.found).toContain("2025-11-25");
  });

  it("lists the copies of the memory", async () => {
    const line = await openCommandLine({ self: healthy });
    const found = async () =>
      checks(await line.run("doctor", "--json")).find(({ name }) => name === "copies")?.found;
    expect(await found()).toBe("none of the memory yet; to make one: membria backup");
    const copy = await copyBeforeImport(line.memory);
    expect(await found()).toMatch(/^1 of the memory, .* \(before import\): /);
    expect(await found()).toContain(copy);
  });

  it("says how to set the project where nothing tells it", async () => {
    const project = async () => ({
      project: "default",
      source: "default",
      notice: "Set one with --project.",
    });
    const line = await openCommandLine({ self: healthy, project });
    expect((await line.run("doctor")).out).toContain("Set one with --project.");
  });

  it.each([
    ["ends", [process.execPath, "-e", "process.exit(3)"], "ended with exit code 3 before it answered"],
    ["says something else", answering("Welcome!"), 'it answered \\"Welcome!\\"'],
    ["says something like it", answering('{"jsonrpc":"2.0","id":1,"error":{}}'), "it answered"],
    ["is not there", ["/no/such/program"], "it cannot be started"],
  ] as const)("fails when the server %s", async (_, self, problem) => {
    const line = await openCommandLine({ self });
    const { code, out } = await line.run("doctor", "--json");
    expect(code).toBe(1);
    expect(out).toContain(problem);
    const text = await line.run("doctor");
    expect(text.out).toMatch(/✗ server/);
    expect(text.out).toContain("Run it by hand to see more");
    expect(text.out).toMatch(/Something needs attention\.$/);
  });

  it("fails when the audit log was tampered with", async () => {
    const line = await openCommandLine({ self: healthy });
    await decided(line);
    await raw(line.memory.memory.path, (db) => db.exec("UPDATE audit SET client = 'x' WHERE seq = 1"));
    const { code, out } = await line.run("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/✗ audit\s+0 entries are valid, then entry 1 was changed/);
    expect(out).toContain("Compare it with a copy you trust");
  });

  it("rebuilds what is derived, and says what was wrong", async () => {
    const memory = await memoryOfAWeek();
    const line = commandLineOn(memory, "shop");
    const inOrder = await line.run("doctor", "--rebuild");
    expect(inOrder).toMatchObject({ code: 0, err: "" });
    expect(inOrder.out).toMatch(/^The log has all that was said: \d+ entries, checked in 0\.0 s\./);
    expect(inOrder.out).toMatch(/^words +17 memories indexed +was in order$/m);
    expect(inOrder.out).toMatch(/Everything was in order\.$/);
    await raw(memory.path, (db) => db.exec("DELETE FROM memories_text WHERE rowid < 4"));
    const mended = await line.run("doctor", "--rebuild");
    expect(mended.out).toMatch(/^words +17 memories indexed +3 mended$/m);
    expect(mended.out).toMatch(/What differed was made again\.$/);
    expect(jsonOf(await line.run("doctor", "--rebuild", "--json"))).toMatchObject({
      rebuilt: { words: { rows: 17, mended: 0 }, skills: { rows: 5, mended: 0 } },
      was_in_order: true,
      took_ms: { check: 0 },
    });
  });

  it("refuses to rebuild from a log that does not have everything, and says what would help", async () => {
    const memory = await memoryOfAWeek();
    await raw(memory.path, (db) => db.exec("UPDATE memories SET standing = 'draft' WHERE id = 'dec_000003'"));
    const { code, err } = await commandLineOn(memory, "shop").run("doctor", "--rebuild");
    expect(code).toBe(4);
    expect(err).toContain("memory dec_000003 (different in the log)");
    expect(err).toContain("membria export json FILE");
  });

  it("fails when the file is damaged", async () => {
    const line = await openCommandLine({ self: healthy });
    const { memory } = line.memory;
    (line.memory as { memory: Memory }).memory = {
      ...memory,
      outsideTransaction: async (sql) =>
        sql.includes("integrity_check")
          ? [{ integrity_check: "row 3 missing from an index" }]
          : memory.outsideTransaction(sql),
    };
    const { code, out } = await line.run("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/✗ memory/);
    expect(out).toContain("The file is damaged");
  });
});
