import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { decisionPage } from "../../src/decisions/sql/decisions.ts";
import { AUTHOR_KINDS, personOf } from "../../src/shared/actor.ts";
import { readEntries } from "../../src/store/log/read-log.ts";
import { fillProject, type ProjectIds, SHOP } from "../mcp/access/two-projects.ts";
import { plainAdr, writeFiles } from "../support/adr-files.ts";
import { commandLineOn, type Run } from "../support/command-line.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";

interface Given {
  readonly ids: ProjectIds;
  /** The first id with this prefix in what the last command printed. */
  printed(prefix: string): string;
  file(name: string): string;
}

type Line = readonly [command: string, argv: (given: Given) => readonly string[]];

/** Every command that writes to the log, in an order in which each finds what it needs. */
const WRITING: readonly Line[] = [
  ["links backup", () => []],
  ["links cleanup", () => ["--yes"]],
  ["links restore", ({ printed }) => [printed("links-backup")]],
  ["decide", () => ["Store carts elsewhere", "--topic", "elsewhere"]],
  ["edit", ({ printed }) => [printed("dec"), "--reasoning", "It was left out"]],
  ["assumptions", ({ ids }) => [ids.decision, "--doubtful", "1", "--because", "Somebody minds"]],
  ["signal", ({ ids }) => [ids.second, "ci_passed"]],
  ["outcome", ({ ids }) => [ids.second, "success", "--lesson", "Measure first"]],
  ["reopen", ({ ids }) => [ids.second, "--reason", "It was another build"]],
  ["decide", () => ["Keep carts for a day"]],
  ["supersede", () => ["last", "Keep carts for a week"]],
  ["decide", () => ["Keep carts for seven days"]],
  ["merge", () => ["last~1", "last"]],
  ["restore", () => ["last"]],
  ["checkpoint", () => ["Half done"]],
  ["links propose", ({ ids }) => [ids.third, "refines", ids.second, "--reason", "It says how"]],
  ["links approve", ({ printed }) => [printed("lnk")]],
  ["links propose", ({ ids }) => [ids.second, "contradicts", ids.decision, "--reason", "It does not"]],
  ["links reject", ({ printed }) => [printed("lnk"), "--reason", "It does not"]],
  ["proposals accept", ({ ids }) => [ids.proposal]],
  ["retract", ({ ids }) => [ids.third, "--reason", "It is over"]],
  ["forget", ({ ids }) => [ids.third, "--yes"]],
  ["keys create", () => ["--name", "laptop"]],
  ["keys rotate", ({ printed }) => [printed("key")]],
  ["keys revoke", ({ printed }) => [printed("key")]],
  ["import mama", ({ file }) => [file("mama.db")]],
  ["import undo", ({ printed }) => [printed("imp"), "--yes"]],
  ["import adr", ({ file }) => [file("adr")]],
  ["import server-memory", ({ file }) => [file("memory.jsonl")]],
  ["export json", ({ file }) => [file("export.json")]],
  ["sync adr", ({ file }) => [file("synced"), "--create"]],
  ["doctor", () => ["--rebuild"]],
];

/** These write files or settings, what was observed, or nothing. */
const WITHOUT_ENTRY = ["links backup", "export json"];
const READING = [
  ...["analyze", "anomalies", "audit", "calibration", "check", "context", "due", "export adr", "import list"],
  ...["keys list", "links", "list", "proposals", "proposals show", "recall", "report", "resume", "search"],
  ...["show", "skills", "skills show", "stats", "threats", "threats show", "embed", "admin set-secret"],
  ...["create", "invite", "join", "leave", "members", "remove", "role", "status", "sync"].map(
    (name) => `team ${name}`,
  ),
  ...[
    "why",
    "guidance",
    "proposals export",
    "completion",
    "projects",
    "hook log",
    "install",
    "uninstall",
    "status",
  ],
];
/** Their own tests read who wrote: they need standard input, a repository, a damaged file or another memory. */
const ELSEWHERE = [
  "hook",
  "review",
  // What they note is no entry of the log.
  "hook off",
  "hook on",
  "git sync",
  "git hook",
  "harvest",
  "anchor",
  "why",
  "links suggest",
  "reflect",
  "proposals reject",
  "import json",
  "trust",
  "backup",
  "restore-backup",
  // An agent or a script may not.
  ...["projects move", "projects merge", "projects rename", "projects undo", "projects forget"],
  "recover",
  "mcp serve",
  "mcp start",
  "open",
];

describe.each(AUTHOR_KINDS)("a command of %s", (kind) => {
  const caller = {
    kind,
    name: kind === "human" ? "Ada" : "a program",
    ...(kind !== "human" && { person: "Ada" }),
    // As the program decides it: typing a command is consent, for a person alone.
    consent: () => (kind === "human" ? true : undefined),
    mayReportConsent: kind === "human",
  };

  it("is written in its name, whatever it writes", async () => {
    const memory = await openMemory();
    const ids = await fillProject(memory, SHOP);
    const folder = await folderOfTest();
    await writeMama(folder.file("mama.db"), manyMama(3, 3));
    for (const name of ["adr", "synced"])
      await writeFiles(folder.file(name), { "0001-use-x.md": plainAdr(`1. Use X for ${name}`) });
    const entity = { type: "entity", name: "Cart", entityType: "decision", observations: ["We use Redis"] };
    await writeFile(folder.file("memory.jsonl"), JSON.stringify(entity));
    const { run } = commandLineOn(memory, SHOP, {}, {}, caller);
    let last: Run = { code: 0, out: "", err: "" };
    const printed = (prefix: string) => new RegExp(`\\b${prefix}[_-][\\w.-]+`).exec(last.out)?.[0] ?? "";
    for (const [command, argv] of WRITING) {
      const before = await memory.position();
      last = await run(...command.split(" "), ...argv({ ids, printed, file: folder.file }));
      await memory.background.idle();
      const entries = await readEntries(memory, { scope: "all" }, { after: before }, 1_000);
      const refused =
        (kind !== "human" && command === "links approve") || (kind === "agent" && command === "forget");
      expect(last.code === 0, `${command}: ${last.err}`).toBe(!refused);
      expect(entries.length > 0, command).toBe(!refused && !WITHOUT_ENTRY.includes(command));
      for (const { action, authorKind, author, person, client, key } of entries)
        expect({ authorKind, author, person, client, key }, `${command}: ${action}`).toEqual({
          authorKind: kind,
          author: caller.name,
          person: caller.person,
          client: "test-agent/1.0",
        });
    }
    const decisions = await decisionPage(memory, { scope: SHOP, topic: "elsewhere" }, 10);
    expect(decisions.items.map(({ author }) => [author.kind, personOf(author)])).toEqual([[kind, "Ada"]]);
  });
});

it("no command is missing above", () => {
  const named = new Set([...WRITING.map(([command]) => command), ...READING, ...ELSEWHERE]);
  const sorted = (names: Iterable<string>) => [...names].sort((a, b) => a.localeCompare(b));
  expect(sorted(named)).toEqual(sorted(COMMANDS.map(({ name }) => name)));
});
