import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Editor } from "../../src/cli/command.ts";
import { openInEditor } from "../../src/shared/system/programs.ts";
import { commandLineOn, openCommandLine, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

const DECIDED = [
  ...["decide", "Keep carts in Redis", "--reasoning", "It is fast.", "--alternative", "MySQL"],
  ...["--domain", "database", "--topic", "carts", "--confidence", "0.8", "--file", "src/cart.ts"],
];

interface Editing {
  /** What the person does to the text. */
  change: (text: string) => string | Promise<string>;
  readonly seen: string[];
  readonly discarded: string[];
}

function editorOf(editing: Editing, ended = true): Editor {
  return {
    async open(name, text) {
      editing.seen.push(text);
      return {
        path: `/tmp/edits/${name}`,
        text: await editing.change(text),
        ended,
        discard: async () => void editing.discarded.push(name),
      };
    },
  };
}

async function decided(editing?: Editing, ended = true) {
  const editor = editing && editorOf(editing, ended);
  const line = await openCommandLine({ editor: () => editor });
  const { decision_id: id } = JSON.parse((await line.run(...DECIDED, "--json")).out) as {
    decision_id: string;
  };
  return { ...line, id };
}

const editing = (change: Editing["change"]): Editing => ({ change, seen: [], discarded: [] });

describe("membria edit", () => {
  it("replaces what is named, shows old and new, and keeps everything else and the first words", async () => {
    const { run, id } = await decided();
    const words = ["--statement", "Keep carts in Valkey", "--alternative", "MySQL", "--alternative", "Files"];
    const edited = await run("edit", "last", ...words, "--evidence", "", "--consequence", "One more server");
    expect(edited.out).toBe(
      [
        `${id} is at revision 2 now. The earlier words stay: membria show ${id} --history`,
        "  Statement",
        "    - Keep carts in Redis",
        "    + Keep carts in Valkey",
        "  Alternatives",
        "    + Files",
        "  Consequences",
        "    + One more server",
        "  Evidence",
        "    - file: src/cart.ts",
      ].join("\n"),
    );
    const shown = JSON.parse((await run("show", id, "--history", "--json")).out) as Record<string, unknown>;
    expect(shown).toMatchObject({
      statement: "Keep carts in Valkey",
      reasoning: "It is fast.",
      confidence: 0.8,
      evidence: [],
      revisions: [
        { revision: 1, changed: [] },
        { revision: 2, changed: ["statement", "alternatives", "consequences", "evidence"], author: "human" },
      ],
      history: [{ statement: "Keep carts in Redis" }, { statement: "Keep carts in Valkey" }],
    });
    const { out } = await run("show", id, "--history");
    expect(out).toMatch(/Revision 1 · .* · human "somebody" · hash [0-9a-f]{12}\n {4}Keep carts in Redis/);
    expect(out).toContain("    - Keep carts in Redis\n    + Keep carts in Valkey");
    expect(out).toContain(
      'human "somebody": edited statement, alternatives, consequences, evidence (revision 2)',
    );
  });

  it("writes nothing with --dry-run, without a change, or without words", async () => {
    const { run, id, memory } = await decided();
    const position = await memory.position();
    const dry = await run("edit", id, "--topic", "", "--dry-run");
    expect(dry.out).toBe(
      `Nothing was written. ${id} would be at revision 2:\n  Topic\n    - carts\n    + (derived)`,
    );
    expect(await run("edit", id, "--domain", "database")).toMatchObject({
      code: 2,
      err: `membria: ${id} says exactly that already, so there is nothing to edit.\nNothing was changed.`,
    });
    expect((await run("edit", id)).err).toContain(`such as: membria edit ${id} --statement`);
    expect((await run("edit", id, "--domain", "Data Base")).err).toContain("must be a short lowercase name");
    expect((await run("edit", id, "--risk-level", "huge")).err).toContain(
      "risk-level: must be low, medium, high or empty.",
    );
    expect(await memory.position()).toBe(position);
  });

  it("opens the editor with all fields, and takes what was changed there", async () => {
    const edit = editing((text) =>
      text
        .replace("statement: Keep", "statement: Store")
        .replace("- MySQL", "- MySQL: slow")
        .replace(/fast\./, "fast\n\nand known."),
    );
    const { run, id } = await decided(edit);
    const { out } = await run("edit", id);
    expect(edit.seen[0]).toContain(
      "statement: Keep carts in Redis\ntopic: carts\ndomain: database\nalternatives:\n  - MySQL\nassumptions: []\n",
    );
    expect(out).toContain("    + Store carts in Redis");
    expect(out).toContain("    - MySQL\n    + MySQL: slow");
    expect(edit.discarded).toEqual([`${id}.md`]);
    expect(JSON.parse((await run("show", id, "--json")).out)).toMatchObject({
      reasoning: "It is fast\n\nand known.",
      evidence: ["file: src/cart.ts"],
      revisions: [{}, { changed: ["statement", "reasoning", "alternatives"] }],
    });
    edit.change = (text) => text;
    expect((await run("edit", id)).out).toBe(`${id} is as it was: nothing was changed.`);
    expect(edit.discarded).toHaveLength(2);
  });

  it.each([
    [
      "a text that is no front matter",
      (text: string) => text.replace("---\n", ""),
      "between two lines of ---",
    ],
    ["what YAML does not know", (text: string) => text.replace("topic: carts", "topic: a: b"), "Line 5: "],
    [
      "an unknown field",
      (text: string) => text.replace("topic:", "topik:"),
      'no field "topik"; did you mean topic?',
    ],
    [
      "a statement that is gone",
      (text: string) => text.replace(/statement: .*/, "statement:"),
      "statement: must not be empty",
    ],
  ])("keeps %s and says where it is", async (_, change, problem) => {
    const edit = editing(change);
    const { run, id, memory } = await decided(edit);
    const position = await memory.position();
    const { code, err } = await run("edit", id);
    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err).toContain(`Your text is kept in /tmp/edits/${id}.md`);
    expect(err).toContain(`membria edit ${id} --from '/tmp/edits/${id}.md'`);
    expect(edit.discarded).toEqual([]);
    expect(await memory.position()).toBe(position);
  });

  it("loses nothing if somebody else edits it meanwhile, or the editor fails", async () => {
    const folder = await folderOfTest();
    const line: { run?: (...argv: string[]) => Promise<unknown>; id?: string } = {};
    const edit = editing(async (text) => {
      await line.run?.("edit", line.id ?? "", "--statement", "Theirs");
      return text.replace("Keep carts in Redis", "Mine");
    });
    const { run, id } = await decided(edit);
    Object.assign(line, { run, id });
    const { code, err } = await run("edit", id);
    expect(code).toBe(4);
    expect(err).toContain(
      `Somebody edited ${id} meanwhile: it is at revision 2, and this edit began with revision 1.`,
    );
    expect(err).toContain(`Your text is kept in /tmp/edits/${id}.md`);
    const mine = `${edit.seen[0]}`
      .replace("Keep carts in Redis", "Mine")
      .replace("revision: 1", "revision: 2");
    const kept = folder.file("mine.md");
    await writeFile(kept, mine);
    expect((await run("edit", id, "--from", kept)).out).toContain("    - Theirs\n    + Mine");

    const failing = editing((text) => `${text}more`);
    const other = await decided(failing, false);
    const failed = await other.run("edit", other.id);
    expect(failed).toMatchObject({ code: 6 });
    expect(failed.err).toContain("The editor did not end well");
    expect(failing.discarded).toEqual([]);
  });

  it("refuses an agent at the terminal what is not its own, and names no command for it", async () => {
    const { memory, id } = await decided();
    const agent = commandLineOn(memory, "shop", {}, {}, { kind: "agent", name: "codex" });
    const { code, err } = await agent.run("edit", id, "--statement", "Mine now");
    expect(code).toBe(5);
    expect(err).toBe(
      `membria: A person made ${id}, and only a person edits it.\nNothing was changed. Ask the person, who can edit ${id} at a terminal.`,
    );
    const { run } = commandLineOn(memory, "shop", {}, {}, { kind: "agent", name: "cursor" });
    const { decision_id } = JSON.parse((await run("decide", "Use queues", "--json")).out) as {
      decision_id: string;
    };
    expect((await agent.run("edit", decision_id, "--statement", "Mine now")).err).toContain(
      'The agent "cursor" made',
    );
    expect((await run("edit", decision_id, "--statement", "Use one queue")).code).toBe(0);
  });
});

