import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createKey } from "../../src/access/operations/manage-keys.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../src/decisions/sql/outcomes.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { readPeople } from "../../src/store/log/people.ts";
import { commandLineOn, openCommandLine, type Run, type TestCommandLine } from "../support/command-line.ts";
import { act, actor, decision, screened } from "../support/decisions.ts";
import { decide } from "../support/loop.ts";
import { callBy, folderOfTest, openMemory, START } from "../support/memory.ts";
import { outcome } from "../support/outcomes.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const RELEASE = fileURLToPath(new URL("../fixtures/memory-0.1.0.db", import.meta.url));

interface Line extends Record<string, unknown> {
  readonly position: number;
  readonly action: string;
  readonly erased?: string;
  readonly changes: Record<string, unknown>[];
}

const WIDE = { width: 160 };

const linesOf = ({ out, err }: Run): Line[] => {
  expect(err).toBe("");
  return out === "" ? [] : out.split("\n").map((line) => JSON.parse(line) as Line);
};
const errorIn = ({ err }: Run) => (JSON.parse(err) as { error: Record<string, unknown> }).error;

async function manyDecisions(line: TestCommandLine, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await addDecision(line.memory, { decision: decision() }, act(line.memory.clock.now()));
}

describe("membria audit", () => {
  it("has a line for each entry, the newest last: when, what, about what, by whom, through what", async () => {
    const line = await openCommandLine({}, WIDE);
    const id = await decide(line.memory, {}, { name: "painter", person: "Ada", key: "key_9" });
    line.memory.clock.advance(DAY_MS);
    await line.run("retract", id);
    const { out } = await line.run("audit");
    expect(out.split("\n")).toEqual([
      `2026-02-12 10:30:00  decision.captured   ${id}  agent "painter" for "Ada", client "test-agent/1.0", key key_9`,
      `2026-02-13 10:30:00  decision.retracted  ${id}  human "somebody", client "test-agent/1.0"`,
    ]);
  });

  it("says so when there is nothing", async () => {
    expect((await (await openCommandLine()).run("audit")).out).toBe("Nothing like that was written in shop.");
  });

  it("shows the last 50, or as many as asked for, and how many came before", async () => {
    const line = await openCommandLine();
    await manyDecisions(line, 52);
    const { out } = await line.run("audit");
    expect(out.match(/decision\.captured/g)).toHaveLength(50);
    expect(out).toMatch(/^2 earlier entries: /);
    expect((await line.run("audit", "--limit", "51")).out).toMatch(/^1 earlier entry: /);
    expect((await line.run("audit", "--limit", "52")).out).not.toContain("earlier");
    expect((await line.run("audit", "--limit", "0")).code).toBe(2);
  });

  it("fits into a narrow terminal, on several lines for each entry, and leaves nothing out", async () => {
    const line = await openCommandLine({}, { width: 60 });
    const id = await decide(line.memory, {}, { name: "painter", person: "Ada", key: "key_9" });
    expect((await line.run("audit")).out.split("\n")).toEqual([
      `2026-02-12 10:30:00 decision.captured ${id}`,
      '  agent "painter" for "Ada", client "test-agent/1.0", key',
      "  key_9",
    ]);
  });

  it("quotes names, so that none can pass for another column or line", async () => {
    const line = await openCommandLine({}, WIDE);
    const by = { ...actor("agent"), author: { kind: "agent", name: screened('x" for "Ada\nroot') } } as const;
    await addDecision(line.memory, { decision: decision() }, act(START, by));
    const { out } = await line.run("audit");
    expect(out.split("\n")).toHaveLength(1);
    expect(out).toContain('agent "x\\" for \\"Ada root"');
  });

  it("filters by time, author, record and action", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory, {}, { name: "painter", person: "Ada" });
    line.memory.clock.advance(3 * DAY_MS);
    await addOutcome(line.memory, "shop", id, outcome(1), act(line.memory.clock.now()));
    const found = async (...flags: string[]) =>
      linesOf(await line.run("audit", ...flags, "--json")).map(({ position }) => position);
    expect(await found("--since", "2d")).toEqual([2]);
    expect(await found("--since", "96h")).toEqual([1, 2]);
    expect(await found("--since", "2026-02-13")).toEqual([2]);
    expect(await found("--since", "2026-02-12T10:30:00Z")).toEqual([1, 2]);
    expect(await found("--actor", "ada")).toEqual([1]);
    expect(await found("--decision", id)).toEqual([1, 2]);
    expect(await found("--op", "outcome.recorded")).toEqual([2]);
    expect(await found("--op", "decision")).toEqual([1]);
    expect(await found("--op", "decision", "--since", "1d")).toEqual([]);
  });

  it("refuses an action that does not exist, with those that do", async () => {
    const run = await (await openCommandLine()).run("audit", "--op", "decision.made", "--json");
    expect(run.code).toBe(2);
    expect(errorIn(run)).toMatchObject({
      field: "op",
      received: "decision.made",
      hint: expect.stringMatching(/decision, .*decision\.captured, decision\.updated/),
    });
  });

  it.each(["soon", "7", "7w", "12.02.2026"])("refuses the time %s", async (since) => {
    const run = await (await openCommandLine()).run("audit", "--since", since, "--json");
    expect(run.code).toBe(2);
    expect(errorIn(run)).toMatchObject({ field: "since", hint: expect.stringContaining("7d") });
  });

  it("shows what is erased, and none of its text", async () => {
    const line = await openCommandLine({}, WIDE);
    const id = await decide(line.memory, { statement: "Prefer the zebra" });
    await line.run("forget", id, "--yes");
    expect((await line.run("audit", "--decision", id)).out.split("\n")[0]).toContain(", erased, ");
    const run = await line.run("audit", "--decision", id, "--json");
    expect(linesOf(run)).toMatchObject([
      { action: "decision.captured", erased: "all", changes: [{ erased: true }] },
      { action: "decision.erased" },
    ]);
    expect(run.out).not.toContain("zebra");
  });

  it("has the entries of other projects, keys and people with --all only", async () => {
    const line = await openCommandLine();
    await perform(createKey, { name: "Ada" }, line.memory, callBy({ kind: "human", role: "admin" }));
    await decide(line.memory, {}, { project: "bank" });
    expect(linesOf(await line.run("audit", "--json"))).toEqual([]);
    const all = linesOf(await line.run("audit", "--all", "--json"));
    expect(all.map(({ action }) => action)).toEqual(["key.created", "decision.captured"]);
    expect((await line.run("audit", "--all")).out).toMatch(/project bank$/);
  });
});

