import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Client, Scope, SettingsFile } from "../../src/clients/client.ts";
import type { ClientFiles, FileChange } from "../../src/clients/client-files.ts";
import { CLIENTS } from "../../src/clients/inventory.ts";
import { READ_LIMITS } from "../../src/shared/read-limits.ts";
import { folderOfTest } from "../support/memory.ts";
import { clientsOf, type TestClients } from "./clients-of.ts";

const CASES = CLIENTS.flatMap((client) =>
  client.scopes.map((scope) => [client.name, scope, client] as const),
);

let home: string;
let files: TestClients;

beforeEach(async () => {
  home = (await folderOfTest()).path;
  files = clientsOf(home);
});

const settingsOf = (client: Client, scope: Scope): readonly SettingsFile[] =>
  client.settings(scope, files.places, files.program);

/** The files that others write to as well. */
const shared = (client: Client, scope: Scope): readonly SettingsFile[] =>
  settingsOf(client, scope).filter(({ format }) => format !== "own");

async function install(
  client: Client,
  scope: Scope,
  from: ClientFiles = files,
): Promise<readonly FileChange[]> {
  const changes = await from.planInstallation(client, scope);
  for (const change of changes) expect(await from.carryOut(change, scope)).not.toHaveProperty("problem");
  return changes;
}

async function uninstall(client: Client, scope: Scope): Promise<readonly FileChange[]> {
  const changes = await files.planRemoval(client, scope);
  for (const change of changes.toReversed())
    expect(await files.carryOut(change, scope)).not.toHaveProperty("problem");
  return changes;
}

const kinds = (changes: readonly FileChange[]): string[] => changes.map(({ kind }) => kind);

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function nestedTo(levels: number, format: SettingsFile["format"]): string {
  const lists = `${"[".repeat(levels)}${"]".repeat(levels)}`;
  return format === "toml" ? `a = ${lists}\n` : `{"a": ${lists}}\n`;
}

const otherSettings = ({ format }: SettingsFile): string =>
  format === "toml" ? 'model = "o3"\n\n[mcp_servers.other]\ncommand = "x"\n' : '{\n  "theme": "dark"\n}\n';

/** A file with the settings of a person, which the client understands. */
const PERSONAL: Readonly<Record<string, (file: SettingsFile) => string>> = {
  empty: () => "",
  "only a line end": () => "\n",
  "other settings": otherSettings,
  "the same on one line": ({ format }) =>
    format === "toml" ? 'model = "o3"' : '{"theme":"dark","mcpServers":{"other":{"command":"x"}}}',
  "lines that end with CRLF": ({ format }) =>
    format === "toml" ? '# mine\r\nmodel = "o3"\r\n' : '{\r\n\t"theme": "dark"\r\n}\r\n',
  "a mark of the byte order": ({ format }) =>
    format === "toml" ? '\uFEFFmodel = "o3"\n' : '\uFEFF{\n    "theme": "dark"\n}',
  comments: ({ format }) =>
    format === "toml"
      ? '# mine\nmodel = "o3" # the best\n\n# another\n[mcp_servers.other] # x\ncommand = "x"\n'
      : '// mine\n{\n  "theme": "dark", // nice\n  /* servers */ "mcpServers": {\n    // none yet\n  },\n}\n',
};