describe("The program", () => {
  it("edits with standard input, and opens no editor without a terminal", async () => {
    const folder = await folderOfTest();
    const env = {
      MEMBRIA_HOME: folder.path,
      MEMBRIA_PROJECT: "shop",
      EDITOR: "false",
      MEMBRIA_EMBEDDING: "off",
    };
    await runProgram(DECIDED, { env });
    const args = ["edit", "last", "--reasoning", "-", "--risk-level", "high", "--json"];
    const edited = await runProgram(args, { env, input: "It is fast,\nand known.\n" });
    expect(JSON.parse(edited.out)).toMatchObject({
      reasoning: "It is fast,\nand known.",
      revision: 2,
      changed: ["reasoning", "risk_level"],
    });
    const alone = await runProgram(["edit", "last"], { env });
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("only the decision was named") });
  });
});

describe("An editor", () => {
  it("gets a file that only its owner reads, may have arguments, and its text stays until it is discarded", async () => {
    const folder = await folderOfTest();
    const script = `node -e 'const fs = require("fs"); const f = process.argv.at(-1);
      fs.writeFileSync(f, fs.readFileSync(f, "utf8") + (fs.statSync(f).mode & 0o777).toString(8))'`;
    const edited = await openInEditor(script, folder.path, { name: "dec_a.md", text: "It's " });
    expect(edited).toMatchObject({ text: "It's 600", ended: true });
    await edited.discard();
    expect(await openInEditor("false", folder.path, { name: "a.md", text: "A" })).toMatchObject({
      ended: false,
    });
  });
});
