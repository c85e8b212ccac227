import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { StoredNames } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { complete, completionLines } from "../../src/cli/completion.ts";
import { FLAGS } from "../../src/main/settings.ts";
import { environmentOfPerson, openCommandLine, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const names: StoredNames = {
  suggest: async (kind, typed) => [{ value: `${kind} that begin with ${JSON.stringify(typed)}` }],
  close: async () => {},
};

async function suggested(...words: string[]): Promise<string[]> {
  const table = { commands: COMMANDS, settings: FLAGS, names: async () => names };
  const lines = completionLines(await complete(words, table));
  return lines === "" ? [] : lines.split("\n").map((line) => line.split("\t")[0] ?? "");
}

describe("what may follow", () => {
  it.each<[string[], string[]]>([
    [["de"], ["decide"]],
    [["ke"], ["keys"]],
    [
      ["keys", ""],
      ["create", "list", "rotate", "revoke"],
    ],
    [
      ["help", "keys", "r"],
      ["rotate", "revoke"],
    ],
    [["nonsense", ""], []],
    [
      ["install", "gemini", "cl"],
      ["claude-code", "claude-desktop"],
    ],
    [["show", "dec_1"], ['decisions that begin with "dec_1"']],
    [["show", "dec_1", ""], []],
    [["links", "approve", "lnk"], ['links that begin with "lnk"']],
    [["keys", "revoke", ""], ['keys that begin with ""']],
    [
      ["links", "propose", "last", ""],
      ["refines", "contradicts", "depends_on"],
    ],
    [["decide", "Use it", "--supersedes", "dec"], ['decisions that begin with "dec"']],
    [["decide", "Use it", "--risk-l"], ["--risk-level"]],
    [
      ["decide", "Use it", "--risk-level", ""],
      ["low", "medium", "high"],
    ],
    [["decide", "Use it", "--risk-level=h"], ["--risk-level=high"]],
    [["decide", "Use it", "--risk-level", "=", "h"], ["high"]],
    [["list", "--project", ""], ['projects that begin with ""']],
    [["list", "--domain", "d"], ['domains that begin with "d"']],
    [["mcp", "start", "--tool-names", "c"], ["canonical"]],
    [["mcp", "start", "--read-only", "--rol"], ["--role"]],
    [["import", "mama", "x"], [":files"]],
    [["show", "--", "--j"], ['decisions that begin with "--j"']],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
  ])("%j: %j", async (words, expected) => {
    expect(await suggested(...words)).toEqual(expected);
  });

  it("offers the flags of a command, a repeated one again and no other, and the settings when one is begun", async () => {
    const flags = await suggested("decide", "Use it", "--risk", "x", "--topic", "y", "--");
    expect(flags).toEqual(expect.arrayContaining(["--risk", "--confidence", "--json", "--help"]));
    expect(flags).not.toContain("--topic");
    expect(flags).not.toContain("--log-level");
    expect(await suggested("decide", "--lo")).toEqual(["--log-level"]);
  });

  it("says nothing when something fails", async () => {
    const { run } = await openCommandLine({
      storedNames: async () => Promise.reject(new Error("no disk")),
    });
    expect(await run("__complete", "show", "")).toEqual({ code: 0, out: "", err: "" });
  });
});

/** Runs lines of bash that may call `membria`, and `complete_line` with the words of a line. */
async function bash(home: string, lines: string): Promise<string> {
  const script = `membria() { "$NODE" "$MEMBRIA" "$@"; }
eval "$(membria completion bash)"
complete_line() { COMP_WORDS=(membria "$@"); COMP_CWORD=$#; _membria; printf '%s\\n' "\${COMPREPLY[*]}"; }
${lines}`;
  const env = {
    ...environmentOfPerson(),
    MEMBRIA_HOME: home,
    MEMBRIA_EMBEDDING: "off",
    NODE: process.execPath,
    MEMBRIA,
  };
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-c", script], { env });
  expect(stderr).toBe("");
  return stdout;
}

it.skipIf(process.platform === "win32")(
  "bash completes commands, ids and projects of a memory, and neither writes to it nor makes one",
  async () => {
    const home = (await folderOfTest()).file("home");
    expect(await bash(home, "complete_line li; complete_line show ''")).toBe("list links\n\n");
    expect(existsSync(home)).toBe(false);
    const env = { MEMBRIA_HOME: home, MEMBRIA_EMBEDDING: "off", MEMBRIA_PROJECT: "shop" };
    const decided = await runProgram(["decide", "Keep orders: in one table", "--json"], { env });
    const { decision_id } = JSON.parse(decided.out);
    const state = () => readdirSync(home).map((name) => [name, readFileSync(`${home}/${name}`, "base64")]);
    const before = state();
    const out = await bash(
      home,
      "complete_line show --project shop dec_; complete_line list --project = s; complete_line show --proj",
    );
    expect(out).toBe(`${decision_id}\nshop\n--project\n`);
    expect(state()).toEqual(before);
  },
  240_000,
);
