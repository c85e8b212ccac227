import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { listSkills } from "../../src/learning/sql/skills.ts";
import { BANK, fillProject, MARKERS, type ProjectIds, SHOP, WORD } from "../mcp/access/two-projects.ts";
import { plainAdr, writeFiles } from "../support/adr-files.ts";
import { commandLineOn } from "../support/command-line.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";

interface Given {
  readonly shop: ProjectIds;
  readonly skill: string;
  readonly link: string;
  file(name: string): string;
}

type Lines = Readonly<Record<string, (given: Given) => readonly string[]>>;

/** Read rows of both projects. */
const ROWS: Lines = {
  list: () => [],
  search: () => [WORD],
  recall: () => [WORD],
  due: () => [],
  links: () => [],
  guidance: () => [],
  proposals: () => [],
  report: () => [],
  audit: () => ["--limit", "1000"],
};

/** Read one record, or counts of all projects. */
const FACTS: Lines = {
  "team status": () => [],
  show: ({ shop }) => [shop.decision],
  analyze: ({ shop }) => [shop.decision],
  "proposals show": ({ shop }) => [shop.proposal],
  skills: () => [],
  "skills show": ({ skill }) => [skill],
  resume: () => [],
  calibration: () => [],
  stats: () => [],
  anomalies: () => [],
  check: () => [`Store carts in ${WORD}`],
  context: () => [`Store carts in ${WORD}`],
  threats: () => ["A route that takes an id from the address"],
  "threats show": () => ["mass-assignment"],
  "import list": () => [],
  "keys list": () => [],
  "proposals export": ({ file }) => [file("proposals")],
  "export json": ({ file }) => [file("all.json")],
  doctor: () => [],
  projects: () => [],
  "hook log": () => [],
  review: () => [],
};

const WRITING: Lines = {
  decide: () => ["Store carts elsewhere"],
  signal: ({ shop }) => [shop.second, "ci_passed"],
  outcome: ({ shop }) => [shop.second, "success"],
  retract: ({ shop }) => [shop.third, "--reason", "It is over"],
  edit: ({ shop }) => [shop.second, "--reasoning", "There is more room"],
  anchor: ({ shop }) => [shop.decision, "src/carts.ts"],
  harvest: () => [],
  assumptions: ({ shop }) => [shop.decision, "--doubtful", "1"],
  supersede: ({ shop }) => [shop.third, "--by", shop.second],
  merge: ({ shop }) => [shop.second, shop.third],
  restore: ({ shop }) => [shop.third],
  reopen: ({ shop }) => [shop.decision],
  "projects move": () => [SHOP, "market"],
  "projects merge": () => [SHOP, BANK],
  "projects rename": () => [SHOP, "market"],
  "projects undo": () => [],
  "projects forget": () => [SHOP, "--yes"],
  forget: ({ shop }) => [shop.third, "--yes"],
  checkpoint: () => ["Half done"],
  reflect: () => [],
  embed: () => [],
  "team create": () => ["redis://127.0.0.1:1", "--from", "all"],
  "team join": () => ["redis://127.0.0.1:1", "--invite", "membria-invite-x", "--from", "all"],
  "team invite": () => [],
  "team members": () => [],
  "team remove": () => ["org_x"],
  "team role": () => ["org_x", "viewer"],
  "team sync": () => [],
  "team leave": () => ["--yes"],
  "links backup": () => [],
  "links cleanup": () => ["--yes"],
  "links restore": () => ["links-backup-x.json"],
  "links propose": ({ shop }) => [shop.third, "refines", shop.second, "--reason", "It says how"],
  "links approve": ({ link }) => [link],
  "links reject": ({ link }) => [link, "--reason", "It does not"],
  "links suggest": () => [],
  "proposals accept": ({ shop }) => [shop.proposal],
  "proposals reject": ({ shop }) => [shop.proposal],
  "keys create": () => ["--name", "laptop"],
  "keys rotate": () => ["key_1"],
  "keys revoke": () => ["key_1"],
  "import mama": ({ file }) => [file("mama.db")],
  "import undo": () => ["imp_1", "--yes"],
  "import adr": ({ file }) => [file("adr")],
  "import server-memory": ({ file }) => [file("memory.jsonl")],
  "import json": ({ file }) => [file("all.json")],
  "export adr": ({ file }) => [file("written")],
  "sync adr": ({ file }) => [file("adr")],
  "git sync": () => [],
};

/** They are about this machine or this folder, and no project has a say in them. */
const NO_PROJECT = [
  ...["admin set-secret", "mcp serve", "mcp start", "hook", "hook on", "hook off", "recover", "trust"],
  ...["backup", "restore-backup", "completion", "install", "uninstall", "status", "git hook", "why"],
  "open",
];

async function twoProjects() {
  const memory = await openMemory();
  const [shop] = [await fillProject(memory, SHOP), await fillProject(memory, BANK)];
  const folder = await folderOfTest();
  await writeMama(folder.file("mama.db"), manyMama(1, 1));
  await writeFiles(folder.file("adr"), { "0001-use-x.md": plainAdr("1. Use X") });
  await writeFile(folder.file("memory.jsonl"), "");
  const [skill] = await listSkills(memory, SHOP);
  const { links } = JSON.parse((await commandLineOn(memory, SHOP).run("links", "--json")).out);
  const given: Given = { shop, skill: skill?.id ?? "", link: links[0].link_id, file: folder.file };
  return { memory, given, run: commandLineOn(memory, "all").run };
}

describe("--project all", () => {
  it("every command that reads works, its rows show their project, and every command that writes is refused", async () => {
    const { memory, given, run } = await twoProjects();
    const position = await memory.position();
    for (const [command, argv] of Object.entries({ ...ROWS, ...FACTS })) {
      const { code, out, err } = await run(...command.split(" "), ...argv(given));
      expect(err, command).toBe("");
      expect([0, 1], command).toContain(code);
      if (Object.hasOwn(ROWS, command))
        for (const project of [SHOP, BANK]) expect(out, command).toMatch(new RegExp(`\\b${project}\\b`));
    }
    const exported = await readFile(given.file("all.json"), "utf8");
    for (const marker of Object.values(MARKERS)) expect(exported).toContain(marker);
    expect(JSON.parse(exported).scope).toBe("all");
    for (const [command, argv] of Object.entries(WRITING)) {
      const { code, err } = await run(...command.split(" "), ...argv(given));
      expect(code, command).toBe(2);
      expect(err, command).toMatch(/^membria: A write belongs to one project, and .*\n.*--project NAME\.$/);
    }
    await memory.observations.flush();
    await memory.background.idle();
    expect(await memory.position()).toBe(position);
  });

  it("no command is missing above", () => {
    const named = [...[ROWS, FACTS, WRITING].flatMap((lines) => Object.keys(lines)), ...NO_PROJECT];
    expect(new Set(named)).toEqual(new Set(COMMANDS.map(({ name }) => name)));
  });
});