describe.each(CASES)("%s for a %s", (_, scope, client) => {
  it("creates files and folders that are missing, and removes them again", async () => {
    const before = await readdir(home, { recursive: true });
    expect(new Set(kinds(await install(client, scope)))).toEqual(new Set(["create"]));
    for (const { path } of settingsOf(client, scope))
      expect((await stat(path)).mode & 0o077).toBe(scope === "user" ? 0 : 0o044);
    expect(new Set(kinds(await uninstall(client, scope)))).toEqual(new Set(["delete"]));
    const left = (await readdir(home, { recursive: true })).filter((path) => !path.startsWith(".membria"));
    expect(left).toEqual(before);
  });

  it.each(Object.entries(PERSONAL))("adds to a file with %s, and restores its bytes", async (_name, text) => {
    const own = shared(client, scope);
    for (const file of own) await put(file.path, text(file));
    await install(client, scope);
    for (const file of own) expect(await readFile(file.path, "utf8")).toContain(text(file).slice(0, 8));
    expect(kinds(await files.planInstallation(client, scope))).not.toContain("change");
    await uninstall(client, scope);
    for (const file of own) expect(await readFile(file.path, "utf8")).toBe(text(file));
  });

  it("finds nothing to do when it is installed already", async () => {
    await install(client, scope);
    expect(new Set(kinds(await install(client, scope)))).toEqual(new Set(["none"]));
    expect(await files.examine(client, scope)).toMatchObject({ outdated: [], problems: [] });
  });

  it("writes through a symbolic link", async () => {
    for (const [i, file] of shared(client, scope).entries()) {
      await put(join(home, `dotfiles-${i}`), otherSettings(file));
      await mkdir(dirname(file.path), { recursive: true });
      await symlink(join(home, `dotfiles-${i}`), file.path);
    }
    await install(client, scope);
    for (const [i, { path }] of shared(client, scope).entries()) {
      expect((await lstat(path)).isSymbolicLink()).toBe(true);
      expect(await readFile(join(home, `dotfiles-${i}`), "utf8")).toContain("membria");
    }
  });

  it("leaves a read-only file alone", async () => {
    for (const file of shared(client, scope)) {
      await put(file.path, otherSettings(file));
      await chmod(file.path, 0o444);
    }
    const changes = await files.planInstallation(client, scope);
    for (const { path, problem } of changes.slice(0, shared(client, scope).length)) {
      expect(problem?.reason).toBe("read_only");
      expect(await readFile(path, "utf8")).not.toContain("membria");
    }
  });

  it("never touches a file that is nested deeper or longer than it reads, and says so", async () => {
    const own = shared(client, scope);
    const refusals = async (): Promise<unknown[]> =>
      (await files.planInstallation(client, scope)).slice(0, own.length).map(({ problem }) => problem);
    for (const { path, format } of own) await put(path, nestedTo(100_000, format));
    expect(await refusals()).toEqual(
      own.map(({ format }) =>
        expect.objectContaining({
          reason: "not_valid",
          message: expect.stringContaining(
            format === "toml" ? "nested" : "nested 100,001 levels deep, and at most 1,100 are read",
          ),
        }),
      ),
    );
    for (const { path } of own) await truncate(path, READ_LIMITS.clientFileBytes + 1);
    expect(await refusals()).toEqual(
      own.map(() =>
        expect.objectContaining({
          reason: "not_valid",
          message: "It has 50,000,001 bytes, and at most 50,000,000 are read.",
        }),
      ),
    );
  });

  it("never touches a file that it cannot parse, and says where the mistake is", async () => {
    for (const { path, format } of shared(client, scope))
      await put(path, format === "toml" ? "model = o3\n" : '{\n  "theme": "dark"\n  "a": 1\n}\n');
    const changes = await files.planInstallation(client, scope);
    for (const [i, { format }] of shared(client, scope).entries()) {
      expect(changes[i]?.problem).toMatchObject({ reason: "not_valid" });
      expect(changes[i]?.problem?.message).toMatch(
        format === "toml" ? /line 1, column \d/ : /line 3, column 3/,
      );
    }
    expect(await files.examine(client, scope)).toMatchObject({
      problems: shared(client, scope).map(({ path }) => ({ path })),
    });
  });

  it("updates what another version of it wrote", async () => {
    await install(client, scope, clientsOf(home, { words: ["/old/node", "/old/dist/membria.js"] }));
    const { outdated } = await files.examine(client, scope);
    expect(outdated).toEqual(settingsOf(client, scope).map(({ path }) => path));
    await install(client, scope);
    for (const { path } of settingsOf(client, scope)) {
      const text = await readFile(path, "utf8");
      expect(text).not.toContain("/old/");
      expect(text).toContain("/opt/mem bria/dist/");
    }
    expect(new Set(kinds(await uninstall(client, scope)))).toEqual(new Set(["delete"]));
  });

  it("takes only ours out of a file that somebody changed since", async () => {
    await install(client, scope);
    const [file] = shared(client, scope);
    const path = file?.path ?? "";
    const text = await readFile(path, "utf8");
    // In TOML a key after a table belongs to the table, so it has to be before it.
    await writeFile(
      path,
      file?.format === "toml"
        ? `# mine\nmodel = "o3"\n\n${text}`
        : text.replace("{", '{\n  "mine": 1, // yes'),
    );
    await uninstall(client, scope);
    const left = await readFile(path, "utf8");
    expect(left).toContain(file?.format === "toml" ? '# mine\nmodel = "o3"\n' : '"mine": 1');
    expect(left).not.toContain("membria");
    if (file?.format === "json") expect(left).toContain("// yes");
  });
});
