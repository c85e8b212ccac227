import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { openDatabase } from "../../src/store/file/driver.ts";
import { type ProgramOptions, type Run, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

const STATEMENT = "Use PostgreSQL for the user database";
const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
})}\n`;

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;

/** The program in a home of its own, outside any repository. */
async function installed() {
  const folder = await folderOfTest();
  const env = { MEMBRIA_HOME: folder.file("home") };
  await mkdir(env.MEMBRIA_HOME);
  return {
    folder,
    home: env.MEMBRIA_HOME,
    run: (argv: readonly string[], options: ProgramOptions = {}) =>
      runProgram(argv, { cwd: folder.path, ...options, env: { ...env, ...options.env } }),
    config: (text: string) => writeFile(`${env.MEMBRIA_HOME}/config.json`, text),
  };
}

describe("the program on the command line", () => {
  it("decides, shows, lists, retracts and forgets, each run a process of its own", async () => {
    const { run } = await installed();
    const decided = await run(["decide", STATEMENT, "--confidence", "0.8", "--project", "shop", "--json"]);
    expect(decided).toMatchObject({ code: 0, err: "" });
    const { decision_id: id, created_by } = jsonOf(decided) as { decision_id: string; created_by: string };
    expect(created_by).not.toBe("");
    const inShop = { env: { MEMBRIA_PROJECT: "shop" } };
    expect((await run(["show", id], inShop)).out).toContain(STATEMENT);
    expect(jsonOf(await run(["list", "--json"], inShop))).toMatchObject({ total: 1 });
    expect((await run(["retract", id, "--reason", "slow"], inShop)).code).toBe(0);
    expect((await run(["forget", id, "--yes"], inShop)).out).toBe(`${id} is erased.\n`);
    expect((await run(["show", id], inShop)).code).toBe(3);
  });

  it("knows the person from the settings or from git", async () => {
    const { run, folder } = await installed();
    const decidedBy = async (argv: readonly string[], env: Record<string, string> = {}) =>
      jsonOf(await run(["decide", STATEMENT, "--json", ...argv], { env }));
    await writeFile(folder.file("gitconfig"), "[user]\n\tname = Jane of git\n");
    const env = { GIT_CONFIG_GLOBAL: folder.file("gitconfig") };
    const byGit = { created_by: "Jane of git", author: "human" };
    expect(await decidedBy(["--project", "one"], env)).toMatchObject(byGit);
    expect(await decidedBy(["--project", "two", "--person", "Jane Doe"], env)).toMatchObject({
      created_by: "Jane Doe",
      author: "human",
    });
  });

  it("writes nothing but the result on standard output", async () => {
    const { run } = await installed();
    const { code, out, err } = await run(["list", "--log-level", "debug"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^No decisions yet in default\..*\n$/);
    for (const line of err.split("\n").filter(Boolean)) expect(JSON.parse(line)).toHaveProperty("level");
    const failed = await run(["show", "dec_missing"]);
    expect(failed.out).toBe("");
    expect(failed.err).toContain("There is no decision dec_missing");
  });

  it("knows its version", async () => {
    const { run } = await installed();
    expect(await run(["--version"])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: "" });
  });

  it("helps without touching the memory, and with broken settings too", async () => {
    const { run, home, config } = await installed();
    await config("{broken");
    expect((await run(["help"])).code).toBe(0);
    expect((await run(["decide", "--help"])).out).toContain("--confidence");
    expect(await readdir(home)).toEqual(["config.json"]);
  });

  it("doctor finds no problem in a new home", async () => {
    const { run } = await installed();
    const { code, out } = await run(["doctor", "--json"]);
    const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { name: string; ok: boolean }[] };
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(checks.map(({ name }) => name)).toEqual([
      "node",
      "memory",
      "audit",
      "copies",
      "meaning",
      "project",
      "tools",
      "server",
    ]);
  });

  it("uses only the configured home", async () => {
    const { run, folder } = await installed();
    const other = folder.file("other");
    const elsewhere = folder.file("elsewhere");
    const { code } = await run(["doctor", "--home", other], { env: { MEMBRIA_HOME: elsewhere } });
    expect(code).toBe(0);
    expect(existsSync(`${other}/membria.db`)).toBe(true);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it("makes the memory readable for its owner only", async () => {
    const { run, folder } = await installed();
    const fresh = folder.file("fresh");
    await run(["list", "--home", fresh]);
    expect(statSync(fresh).mode & 0o077).toBe(0);
  });
});

describe("settings of the program", () => {
  const project = async (
    run: (argv: string[], options?: ProgramOptions) => Promise<Run>,
    ...flags: string[]
  ) => jsonOf(await run(["decide", STATEMENT, "--json", ...flags]))["project"];

  it("are resolved in the order flag, variable, config.json", async () => {
    const { run, config } = await installed();
    await config('{"project": "from-file"}');
    const withVariable = (argv: readonly string[]) =>
      run(argv, { env: { MEMBRIA_PROJECT: "from-variable" } });
    expect(await project(run)).toBe("from-file");
    expect(await project(withVariable)).toBe("from-variable");
    expect(await project(withVariable, "--project", "from-flag")).toBe("from-flag");
  });

  it.each([
    ['{"colour": "red"}', "There is no setting colour", "Known settings:"],
    ["{broken", "are not a JSON object", "or remove the file"],
    ["[]", "are not a JSON object", "or remove the file"],
    ['{"logLevel": "loud"}', "logLevel in", "debug, info, warn, error"],
  ])("%s in config.json stops every command, with what to do", async (text, problem, remedy) => {
    const { run, config } = await installed();
    await config(text);
    for (const argv of [["list"], ["mcp", "serve"]]) {
      const { code, out, err } = await run(argv, { input: INITIALIZE });
      expect(code).not.toBe(0);
      expect(out).toBe("");
      expect(err).toContain(problem);
      expect(err).toContain("config.json");
      expect(err).toContain(remedy);
    }
  });

  it("a config.json that is a folder is reported as unreadable", async () => {
    const { run, home } = await installed();
    await mkdir(`${home}/config.json`);
    const { code, err } = await run(["list"]);
    expect(code).toBe(6);
    expect(err).toContain("cannot be read");
  });

  it("an unknown flag of mcp serve is refused, and its help names those there are", async () => {
    const { run } = await installed();
    const { code, out, err } = await run(["mcp", "serve", "--prot", "9090"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--prot");
    expect(err).toContain("membria mcp serve --help");
    expect((await run(["mcp", "serve", "--help"])).out).toContain("--read-only");
  });

  it("an invalid project name is refused", async () => {
    const { run } = await installed();
    const { code, err } = await run(["list", "--project", "My Shop"]);
    expect(code).toBe(2);
    expect(err).toContain("My Shop");
    expect(err).toContain("my-shop");
  });
});

describe("CONTRACTS 5: foreign databases and missing graph servers", () => {
  it("MAMA_DB_PATH that names a foreign database is left unaltered, and our own file is used", async () => {
    const { run, folder, home } = await installed();
    const theirs = folder.file("mama.db");
    const db = await openDatabase(theirs, 0);
    db.exec(
      "CREATE TABLE decisions (id TEXT PRIMARY KEY, decision TEXT); INSERT INTO decisions VALUES ('a', 'b')",
    );
    db.close();
    const hash = () => createHash("sha256").update(readFileSync(theirs)).digest("hex");
    const before = hash();
    const { code, out, err } = await run(["decide", STATEMENT, "--json"], { env: { MAMA_DB_PATH: theirs } });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty("decision_id");
    expect(err).toContain("membria import mama");
    expect(hash()).toBe(before);
    expect((await readdir(folder.path)).filter((name) => name.startsWith("mama.db"))).toEqual(["mama.db"]);
    expect(existsSync(`${home}/membria.db`)).toBe(true);
  });

  it("MAMA_DB_PATH that names no file yet, or a file of ours, is used", async () => {
    const { run, folder, home } = await installed();
    const env = { MAMA_DB_PATH: folder.file("memory.db") };
    expect((await run(["decide", STATEMENT], { env })).code).toBe(0);
    expect(jsonOf(await run(["list", "--json"], { env }))).toMatchObject({ total: 1 });
    expect(existsSync(`${home}/membria.db`)).toBe(false);
  });

  it("MEMBRIA_DB_PATH that names a foreign file is refused, because it was set on purpose", async () => {
    const { run, folder } = await installed();
    const theirs = folder.file("notes.txt");
    await writeFile(theirs, "not a database");
    const { code, err } = await run(["list"], { env: { MEMBRIA_DB_PATH: theirs } });
    expect(code).toBe(4);
    expect(err).toContain("is not a Membria memory, so it was left alone");
    expect(readFileSync(theirs, "utf8")).toBe("not a database");
  });

  it("the document's MEMBRIA_GRAPH_URL does not prevent the start, and the log says which address would work", async () => {
    const { run } = await installed();
    const env = { MEMBRIA_GRAPH_URL: "http://localhost:7687", MEMBRIA_LOG_LEVEL: "info" };
    const { code, out, err } = await run(["mcp", "serve"], { env, input: INITIALIZE });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: { name: "membria" } } });
    expect(err).toContain("MEMBRIA_GRAPH_URL");
    expect(err).toContain("redis://");
  });
});

describe("CONTRACTS 4.8: the role admin", () => {
  const SECRET = "correct horse battery staple";
  const asAdmin = (secret?: string): ProgramOptions => ({
    env: { MEMBRIA_ROLE: "admin", ...(secret !== undefined && { AGENT_MEMORY_SECRET: secret }) },
    input: INITIALIZE,
  });

  it("refuses to start without the secret, with a wrong one, and where none was set", async () => {
    const { run } = await installed();
    const refused = async (secret?: string) => {
      const { code, out, err } = await run(["mcp", "serve"], asAdmin(secret));
      expect({ code, out }).toEqual({ code: 5, out: "" });
      expect(err).toContain("AGENT_MEMORY_SECRET");
      expect(err).toContain("membria admin set-secret");
    };
    await refused();
    await refused(SECRET);
    await run(["admin", "set-secret"], { input: `${SECRET}\n` });
    await refused();
    await refused(`${SECRET}r`);
  });

  it("starts with the secret that was set", async () => {
    const { run, home } = await installed();
    const set = await run(["admin", "set-secret"], { input: `${SECRET}\n` });
    expect(set).toMatchObject({ code: 0, err: "" });
    expect(set.out).toContain("MEMBRIA_ROLE=admin");
    expect(set.out).not.toContain(SECRET);
    const file = `${home}/admin-secret.json`;
    expect(readFileSync(file, "utf8")).not.toContain(SECRET);
    expect(statSync(file).mode & 0o077).toBe(0);
    const { code, out } = await run(["mcp", "serve"], asAdmin(SECRET));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ result: { serverInfo: { name: "membria" } } });
  });

  it("set-secret says so with --json, and replaces the one before", async () => {
    const { run } = await installed();
    await run(["admin", "set-secret"], { input: `${SECRET}\n` });
    const again = await run(["admin", "set-secret", "--json"], { input: "another secret entirely\n" });
    expect(jsonOf(again)).toEqual({ set: true });
    expect((await run(["mcp", "serve"], asAdmin(SECRET))).code).toBe(5);
    expect((await run(["mcp", "serve"], asAdmin("another secret entirely"))).code).toBe(0);
  });

  it.each(["", "short\n"])("set-secret refuses %j", async (input) => {
    const { run, home } = await installed();
    const { code, out, err } = await run(["admin", "set-secret"], { input });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("at least 12");
    expect(existsSync(`${home}/admin-secret.json`)).toBe(false);
  });
});
