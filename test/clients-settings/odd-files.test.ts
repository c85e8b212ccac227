import { lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileChange } from "../../src/clients/client-files.ts";
import { clientNamed } from "../../src/clients/inventory.ts";
import { folderOfTest } from "../support/memory.ts";
import { clientsOf, type TestClients } from "./clients-of.ts";

let home: string;
let files: TestClients;

beforeEach(async () => {
  home = (await folderOfTest()).path;
  files = clientsOf(home);
});

async function put(path: string, contents: string | Uint8Array): Promise<string> {
  const whole = join(home, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, contents);
  return whole;
}

const text = (path: string): Promise<string> => readFile(join(home, path), "utf8");

async function plan(name: Parameters<typeof clientNamed>[0], path: string): Promise<FileChange> {
  const changes = await files.planInstallation(clientNamed(name), "user");
  const found = changes.find((change) => change.path === join(home, path));
  if (!found) throw new Error(`Nothing is planned for ${path}.`);
  return found;
}

describe("a file that is not what it should be", () => {
  it("may be a folder", async () => {
    await mkdir(join(home, ".gemini", "settings.json"), { recursive: true });
    expect((await plan("gemini", ".gemini/settings.json")).problem?.reason).toBe("not_a_file");
  });

  it("may not be in UTF-8", async () => {
    await put(".gemini/settings.json", Uint8Array.of(0x7b, 0xff, 0x7d));
    expect((await plan("gemini", ".gemini/settings.json")).problem?.message).toContain("UTF-8");
  });

  it("may be a link to nothing, which then leads to something", async () => {
    await mkdir(join(home, ".gemini"));
    await symlink(join("..", "dotfiles", "gemini.json"), join(home, ".gemini", "settings.json"));
    const change = await plan("gemini", ".gemini/settings.json");
    expect(await files.carryOut(change, "user")).not.toHaveProperty("problem");
    expect((await lstat(join(home, ".gemini", "settings.json"))).isSymbolicLink()).toBe(true);
    expect(await text("dotfiles/gemini.json")).toContain("membria");
  });

  it("may have another plugin under our name", async () => {
    await put(".config/opencode/plugins/membria.js", "export const Mine = async () => ({});\n");
    const change = await plan("opencode", ".config/opencode/plugins/membria.js");
    expect(change).toMatchObject({ kind: "none", problem: { reason: "foreign_entry" } });
  });

  it("may have changed since it was looked at", async () => {
    await put(".gemini/settings.json", "{}");
    const change = await plan("gemini", ".gemini/settings.json");
    await put(".gemini/settings.json", '{"theme": "dark"}');
    expect((await files.carryOut(change, "user")).problem?.reason).toBe("changed_meanwhile");
    expect(await text(".gemini/settings.json")).toBe('{"theme": "dark"}');
  });
});

describe("somebody else's server of our name", () => {
  it.each([
    [
      "gemini",
      ".gemini/settings.json",
      '{"mcpServers": {"membria": {"command": "docker", "args": ["run"]}}}',
    ],
    ["codex", ".codex/config.toml", '[mcp_servers.membria]\nurl = "http://127.0.0.1:9090/mcp"\n'],
  ] as const)("stays, in %s", async (name, path, contents) => {
    await put(path, contents);
    const change = await plan(name, path);
    expect(change).toMatchObject({ kind: "none", problem: { reason: "foreign_entry" } });
    const [removal] = await files.planRemoval(clientNamed(name), "user");
    expect(removal?.kind).toBe("none");
  });
});

describe("opencode", () => {
  it("keeps the file with comments that a person has", async () => {
    await put(".config/opencode/opencode.jsonc", "{\n  // mine\n}\n");
    const change = await plan("opencode", ".config/opencode/opencode.jsonc");
    expect(change).toMatchObject({ kind: "change" });
    expect(change.after).toContain("// mine");
  });
});

describe("the settings of Codex", () => {
  it.each([
    [
      "in a table of its own with more in it",
      '[mcp_servers.membria]\ncommand = "/old/node"\nargs = [\n  "/old/membria.js", # here\n  "mcp", "serve",\n]\nstartup_timeout_sec = 20\n\n[mcp_servers.membria.env]\nA = "1"\n\n# about z\n[z]\nb = 1\n',
    ],
    [
      "with quoted names",
      '["mcp_servers"."membria"]\ncommand = "/old/node"\nargs = ["/old/membria.js", "mcp", "serve"]\n\n# about z\n[z]\nb = 1',
    ],
  ])("are updated %s, and only ours are removed", async (_, contents) => {
    await put(".codex/config.toml", contents);
    const change = await plan("codex", ".codex/config.toml");
    expect(change.problem).toBeUndefined();
    expect(change.after).toContain('args = ["/opt/mem bria/dist/membria.js","mcp","serve"]');
    expect(change.after?.replace(/.*(?:command|args) = .*\n/g, "")).not.toContain("/old/");
    for (const kept of ["startup_timeout_sec = 20", 'A = "1"'])
      expect(change.after?.includes(kept)).toBe(contents.includes(kept));
    const [removal] = await files.planRemoval(clientNamed("codex"), "user");
    expect(removal?.after?.trim()).toBe("# about z\n[z]\nb = 1");
  });

  it.each([
    'mcp_servers = { other = { command = "x" } }\n',
    'mcp_servers.membria = { command = "/old/node", args = ["/old/membria.js", "mcp", "serve"] }\n',
  ])("are left alone where ours cannot be written without touching the rest: %j", async (contents) => {
    await put(".codex/config.toml", contents);
    const { problem } = await plan("codex", ".codex/config.toml");
    expect(problem?.reason).toBe("not_editable");
    expect(problem?.hint).toContain("/opt/mem bria/dist/membria.js");
  });
});
