import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { addCandidates, saveCheckpointDraft } from "../../src/candidates/sql/candidate-rows.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { decisionPage, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import { noteSession, recordTold } from "../../src/hooks/sql/hook-store.ts";
import type { HookState, RepositoryHooks } from "../../src/repository/git/repository-hooks.ts";
import { noCheckout } from "../../src/shared/operations/checkout.ts";
import type { Checkout } from "../../src/shared/ports.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { fillProject, type ProjectIds, SHOP } from "../mcp/access/two-projects.ts";
import { plainAdr, writeFiles } from "../support/adr-files.ts";
import { commandLineOn } from "../support/command-line.ts";
import { act, capturedIn, DAY } from "../support/decisions.ts";
import { candidate, checkpointDraft, SESSION, told } from "../support/hook-records.ts";
import { shapeOf } from "../support/json-shape.ts";
import { logInMemory } from "../support/log-in-memory.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";
import { commitId } from "../support/reports.ts";
import { sharingThrough } from "../support/sharing-memory.ts";

interface Given {
  readonly ids: ProjectIds;
  /** The first id with this prefix in what the last command printed. */
  printed(prefix: string): string;
  /** The first one in what any command printed, or the value of a field. */
  earlier(prefixOrField: string): string;
  file(name: string): string;
}

const SERVER = "redis://hub.example:6379";

const FULL = Object.entries({
  "--confidence": "80%",
  "--alternative": "Store them here",
  "--assumption": "There is room",
  "--risk": "Loss",
  "--risk-level": "low",
  "--reasoning": "There is more room",
  "--file": "src/carts.ts",
  "--question": "Where do carts live?",
  "--source": "A talk",
  "--due-days": "0",
}).flat();