describe("membria audit --json", () => {
  it("exports every entry with what it wrote, one per line", async () => {
    const line = await openCommandLine();
    await manyDecisions(line, 75);
    const id = await decide(line.memory, { statement: "Prefer the zebra" }, { person: "Ada", key: "key_9" });
    const lines = linesOf(await line.run("audit", "--json"));
    expect(lines.map(({ position }) => position)).toEqual(Array.from({ length: 76 }, (_, n) => n + 1));
    expect(lines.at(-1)).toMatchObject({
      at: "2026-02-12T10:30:00.000Z",
      action: "decision.captured",
      kind: "decision",
      subject: id,
      project: "shop",
      author_kind: "agent",
      author: "test-agent",
      person: "Ada",
      person_id: expect.stringMatching(/^per_/),
      client: "test-agent/1.0",
      key: "key_9",
      machine: expect.any(String),
      origin: expect.stringMatching(/^mem_/),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      changes: [
        { args: { content: "Prefer the zebra" } },
        { person_id: expect.stringMatching(/^per_/), args: { name: "Ada" } },
      ],
    });
  });

  it("exports only the last ones with --limit", async () => {
    const line = await openCommandLine();
    await manyDecisions(line, 20);
    const lines = linesOf(await line.run("audit", "--limit", "12", "--json"));
    expect(lines.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, n) => n + 9));
  });

  it("ends quietly when nobody reads on", async () => {
    const line = await openCommandLine();
    // More than a pipe holds.
    for (let n = 0; n < 60; n++) {
      const large = decision({ reasoning: `Because of ${n}. `.repeat(1_000) });
      await addDecision(line.memory, { decision: large }, act());
    }
    const args = [MEMBRIA, "audit", "--json", "--db-path", line.memory.path, "--project", "shop"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const errors: string[] = [];
    child.stderr.on("data", (chunk) => errors.push(String(chunk)));
    child.stdout.once("data", () => child.stdout.destroy());
    const [code] = await once(child, "close");
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
  });
});

describe("a person", () => {
  it("is listed with an id, how much they wrote, and when", async () => {
    const line = await openCommandLine();
    await decide(line.memory, {}, { person: "Ada" });
    line.memory.clock.advance(2 * DAY_MS);
    await decide(line.memory, {}, { person: "Ada", project: "bank" });
    const { people } = JSON.parse((await line.run("audit", "--people", "--json")).out);
    expect(people).toEqual([
      {
        id: expect.stringMatching(/^per_/),
        name: "Ada",
        entries: 2,
        first_at: "2026-02-12T10:30:00.000Z",
        last_at: "2026-02-14T10:30:00.000Z",
      },
    ]);
    const { out } = await line.run("audit", "--people");
    expect(out).toBe(`${people[0].id}  2 entries  2026-02-12 to 2026-02-14  "Ada"`);
  });

  it("is erased by that id: the name goes, and what was written stays", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory, { statement: "Prefer the zebra" }, { person: "Ada" });
    const [{ id: person = "" } = {}] = await readPeople(line.memory);
    const asked = await line.run("forget", person);
    expect(asked.err).toContain(`membria forget ${person} --yes`);
    expect(asked.err).not.toContain("retract");
    const { out } = await line.run("forget", person, "--yes");
    expect(out).toBe(`${person} is erased.\nWhat the person wrote stays, without the name.`);
    expect((await line.run("show", id)).out).toContain("Prefer the zebra");
    const everything = (await line.run("audit", "--all", "--json")).out + (await line.run("show", id)).out;
    expect(everything).not.toContain("Ada");
    expect((await line.run("audit", "--people")).out).toMatch(new RegExp(`^${person} .*\\(erased\\)$`, "m"));
    expect((await line.run("forget", "per_nobody", "--yes")).code).toBe(3);
  });

  it("is named to the end in entries of version 0.1.0, and the reply says in how many", async () => {
    const folder = await folderOfTest();
    await copyFile(RELEASE, folder.file("membria.db"));
    const memory = await openMemory(undefined, { path: folder.file("membria.db"), now: START });
    const line = commandLineOn(memory, "shop");
    const entries = linesOf(await line.run("audit", "--all", "--json"));
    const old = entries.filter(({ author, origin }) => author === "shopkeeper" && origin === undefined);
    expect(old.length).toBeGreaterThan(1);
    expect(old.every(({ changes }) => changes.length === 0)).toBe(true);
    expect(entries.some(({ erased, origin }) => erased === "all" && origin === undefined)).toBe(true);

    const person = (await readPeople(memory)).find(({ name }) => name === "shopkeeper");
    expect(person?.entries).toBeGreaterThanOrEqual(old.length);
    const run = await line.run("forget", person?.id as string, "--yes", "--json");
    expect(JSON.parse(run.out)).toMatchObject({ person_id: person?.id, entries_with_name: old.length });
  });
});
