import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCommandLine, type Run, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

let home: string;
let project: string;

beforeEach(async () => {
  home = (await folderOfTest()).path;
  project = join(home, "shop");
  await mkdir(join(project, ".git"), { recursive: true });
  await mkdir(join(project, "src"));
});

const membria = (...argv: string[]): Promise<Run> =>
  runProgram(argv, { env: { HOME: home, MEMBRIA_EMBEDDING: "off" }, cwd: join(project, "src") });

const json = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(home, path), "utf8")) as Record<string, unknown>;

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(join(home, path, ".."), { recursive: true });
  await writeFile(join(home, path), text);
};

describe("membria install", () => {
  it("writes a server and hooks that start this program", async () => {
    const { code, out } = await membria("install", "claude-code", "--yes");
    expect(code).toBe(0);
    expect(out).toContain("+++ ~/.claude.json");
    expect(await json(".claude.json")).toEqual({
      mcpServers: {
        membria: {
          type: "stdio",
          command: process.execPath,
          args: [MEMBRIA, "mcp", "serve"],
          alwaysLoad: true,
        },
      },
    });
    const { hooks } = (await json(".claude/settings.json")) as { hooks: Record<string, unknown[]> };
    expect(Object.keys(hooks)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Stop",
      "PreCompact",
      "PostCompact",
      "SessionEnd",
    ]);
    expect(JSON.stringify(hooks["PostCompact"])).toContain("hook pre-compact --client claude-code");
  });

  it("changes nothing without somebody who agrees, and says what to type", async () => {
    const { code, out } = await membria("install", "gemini");
    expect(code).toBe(2);
    expect(out).toContain("+++ ~/.gemini/settings.json");
    expect(out).toContain("To do it: membria install gemini --yes");
    await expect(json(".gemini/settings.json")).rejects.toThrow("ENOENT");
  });

  it("asks a person, and takes no for an answer", async () => {
    const asked: string[] = [];
    const { run, memory } = await openCommandLine(
      {},
      { confirm: async (question) => asked.push(question) > 1 },
    );
    expect((await run("install", "gemini")).out).toContain("Nothing was changed.");
    expect(asked[0]).toContain('+      "command": ');
    expect((await run("install", "gemini")).out).toContain("settings.json created");
    expect(await readFile(join(memory.path, "..", ".gemini", "settings.json"), "utf8")).toContain("membria");
  });

  it("only shows it with --dry-run", async () => {
    const { code, out } = await membria("install", "cursor", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("~/.cursor/mcp.json would be created");
    await expect(json(".cursor/mcp.json")).rejects.toThrow("ENOENT");
  });

  it("takes the clients that are found, or several by name, once", async () => {
    await mkdir(join(home, ".gemini"));
    const { out } = await membria("install", "all", "--yes", "--json");
    const { clients } = JSON.parse(out) as { clients: { client: string; skipped?: string }[] };
    expect(clients.filter(({ skipped }) => skipped === undefined).map(({ client }) => client)).toEqual([
      "gemini",
    ]);
    const two = await membria("install", "cursor", "gemini", "cursor", "--yes", "--json");
    expect((JSON.parse(two.out) as { clients: unknown[] }).clients).toHaveLength(2);
    expect((await membria("install", "gemini", "--yes")).out).toContain("settings.json has it already");
  });

  it("writes for the project of the repository", async () => {
    const { out } = await membria("install", "claude-code", "--scope", "project", "--yes");
    expect(out).toContain("name paths of this machine");
    expect(await json("shop/.mcp.json")).toHaveProperty("mcpServers.membria");
    expect((await membria("install", "claude-desktop", "--scope", "project")).code).toBe(2);
  });

  it("passes on where the memory is", async () => {
    const other = join(home, "my memory");
    await membria("install", "codex", "--yes", "--home", other);
    expect(await readFile(join(home, ".codex", "config.toml"), "utf8")).toContain(
      `"mcp","serve","--home",${JSON.stringify(other)}]`,
    );
    expect(await readFile(join(home, ".codex", "hooks.json"), "utf8")).toContain(
      `hook prompt --client codex --home '${other}'`,
    );
  });

  it("hides what looks like a secret in the lines around a change", async () => {
    const key = "sk-ant-api03-Zb7qX9Lm2Rt5Vw8Ya1Cd4Ef6Gh0Jk3Np-QsUv";
    await put(
      ".claude.json",
      `{\n  "env": {\n    "ANTHROPIC_API_KEY": "${key}"\n  },\n  "mcpServers": {}\n}\n`,
    );
    const { out } = await membria("install", "claude-code", "--dry-run");
    expect(out).toContain("ANTHROPIC_API_KEY");
    expect(out).not.toContain(key);
  });

  it("leaves a broken file alone, sets up the others, and fails", async () => {
    await put(".claude/settings.json", '{\n  "a": 1,,\n}');
    const { code, out } = await membria("install", "claude-code", "--yes");
    expect(code).toBe(1);
    expect(out).toMatch(/settings\.json was left alone\. It is not valid JSON: .* at line 2, column 10\./);
    expect(out).toContain("~/.claude.json created");
  });

  it.each([
    [
      ".claude/settings.json",
      "claude-code",
      '{"enabledPlugins": {"membria@team": true}}',
      "claude plugin uninstall membria@team",
    ],
    [
      ".codex/config.toml",
      "codex",
      '[plugins."membria@team"]\nenabled = true\n',
      "codex plugin remove membria@team",
    ],
    [
      ".gemini/extensions/membria/gemini-extension.json",
      "gemini",
      "{}",
      "gemini extensions uninstall membria",
    ],
    [
      ".copilot/settings.json",
      "copilot",
      '{"enabledPlugins": {"membria@team": true}}',
      "copilot plugin uninstall membria@team",
    ],
  ])("says that a package is there as well: %s", async (path, client, text, removal) => {
    await put(path, text);
    const { out } = await membria("install", client, "--dry-run");
    expect(out).toContain(`Remove one of the two: ${removal}, or membria uninstall ${client}`);
  });

  it("names the clients if it does not know one", async () => {
    const { code, err } = await membria("install", "emacs");
    expect(code).toBe(2);
    expect(err).toContain("claude-code");
    expect((await membria("install")).code).toBe(2);
  });
});

