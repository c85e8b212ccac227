import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { kebab, propertiesOf } from "../../src/cli/parse.ts";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { openCommandLine } from "../support/command-line.ts";

/** They serve, read standard input or read and write files. */
const APART = /^(?:hook|mcp|admin|import|export|sync|report|proposals export|backup|restore-backup)\b/;
const ODD = ["", " ", "!!", "x y", "-1", "2", "0.5", "x".repeat(20_000)];
const FOREIGN = /_meta|Invalid|input schema|pattern \/|\bint\b|\.\d+ must|Something went wrong/;

describe("a value that a command does not understand", () => {
  it.each(
    COMMANDS.filter(({ name }) => !APART.test(name)).map((command) => [command.name, command] as const),
  )("is refused by membria %s without the words of a schema or of a protocol", async (name, command) => {
    const line = await openCommandLine();
    const keys = Object.entries(propertiesOf(command))
      .filter(([, { type }]) => type !== "boolean")
      .map(([key]) => key);
    for (const key of keys) {
      for (const value of ODD) {
        const words = command.positionals.map((position) => (position === key ? value : "1"));
        const flags = command.positionals.includes(key) ? [] : [`--${kebab(key)}=${value}`];
        const { code, err } = await line.run(...name.split(" "), ...flags, "--", ...words);
        if (code !== 0) expect(err, `${key}: ${value.slice(0, 10)}`).not.toMatch(FOREIGN);
      }
    }
  });

  it.each([
    [["keys", "revoke", "laptop"], "id must be the id of a key, which begins with key_"],
    [["links", "approve", "first"], "id must be the id of a link, which begins with lnk_"],
    [["links", "reject", "first"], "id must be the id of a link, which begins with lnk_"],
    [["list", "--limit", "2.5"], "limit must be a whole number"],
    [["decide", "Use it", "--alternative", ""], 'alternative must not be empty; received ""'],
    [["search", "queues", "--expect", ""], "expect must not be empty"],
    [["report", "--markdown", ""], "markdown must not be empty"],
  ])("%j says what is expected", async (argv, problem) => {
    const { code, err } = await (await openCommandLine()).run(...argv);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

describe("a folder where a file is expected, or a file where a folder is", () => {
  it("is named", async () => {
    const line = await openCommandLine();
    const { path } = line.memory;
    expect(await line.run("report", "--markdown", dirname(path))).toMatchObject({ code: 6 });
    const exported = await line.run("export", "adr", path);
    expect(exported).toMatchObject({ code: 3, err: expect.stringContaining("is a file and no folder") });
    const below = await line.run("export", "adr", `${path}/adr`);
    expect(below).toMatchObject({ code: 3, err: expect.stringContaining("There is no folder") });
  });
});

describe("filters that match nothing", () => {
  it("are named, with the number of decisions there are", async () => {
    const line = await openCommandLine();
    for (const n of [1, 2, 3]) await line.run("decide", `Deploy number ${n} with Terraform`);
    expect((await line.run("list", "--domain", "nonsense")).out).toBe(
      "No decisions about nonsense (3 in all).",
    );
    expect((await line.run("list", "--domain", "infra", "--standing", "draft")).out).toBe(
      "No draft decisions about infra (3 in all).",
    );
    expect((await line.run("list", "--status", "executed")).out).toBe("No executed decisions (3 in all).");
  });

  it("leave nothing due, with the number that is", async () => {
    const line = await openCommandLine();
    await line.run("decide", "Deploy with Terraform", "--due-days", "0");
    expect((await line.run("due", "--domain", "database")).out).toBe(
      "Nothing about database is due (1 in all).",
    );
  });
});

describe("membria outcome", () => {
  it.each([
    ["success", "success"],
    ["succeeded", "success"],
    ["partial", "partial"],
    ["partly", "partial"],
    ["failure", "failure"],
    ["failed", "failure"],
  ])("understands %s", async (word, status) => {
    const line = await openCommandLine();
    await line.run("decide", "Deploy with Terraform");
    expect((await line.run("outcome", "dec_000001", word)).code).toBe(0);
    const decision = await findDecision(line.memory, "shop", "dec_000001");
    expect(decision?.outcome?.status).toBe(status);
  });

  it("names the words for anything else", async () => {
    const { err } = await (await openCommandLine()).run("outcome", "dec_1", "great");
    expect(err).toContain('status must be one of success, partial, failure; received "great".');
  });
});