/** Every command, in an order in which each finds what it needs; some more than once, for all the fields they may have. */
const LINES: readonly (readonly [command: string, argv: (given: Given) => readonly string[]])[] = [
  ["hook log", () => []],
  ["hook off", () => [SESSION.session]],
  ["hook on", () => [SESSION.session]],
  ["links backup", () => []],
  ["links cleanup", () => []],
  ["links cleanup", () => ["--yes"]],
  ["links restore", ({ printed }) => [printed("links-backup")]],
  ["decide", () => ["Store carts elsewhere", "--topic", "elsewhere", ...FULL]],
  ["assumptions", () => ["last", "--false", "1", "--because", "It is full"]],
  ["assumptions", () => ["last"]],
  ["due", () => []],
  ["review", () => []],
  ["list", () => []],
  ["show", () => ["last"]],
  ["search", () => ["carts elsewhere"]],
  ["context", () => ["Store carts elsewhere"]],
  ["decide", () => ["Store carts elsewhere again", "--supersedes", "last", "--due-days", "0"]],
  ["check", () => ["Keep access tokens in localStorage"]],
  ["signal", ({ ids }) => [ids.second, "ci_passed"]],
  ["outcome", ({ ids }) => [ids.second, "success", "--lesson", "Measure first"]],
  ["reopen", ({ ids }) => [ids.second]],
  ["outcome", ({ ids }) => [ids.second, "success", "--lesson", "Measure first"]],
  ["edit", ({ ids }) => [ids.second, "--reasoning", "There is more room", "--dry-run"]],
  ["edit", ({ ids }) => [ids.second, "--reasoning", "There is more room"]],
  ["git sync", () => []],
  ["git hook", () => ["status"]],
  ["due", () => []],
  ["checkpoint", () => ["Half done"]],
  ["resume", () => []],
  ["links propose", ({ ids }) => [ids.third, "refines", ids.second, "--reason", "It says how"]],
  ["harvest", ({ file }) => ["--from", file("notes.md")]],
  ["review", () => []],
  ["review", () => ["--accept", "cand_draft", "--reject", "cand_gone"]],
  ["links", () => []],
  ["links approve", ({ printed }) => [printed("lnk")]],
  ["links propose", ({ ids }) => [ids.second, "contradicts", ids.decision, "--reason", "It does not"]],
  ["links reject", ({ printed }) => [printed("lnk"), "--reason", "It does not"]],
  ["links suggest", () => []],
  ["show", ({ ids }) => [ids.decision]],
  ["show", ({ ids }) => [ids.second]],
  ["list", () => []],
  ["list", () => ["--limit", "1"]],
  ["show", () => ["last~1"]],
  ["search", () => ["carts"]],
  ["recall", () => ["elsewhere"]],
  ["context", () => ["Store carts elsewhere", "--depth", "full"]],
  ["analyze", ({ ids }) => [ids.decision]],
  ["threats", () => ["background job that exports invoices", "--file", "app/export.py"]],
  ["threats", () => ["center a div"]],
  ["threats show", () => ["background-job-identity"]],
  ["calibration", () => ["database"]],
  ["calibration", () => ["--each"]],
  ["skills", () => ["--min-confidence", "0"]],
  ["skills show", ({ printed }) => [printed("sk")]],
  ["anomalies", () => []],
  ["stats", () => []],
  ["report", () => []],
  ["guidance", () => []],
  ["audit", () => []],
  ["audit", () => ["--people"]],
  ["reflect", () => []],
  ["proposals", () => []],
  ["proposals show", ({ ids }) => [ids.proposal]],
  ["proposals export", ({ file }) => [file("proposals")]],
  ["proposals accept", ({ ids }) => [ids.proposal]],
  ["retract", ({ ids }) => [ids.third, "--reason", "It is over"]],
  ["restore", ({ ids }) => [ids.third]],
  ["supersede", ({ ids }) => [ids.third, "Store carts on disk", "--reasoning", "It is near"]],
  ["merge", () => ["last", "last~1"]],
  ["forget", ({ ids }) => [ids.third, "--yes"]],
  ["projects", () => []],
  ["projects move", () => [SHOP, "market", "--dry-run"]],
  ["projects move", () => [SHOP, "market"]],
  ["projects undo", () => []],
  ["projects rename", () => [SHOP, "market"]],
  ["projects undo", () => []],
  ["projects merge", () => [SHOP, "market"]],
  ["projects undo", () => []],
  ["projects forget", () => [SHOP, "--dry-run"]],
  ["backup", ({ file }) => [file("copy.db")]],
  ["backup", () => ["--list"]],
  ["trust", () => []],
  ["open", () => ["--no-browser"]],
  ["keys create", () => ["--name", "laptop"]],
  ["keys rotate", ({ printed }) => [printed("key")]],
  ["keys list", () => []],
  ["keys revoke", ({ printed }) => [printed("key")]],
  ["import mama", ({ file }) => [file("mama.db")]],
  ["import list", () => []],
  ["import undo", ({ printed }) => [printed("imp"), "--yes"]],
  ["import adr", ({ file }) => [file("adr")]],
  ["import server-memory", ({ file }) => [file("memory.jsonl")]],
  ["export json", ({ file }) => [file("export.jsonl")]],
  ["import json", ({ file }) => [file("export.jsonl")]],
  ["export adr", ({ file }) => [file("exported"), "--create"]],
  ["sync adr", ({ file }) => [file("synced"), "--create"]],
  ["install", () => ["codex", "--yes"]],
  ["install", () => ["all", "--dry-run"]],
  ["status", () => ["codex"]],
  ["uninstall", () => ["codex", "--yes"]],
  ["completion", () => ["bash"]],
  ["doctor", () => []],
  ["team status", () => []],
  ["team create", () => [SERVER, "--from", "all"]],
  ["team invite", () => ["--role", "admin"]],
  ["team sync", () => []],
  ["team status", () => []],
  ["team leave", () => ["--yes"]],
  [
    "team join",
    ({ earlier }) =>
      [
        [SERVER, "--from", "all"],
        ["--invite", earlier("membria-invite")],
        ["--fingerprint", earlier("fingerprint")],
      ].flat(),
  ],
  ["team members", () => []],
  ["team role", ({ earlier }) => [earlier("org"), "viewer"]],
  ["team remove", ({ earlier }) => [earlier("org")]],
  ["anchor", ({ ids }) => [ids.decision, "src/carts.ts"]],
  ["why", () => ["src/carts.ts"]],
  ["forget", ({ ids }) => [ids.decision, "--yes"]],
];
/** Servers print none, and the others need standard input, a model or a damaged file: their own tests read what they print. */
const ELSEWHERE = [
  "mcp serve",
  "mcp start",
  "hook",
  "admin set-secret",
  "recover",
  "embed",
  "proposals reject",
  "restore-backup",
];