describe("membria uninstall", () => {
  it("brings back what was there, byte for byte", async () => {
    const text = '{\r\n\t"theme": "dark" // nice\r\n}';
    await put(".gemini/settings.json", text);
    await membria("install", "gemini", "--yes");
    expect((await membria("uninstall", "gemini", "--yes")).out).toContain("restored as it was");
    expect(await readFile(join(home, ".gemini", "settings.json"), "utf8")).toBe(text);
    expect((await membria("uninstall", "gemini")).out).toContain("has nothing of it");
  });

  it("works without the notes of the installation", async () => {
    await put(".gemini/settings.json", '{\n  "theme": "dark"\n}\n');
    await membria("install", "gemini", "--yes");
    await rm(join(home, ".membria"), { recursive: true });
    expect((await membria("uninstall", "gemini", "--yes")).code).toBe(0);
    expect(await readFile(join(home, ".gemini", "settings.json"), "utf8")).toBe('{\n  "theme": "dark"\n}\n');
  });
});

describe("membria status", () => {
  it("starts the server as the client does, and says what it found", async () => {
    await membria("install", "claude-code", "codex", "--yes");
    const { code, out } = await membria("status", "--json");
    expect(code).toBe(1);
    const { clients } = JSON.parse(out) as { clients: Record<string, unknown>[] };
    expect(clients.map(({ client }) => client)).toEqual(["claude-code", "codex"]);
    expect(clients[0]).toMatchObject({
      present: true,
      servers: [{ scope: "user", trial: { called: "membria_get_all_calibrations", tools: 9 } }],
      hooks: [{ scope: "user", count: 8 }],
      problems: [],
    });
    expect(clients[1]).toMatchObject({
      hooks: [{ count: 7, untrusted: 7 }],
      problems: [expect.stringContaining("7 hooks wait for your trust") as string],
    });
    expect((await membria("status", "claude-code")).code).toBe(0);
  });

  it("finds a program that is gone, and one that is another", async () => {
    await membria("install", "gemini", "--yes");
    const path = join(home, ".gemini", "settings.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll(MEMBRIA, "/gone/membria.js"));
    const { code, out } = await membria("status", "gemini");
    expect(code).toBe(1);
    expect(out).toContain(
      "does not work: it ended with exit code 1 before it answered: Error: Cannot find module",
    );
    expect(out).toContain("is not what this program would write. To update it: membria install gemini");
    await writeFile(path, '{"mcpServers": {"membria": {"command": "docker"}}}');
    expect((await membria("status", "gemini")).out).toContain("a server called membria that does not start");
  });

  it("finds hooks that run twice", async () => {
    await membria("install", "cursor", "--yes");
    const second = await membria("install", "cursor", "--scope", "project", "--yes");
    expect(second.out).toContain("To remove those: membria uninstall cursor --scope user");
    expect((await membria("status", "cursor")).out).toContain("so they run twice");
    await membria("uninstall", "cursor", "--scope", "project", "--yes");
    expect((await membria("status", "cursor")).out).not.toContain("twice");
  });

  it("uses the variables of the entry, and for Codex no others of ours", async () => {
    await membria("install", "codex", "--yes");
    const path = join(home, ".codex", "config.toml");
    const elsewhere = join(home, "elsewhere");
    await writeFile(path, `${await readFile(path, "utf8")}env = { MEMBRIA_PROFILE = "nonsense" }\n`);
    const { out } = await runProgram(["status", "codex"], {
      env: { HOME: home, MEMBRIA_EMBEDDING: "off", MEMBRIA_HOME: elsewhere },
      cwd: project,
    });
    expect(out).toContain("MEMBRIA_PROFILE");
    await expect(readFile(join(elsewhere, "membria.db"))).rejects.toThrow("ENOENT");
  });

  it("says how to begin if there is nothing", async () => {
    const { code, out } = await membria("status");
    expect({ code, out }).toEqual({
      code: 0,
      out: "No client was found on this machine. To set one up anyway: membria install claude-code\n",
    });
    expect((await membria("status", "gemini")).out).toContain(
      "not installed. To do it: membria install gemini",
    );
  });
});
