import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { commandLineOn, openCommandLine } from "../support/command-line.ts";
import { type ForgedMemory, forged, forgedLines, forgedMemory, LINE_ENDS } from "../support/forged-rows.ts";
import { succeed } from "../support/tools.ts";

type Write = (text: string) => string;

/** The command lines that print what is stored. Those that change something come last. */
const LINES: Readonly<Record<string, (given: ForgedMemory, write: Write) => string[][]>> = {
  show: ({ first, second }) => [[first, "--history"], [second], ["dec_000001"]],
  list: () => [[]],
  search: () => [["Cache carts"], ["Cache carts", "--explain", "--mode", "audit"]],
  recall: ({ topic }) => [[topic]],
  due: () => [[]],
  review: () => [[]],
  links: () => [[]],
  "links suggest": () => [[]],
  "links propose": ({ first, second }, write) => [
    [first, "refines", second, "--reason", write("It says how")],
  ],
  skills: () => [["--min-confidence", "0"]],
  audit: () => [[], ["--people"]],
  context: () => [["Cache carts in Redis"], ["Keep access tokens in localStorage", "--depth", "full"]],
  check: (_, write) => [
    ["Keep access tokens in localStorage"],
    ["Cache carts in Redis"],
    [write("Cache carts twice")],
  ],
  analyze: ({ second }) => [[second], ["dec_000001"]],
  guidance: () => [[]],
  "hook log": () => [[]],
  resume: () => [[], ["--mode", "summary"]],
  report: () => [[]],
  calibration: () => [["backend"], ["--each"]],
  anomalies: () => [[]],
  threats: () => [["Keep access tokens in localStorage"]],
  stats: () => [[]],
  "import list": () => [[]],
  reflect: () => [[]],
  proposals: () => [[]],
  decide: (_, write) => [[write("Cache pages in Redis"), "--topic", write("pages")]],
  checkpoint: (_, write) => [[write("Done")]],
  signal: ({ first }, write) => [[first, "incident", "--description", write("Slow")]],
  outcome: ({ first }, write) => [[first, "failure", "--lesson", write("It filled up")]],
  edit: ({ first }, write) => [
    [first, "--dry-run", "--reasoning", write("It filled up")],
    [
      first,
      "--statement",
      write("Cache carts in Valkey"),
      "--risk",
      write("It fills up"),
      "--assumption",
      write("It is small"),
    ],
  ],
  assumptions: ({ first }, write) => [[first, "--false", "1", "--because", write("It filled up")], [first]],
  supersede: ({ second }, write) => [
    [second, write("Cache carts on disk"), "--reasoning", write("It filled up")],
  ],
  merge: ({ first }) => [
    [first, "last", "--dry-run"],
    [first, "last"],
  ],
  reopen: ({ first }, write) => [[first, "--reason", write("It did not")]],
  retract: ({ first }, write) => [[first, "--reason", write("It filled up")]],
  restore: ({ first }, write) => [
    [first, "--dry-run"],
    [first, "--reason", write("It did not")],
  ],
};

/** Of these no text contains more than ids, counts and words of ours, or other tests read it. */
const WITHOUT_RECORDS = [
  ...[
    "admin set-secret",
    "doctor",
    "embed",
    "forget",
    "hook",
    "hook on",
    "hook off",
    "mcp serve",
    "mcp start",
    "open",
    "threats show",
  ],
  ...["install", "uninstall", "status", "git hook", "git sync", "harvest", "anchor", "why"],
  "backup",
  "restore-backup",
  "recover",
  ...["export adr", "export json", "import adr", "import json", "import mama", "import server-memory"],
  ...["import undo", "sync adr", "keys create", "keys list", "keys revoke", "keys rotate"],
  ...["links approve", "links backup", "links cleanup", "links reject", "links restore"],
  ...["proposals accept", "proposals export", "proposals reject", "trust", "completion"],
  ...["create", "invite", "join", "leave", "members", "remove", "role", "status", "sync"].map(
    (name) => `team ${name}`,
  ),
  ...["projects", "projects move", "projects merge", "projects rename", "projects undo", "projects forget"],
];
/** These are read once their ids are known. */
const BY_ID = ["proposals show", "skills show"];

describe.each(LINE_ENDS)("Texts that look like several records, with %s", (_, end) => {
  it("stay one record each in the output of every command", async () => {
    const given = await forgedMemory(end);
    const { run } = commandLineOn(given.memory, "shop");
    const read = async (command: string, args: readonly string[]): Promise<string> => {
      const { out, err } = await run(...command.split(" "), ...args);
      expect(err, command).toBe("");
      expect(forgedLines(out), command).toEqual([]);
      return out;
    };
    const { skills, antipatterns } = (await succeed(given.memory, "membria_get_skills", {
      domain: "all",
      min_confidence: 0,
    })) as Record<"skills" | "antipatterns", { skill_id: string }[]>;
    const learned = [...skills, ...antipatterns];
    expect(learned).not.toEqual([]);
    for (const { skill_id } of learned) await read("skills show", [skill_id]);
    for (const [command, lines] of Object.entries(LINES)) {
      for (const args of lines(given, (text) => forged(text, end))) await read(command, args);
    }
  });

  it("stay one record each when a person is asked about them", async () => {
    const { memory } = await forgedMemory(end);
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const screen: Partial<Terminal> = { converses: true, say, pressKey: async () => "s" as never };
    const { code } = await commandLineOn(memory, "shop", {}, screen).run("review");
    expect(code).toBe(0);
    const kinds = ["Was this decided?", "Is this where", "How did this work out?", "Is this so?"];
    for (const kind of kinds) expect(said.join("\n")).toContain(kind);
    expect(forgedLines(said.join("\n"))).toEqual([]);
  });

  it("stay one record in a proposal about a topic that keeps failing", async () => {
    const line = await openCommandLine();
    const topic = forged("carts", end);
    for (const n of [1, 2, 3]) {
      const decided = await line.run("decide", forged(`Cache number ${n}`, end), "--topic", topic, "--json");
      const { decision_id } = JSON.parse(decided.out) as { decision_id: string };
      await line.run("outcome", decision_id, "failure", "--lesson", forged("It filled up", end));
      await line.memory.background.idle();
    }
    const { proposals } = JSON.parse((await line.run("proposals", "--json")).out) as {
      proposals: { proposal_id: string }[];
    };
    for (const args of [[], ["show", proposals[0]?.proposal_id ?? ""]]) {
      const { code, out } = await line.run("proposals", ...args);
      expect(code).toBe(0);
      expect(out).toContain("carts");
      expect(forgedLines(out)).toEqual([]);
    }
  });
});

it("no command is missing above", () => {
  expect([...Object.keys(LINES), ...WITHOUT_RECORDS, ...BY_ID].sort((a, b) => a.localeCompare(b))).toEqual(
    COMMANDS.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
  );
});
