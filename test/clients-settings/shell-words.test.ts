import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOurHandler, isOurServer } from "../../src/clients/our-entries.ts";
import { hookWords, type Shell, shellLine } from "../../src/clients/program.ts";

const PRINT = ["-e", "process.stdout.write(JSON.stringify(process.argv.slice(1)))", "--"] as const;

describe("a command line for a shell", () => {
  it("gives the program the same words again", () => {
    const word = fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const line = shellLine([process.execPath, ...PRINT, ...words], "posix");
        expect(JSON.parse(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" }))).toEqual(words);
      }),
      { numRuns: 20 },
    );
  });

  it.each<[Shell, string]>([
    ["posix", "'C:\\Program Files\\nodejs\\node.exe' 'it'\\''s' plain"],
    ["cmd", '"C:\\Program Files\\nodejs\\node.exe" "it\'s" plain'],
    ["powershell", "& 'C:\\Program Files\\nodejs\\node.exe' 'it''s' plain"],
  ])("for %s", (shell, line) => {
    expect(shellLine(["C:\\Program Files\\nodejs\\node.exe", "it's", "plain"], shell)).toBe(line);
  });

  it("needs no quotes in PowerShell without spaces", () => {
    expect(shellLine(["C:\\node\\node.exe", "a"], "powershell")).toBe("C:\\node\\node.exe a");
  });

  it.each<Shell>(["posix", "cmd", "powershell"])("is known to be ours again, from %s", (shell) => {
    const program = {
      words: ["C:\\Program Files\\node.exe", "C:\\my apps\\membria.js"],
      flags: ["--home", "C:\\a b"],
      isFetched: false,
      platform: "win32",
    } as const;
    const command = shellLine(hookWords(program, "pre-edit", "cursor"), shell);
    expect(isOurHandler({ type: "command", command })).toBe(true);
    expect(isOurHandler({ type: "command", command: "git hook run pre-commit" })).toBe(false);
  });
});

describe("a server in the settings of a client", () => {
  it.each([
    { command: "/usr/bin/node", args: ["/x/dist/membria.js", "mcp", "serve"] },
    { command: "npx", args: ["-y", "membria", "mcp", "serve"] },
    { command: "npx", args: ["-y", "membria@0.2.0", "mcp", "serve", "--read-only"] },
    { command: "cmd", args: ["/c", "npx", "-y", "membria", "mcp", "serve"] },
    { command: "C:\\npm\\membria.cmd", args: ["mcp", "serve"] },
    { type: "local", command: ["/usr/bin/node", "/x/membria.js", "mcp", "serve"] },
  ])("is ours: %j", (entry) => {
    expect(isOurServer(entry)).toBe(true);
  });

  it.each([
    { command: "/usr/bin/node", args: ["/x/not-membria.js", "mcp", "serve"] },
    { command: "membria-proxy", args: ["mcp", "serve"] },
    { command: "/x/membria.js", args: ["mcp", "start"] },
    { url: "http://127.0.0.1:9090/mcp" },
    { command: 7 },
    null,
    "membria mcp serve",
  ])("is not ours: %j", (entry) => {
    expect(isOurServer(entry)).toBe(false);
  });
});
