import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { parseLine } from "../../src/cli/parse.ts";
import { COMMAND_REMEDIES, wordingOf } from "../../src/cli/wording.ts";
import { FLAGS } from "../../src/main/settings.ts";
import type { Remedy } from "../../src/shared/errors.ts";
import { PERSON_COMMANDS, TOOL_REMEDIES } from "../../src/tools/remedies.ts";
import { remedyText } from "../../src/tools/wording.ts";
import { openCommandLine } from "../support/command-line.ts";

/** One of each, with all that it may carry. */
const facts = {
  id: "dec_1",
  run: "imp_1",
  file: "links-backup-1.json",
  project: "shop",
  field: "lessons[0]",
  fields: ["note"],
  statement: "Use it's cache",
  topic: "cache",
  reasoning: "Faster",
  supersedes: ["dec_1"],
  by: "dec_2",
  keep: "dec_2",
  fingerprint: "0123 4567",
  duplicate: "dec_1",
};
const each = Object.keys(COMMAND_REMEDIES).map((remedy) => ({ ...facts, remedy }) as unknown as Remedy);

describe("on the command line", () => {
  it("an agent or a script is told to ask the person, and no command that needs a person's word", () => {
    const needPerson = ["retract", "replace", "accept", "reject-link", "erase", "trust", "approve"];
    const remedies = each.filter(({ remedy }) => needPerson.some((word) => remedy.startsWith(word)));
    expect(remedies).toHaveLength(needPerson.length);
    for (const remedy of remedies) {
      const command = COMMANDS[0] as (typeof COMMANDS)[number];
      expect(
        remedyText(
          remedy,
          wordingOf(command, () => false),
        ),
      ).toMatch(/^Ask the person, who can /);
      expect(
        remedyText(
          remedy,
          wordingOf(command, () => true),
        ),
      ).toContain("membria ");
    }
  });

  it("a refusal names arguments and flags, and no tools of MCP", async () => {
    const line = await openCommandLine();
    for (const [argv, field] of [
      [["show", "dec_000000000000000000"], "id"],
      [["outcome", "dec_1", "success", "--score", "0.1"], "score"],
      [["decide", "Use Redis", "--supersedes", "dec_000000000000000000"], "supersedes"],
      [["links", "propose", "dec_1", "refines", "dec_2", "--reason", "Same"], "from"],
      [["skills", "show", "sk_1"], "id"],
      [["import", "undo", "imp_none"], "run"],
    ] as const) {
      const { code, err } = await line.run(...argv, "--json");
      expect(code).not.toBe(0);
      expect(JSON.parse(err), argv.join(" ")).toMatchObject({ error: { field } });
      expect(err).not.toMatch(/_meta|membria_|memory_|decision_id|final_/);
    }
  });

  it("a missing decision may be in another project, which a flag names", async () => {
    const { err } = await (await openCommandLine()).run("show", "dec_000000000000000000");
    expect(err).toContain(
      "Check the id; it may belong to another project. Name the project with --project NAME.",
    );
  });

  it("a screening notice names the flag", async () => {
    const line = await openCommandLine();
    const { out } = await line.run(
      "decide",
      "Use Redis",
      "--alternative",
      "Mem\u202eory",
      "--file",
      "a\u202e.ts",
    );
    expect(out).toContain("alternative[0] had 1 hidden or direction-changing character removed.");
    expect(out).toContain("file had 1 hidden or direction-changing character removed.");
    const { decision_id } = JSON.parse((await line.run("decide", "Use it", "--json")).out) as Record<
      string,
      string
    >;
    const told = await line.run("outcome", String(decision_id), "success", "--lesson", "Meas\u202eure");
    expect(told.out).toContain("lesson[0] had 1 hidden");
  });

  it("no remedy names a tool or a tool argument", () => {
    const wording = { remedies: COMMAND_REMEDIES, field: (path: string) => `--${path}` };
    const sentences = each.map((remedy) => remedyText(remedy, wording));
    expect(
      sentences.filter((sentence) => /_meta|\b(?:membria|memory)_|[a-z]_link|domain: /.test(sentence)),
    ).toEqual([]);
    expect(sentences.filter((sentence) => !/membria [a-z]|--[a-z]/.test(sentence))).toEqual([]);
  });

  it("every command in a remedy exists and accepts its flags", () => {
    const told = [
      ...each.map((remedy) => remedyText(remedy, { remedies: COMMAND_REMEDIES, field: (path) => path })),
      ...each.map((remedy) => remedyText(remedy, { remedies: TOOL_REMEDIES, field: (path) => path })),
    ].flatMap((sentence) => sentence.match(/membria (?!\/)[a-z][^`]*/)?.[0] ?? []);
    expect(told.length).toBeGreaterThan(Object.keys(PERSON_COMMANDS).length);
    for (const text of told) {
      const words = text
        .replaceAll(/'((?:[^']|'\\'')*)'/g, "quoted")
        .split(/\s+/)
        .slice(1);
      const command =
        COMMANDS.findLast(({ name }) => words.join(" ").startsWith(name) && name.includes(" ")) ??
        COMMANDS.find(({ name }) => name === words[0]);
      expect(command, text).toBeDefined();
      if (command) parseLine(command, words.slice(command.name.split(" ").length), FLAGS);
    }
  });
});