it("what --json prints has the fields in json-shapes.json, from which docs/json.md is written", async () => {
  const memory = sharingThrough(logInMemory(), await openMemory());
  const ids = await fillProject(memory, SHOP);
  const join = (id: string, given: Parameters<typeof capturedIn>[0]) =>
    writeDecisionChange(memory, SHOP, id, { capturedIn: capturedIn(given) }, act(memory.clock.now()));
  await join(ids.decision, {});
  await join(ids.second, { branch: undefined, head: undefined, exchange: undefined });
  await noteSession(memory, { ...SESSION, project: SHOP }, {}, memory.clock.now());
  await recordTold(memory, [
    told({ record: ids.second, at: memory.clock.now(), relevance: 0.9 }),
    told({ record: ids.second, at: memory.clock.now(), event: "pre-edit", file: "src/carts.ts" }),
    told({ record: "chk_a", at: memory.clock.now(), kind: "resumed" }),
  ]);
  const folder = await folderOfTest();
  await writeMama(folder.file("mama.db"), manyMama(3, 3));
  for (const name of ["adr", "synced"])
    await writeFiles(folder.file(name), { "0001-use-x.md": plainAdr(`1. Use X for ${name}`) });
  const entity = { type: "entity", name: "Cart", entityType: "decision", observations: ["We use Redis"] };
  await writeFile(folder.file("memory.jsonl"), JSON.stringify(entity));
  await addCandidates(memory, [candidate({ project: SHOP })]);
  await saveCheckpointDraft(memory, checkpointDraft({ id: "cand_draft", project: SHOP }));
  await writeFile(folder.file("notes.md"), "- Never keep a cart for longer than a year\n");
  const { run } = commandLineOn({ ...memory, checkout: checkoutNaming(memory) }, SHOP, {
    gitHooks: async () => gitHooksOf("/repository"),
  });
  const values = new Map<string, unknown[]>();
  let out = "";
  let all = "";
  const earlier = (name: string) =>
    new RegExp(`"${name}": "([^"]+)"`).exec(all)?.[1] ??
    new RegExp(`\\b${name}[_-][\\w.-]+`).exec(all)?.[0] ??
    "";
  const printed = (prefix: string) => new RegExp(`\\b${prefix}[_-][\\w.-]+`).exec(out)?.[0] ?? "";
  for (const [command, argv] of LINES) {
    const line = [...command.split(" "), ...argv({ ids, printed, earlier, file: folder.file }), "--json"];
    const ran = await run(...line);
    expect(ran.err, line.join(" ")).toBe("");
    out = ran.out;
    all += out;
    values.set(command, [...(values.get(command) ?? []), ...valuesIn(out)]);
    await memory.background.idle();
  }
  const shapes = Object.fromEntries([...values].map(([command, found]) => [command, shapeOf(found)]));
  await expect(`${JSON.stringify(shapes, null, 2)}\n`).toMatchFileSnapshot("json-shapes.json");
});

/**
 * A repository in which every open decision is carried out, and some of it is taken back and mended, with a commit that
 * chooses something and a folder of records.
 */
const checkoutNaming = (store: Memory): Checkout => ({
  ...noCheckout,
  root: async () => "/shop",
  files: async () => ["docs/adr/0001-use-x.md"],
  textOf: async () => "",
  head: async () => ({ id: commitId("c"), at: DAY, subject: "fix: carts" }),
  async *history() {
    const { items } = await decisionPage(store, { scope: SHOP, standing: "active" }, 100);
    const at = new Date("2026-02-13T00:00:00Z");
    const files = [{ path: "src/carts.ts", kind: "changed" }] as const;
    const body = items.map(({ id }) => id).join("\n");
    yield {
      id: commitId("d"),
      parents: [],
      at: new Date("2026-01-02T03:04:05Z"),
      subject: "Send mails from a queue instead of the request, because the server was slow (#7)",
      body: "",
      files: [{ path: "src/mails.ts", kind: "added" }],
    };
    yield { id: commitId("a"), parents: [], at, subject: "Store carts (#7)", body, files };
    yield { id: commitId("b"), parents: [commitId("a")], at, subject: "fix: carts", body: "", files };
    const reverts = `This reverts commit ${commitId("a")}.`;
    yield { id: commitId("c"), parents: [commitId("b")], at, subject: "Back", body: reverts, files };
  },
});

const gitHooksOf = (root: string): RepositoryHooks => {
  const states = async (): Promise<HookState[]> => [
    { hook: "post-commit", path: `${root}/.git/hooks/post-commit`, state: "ours" },
    { hook: "post-merge", path: `${root}/.git/hooks/post-merge`, state: "other", left: "It is a link." },
  ];
  return { states, install: states, remove: states };
};

/** One value, or one per line. */
function valuesIn(out: string): unknown[] {
  try {
    return [JSON.parse(out)];
  } catch {
    return out.split("\n").map((line) => JSON.parse(line));
  }
}

it("no command is missing above", () => {
  const named = new Set([...LINES.map(([command]) => command), ...ELSEWHERE]);
  const sorted = (names: Iterable<string>) => [...names].sort((a, b) => a.localeCompare(b));
  expect(sorted(named)).toEqual(sorted(COMMANDS.map(({ name }) => name)));
});
