import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { plainAdr, readFiles, writeFiles } from "../support/adr-files.ts";
import { folderOfTest } from "../support/memory.ts";
import { AT_TERMINAL, atTerminal } from "../support/pseudo-terminal.ts";
import { type Run, runProgram } from "../support/run-program.ts";

/** Each test starts many processes, and ends when it hangs. */
vi.setConfig({ testTimeout: 300_000 });

type Env = Readonly<Record<string, string>>;

/** It says that it is a person, which does not help it. */
const AGENT: Env = { CLAUDECODE: "1", MEMBRIA_ACTOR: "human" };
const SCRIPT: Env = { MEMBRIA_ACTOR: "script" };
const PERSON: Env = {};

const idIn = (out: string, prefix: string): string =>
  new RegExp(`\\b${prefix}_[a-z0-9]+`).exec(out)?.[0] ?? "";

async function home() {
  const folder = await folderOfTest();
  const settings = {
    MEMBRIA_HOME: folder.file("home"),
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_PERSON: "Ann",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_BACKUPS: "0",
  };
  const run = (env: Env, argv: readonly string[], input = ""): Promise<Run> =>
    runProgram(argv, { env: { ...settings, ...env }, cwd: folder.path, input });
  const done = async (env: Env, ...argv: string[]): Promise<string> => {
    const { code, out, err } = await run(env, argv);
    expect([code, err], argv.join(" ")).toEqual([0, ""]);
    return out;
  };
  const decided = async (env: Env, ...argv: string[]) =>
    idIn(await done(env, "decide", ...argv, "--json"), "dec");
  const shown = async (ref: string) => {
    const { similar_decisions: _, ...decision } = JSON.parse(await done(PERSON, "show", ref, "--json"));
    return decision;
  };
  const log = () => done(PERSON, "audit", "--json");
  return { folder, settings, run, done, decided, shown, log };
}

const MYSQL = plainAdr("1. Use MySQL").replace("## Status", "Deciders: Ann\n\n## Status");

/** What a person did: a key, a copy, an import, an outcome, and a decision that was erased in the copy. */
async function personsHome() {
  const opened = await home();
  const { folder, done, decided } = opened;
  const id = await decided(PERSON, "Cache orders in Redis");
  await done(PERSON, "outcome", id, "failure");
  const key = idIn(await done(PERSON, "keys", "create", "--name", "page", "--may-consent"), "key");
  await done(PERSON, "backup", folder.file("copy.db"));
  await writeFiles(folder.file("theirs"), { "0001-use-mysql.md": MYSQL });
  const run = idIn(await done(PERSON, "import", "adr", "theirs"), "imp");
  const commands: readonly (readonly [argv: readonly string[], input?: string])[] = [
    [["keys", "create", "--name", "mine", "--may-consent"]],
    [["keys", "create", "--name", "mine", "--role", "admin"]],
    [["keys", "rotate", key]],
    [["admin", "set-secret"], "a long enough secret\n"],
    [["reopen", id]],
    [["import", "undo", run, "--yes"]],
    [["restore-backup", "copy.db", "--yes"]],
    [["recover", "--from", "copy.db", "--yes"]],
  ];
  return { ...opened, id, commands };
}

describe("In the shell of an agent", () => {
  it("what speaks for a person, or takes back what one said, is refused in words that name no way around", async () => {
    const { run, log, id, commands, shown } = await personsHome();
    const before = await log();
    for (const [argv, input] of [...commands, [["forget", id, "--yes"]] as const]) {
      const { code, out, err } = await run(AGENT, argv, input);
      expect([code, out], argv.join(" ")).toEqual([5, ""]);
      expect(err).toMatch(
        /^membria: Only a person .+\.\nNothing was changed\. A person has to do it at a terminal of their own\.$/m,
      );
      expect(err).not.toMatch(/`|membria [a-z]|MEMBRIA_|--/);
    }
    expect(await log()).toBe(before);
    expect(await shown(id)).toMatchObject({ standing: "active", outcome: "failure" });
  });

  it("an ordinary key, an own import, an own outcome and a look at a copy stay what an agent may do", async () => {
    const { folder, done, decided } = await personsHome();
    const key = idIn(await done(AGENT, "keys", "create", "--name", "reader"), "key");
    await done(AGENT, "keys", "rotate", key);
    const own = await decided(AGENT, "Cache carts on disk");
    await done(AGENT, "outcome", own, "failure");
    await done(AGENT, "reopen", own);
    await writeFiles(folder.file("own"), { "0001-use-x.md": plainAdr("1. Use X") });
    const run = idIn(await done(AGENT, "import", "adr", "own"), "imp");
    await done(AGENT, "import", "undo", run);
    await done(AGENT, "restore-backup", "copy.db", "--dry-run");
  });
});

describe("A script", () => {
  it("does all of that until it is told otherwise, but erases nothing that a person decided", async () => {
    const { run, done, decided, id, commands, shown } = await personsHome();
    const refused = await run(SCRIPT, ["forget", id, "--yes"]);
    expect([refused.code, refused.out]).toEqual([5, ""]);
    expect(refused.err).toContain("Only a person erases for good what a person decided");
    expect(refused.err).not.toMatch(/`|membria [a-z]|MEMBRIA_|--/);
    expect(await shown(id)).toMatchObject({ standing: "active" });
    const own = await decided(SCRIPT, "Cache carts on disk");
    await done(SCRIPT, "forget", own, "--yes");
    for (const [argv, input] of commands) {
      const { code, err } = await run(SCRIPT, argv, input);
      expect([code, err], argv.join(" ")).toEqual([0, ""]);
    }
  });

  it("erases it where a person stands behind it, and says so", async () => {
    const { done, id } = await personsHome();
    await done({ MEMBRIA_ACTOR: "human" }, "forget", id, "--yes");
  });
});

describe("A person at a terminal", AT_TERMINAL, () => {
  it("does what an agent was refused", async () => {
    const { settings, commands, id } = await personsHome();
    for (const [argv] of [
      ...commands.slice(0, 3),
      [["reopen", id]] as const,
      [["forget", id, "--yes"]] as const,
    ]) {
      const screen = atTerminal(argv, { env: settings });
      expect(await screen.ended(), `${argv.join(" ")}: ${screen.shown()}`).toBe(0);
    }
  });
});

describe("What is imported", () => {
  /** An export with a decision of Ann that was edited, has an outcome, a note and a link that was approved. */
  async function exported() {
    const { folder, done, decided } = await home();
    const base = await decided(PERSON, "Cache orders in Redis", "--topic", "cache");
    const fine = await decided(PERSON, "Expire cached orders after a day");
    await done(PERSON, "edit", base, "--reasoning", "I approved this");
    await done(PERSON, "outcome", base, "success");
    const link = await done(
      PERSON,
      "links",
      "propose",
      fine,
      "refines",
      base,
      "--reason",
      "It says how long",
    );
    await done(PERSON, "links", "approve", idIn(link, "lnk"));
    await done(PERSON, "export", "json", "export.json");
    return { file: folder.file("export.json"), base, fine };
  }

  it("by an agent is the agent's, with what the file calls a person's as data, and the reply says how many", async () => {
    const { file, base, fine } = await exported();
    const { done, shown, run } = await home();
    const report = JSON.parse(await done(AGENT, "import", "json", file, "--json"));
    expect(report).toMatchObject({ verified: { ok: true }, records: { decisions: { added: 2 } } });
    expect(report.problems).toEqual([
      `2 decisions are a person's, says the source, and come in as the agent "claude-code"'s: what a person decided is brought in by a person at a terminal of their own.`,
    ]);
    const here = await shown(base);
    expect(here).toMatchObject({ author: "agent" });
    expect(JSON.stringify(here)).not.toMatch(/"(?:author|author_kind)":"human"/);
    expect(JSON.stringify(here)).toContain('Its source says that the human \\"Ann\\" decided it.');
    expect(await done(PERSON, "links", "--json")).toContain(fine);
    const health = await run(PERSON, ["doctor", "--json"]);
    expect(health.code, health.out).toBe(0);
    // What a person says here is theirs, and the file does not take it back.
    expect((await run(AGENT, ["import", "json", file])).out).toContain("Nothing new");
  });

  it("by a script is whose the file says", async () => {
    const { file, base } = await exported();
    const { done, shown } = await home();
    const report = JSON.parse(await done(SCRIPT, "import", "json", file, "--json"));
    expect(report).toMatchObject({ problems: [], verified: { ok: true } });
    expect(await shown(base)).toMatchObject({ author: "human" });
  });

  it("from a folder of records is the agent's as well", async () => {
    const { folder, done, run } = await home();
    await writeFiles(folder.file("adr"), { "0001-use-mysql.md": MYSQL });
    expect(await done(AGENT, "import", "adr", "adr")).toContain("1 decision is a person's, says the source");
    const [listed] = JSON.parse(await done(PERSON, "list", "--json")).decisions;
    expect(listed).toMatchObject({ author: "agent" });
    // And stays in step with its file, whose words are left alone.
    expect((await run(PERSON, ["sync", "adr", "adr"])).out).toContain("1 in step");
    expect(await readFiles(folder.file("adr"))).toEqual({ "0001-use-mysql.md": MYSQL });
  });

  it.each(["by its id", "by a name that an own decision has as its id"])(
    "by an agent replaces no decision of a person, named %s; by a script it does",
    async (how) => {
      const { folder, done, run } = await home();
      await writeFiles(folder.file("adr"), { "0001-use-mysql.md": MYSQL });
      await done(SCRIPT, "import", "adr", "adr");
      const [theirs] = JSON.parse(await done(PERSON, "list", "--json")).decisions;
      expect(theirs).toMatchObject({ author: "human", standing: "active" });
      await done(PERSON, "export", "json", "here.json");
      const alias = /"aliases":\["([^"]+)"/.exec(await readFile(folder.file("here.json"), "utf8"))?.[1] ?? "";
      expect(alias).toContain("0001-use-mysql.md");
      const target = how === "by its id" ? theirs.decision_id : alias;
      const other = await home();
      await other.decided(AGENT, "Use Postgres");
      const second = await other.decided(AGENT, "Use SQLite");
      await other.done(AGENT, "decide", "Use Postgres again", "--supersedes", second);
      await other.done(PERSON, "export", "json", "export.json");
      const text = await readFile(other.folder.file("export.json"), "utf8");
      const file = folder.file("forged.json");
      const [head = "", ...lines] = text.split("\n");
      const forged = lines.map((line) =>
        line.includes('"kind":"link"')
          ? line.replaceAll(second, target)
          : how === "by its id"
            ? line
            : line.replaceAll(`"${second}"`, JSON.stringify(alias)),
      );
      await writeFile(file, [head, ...forged].join("\n"));
      const byAgent = await run(AGENT, ["import", "json", file, "--json"]);
      expect(byAgent.out).toContain("it would replace what a person decided, which only a person does");
      expect(JSON.parse(await done(PERSON, "show", theirs.decision_id, "--json"))).toMatchObject({
        standing: "active",
      });
      await done(AGENT, "import", "undo", idIn(byAgent.out, "imp"));
      await done(SCRIPT, "import", "json", file);
      expect(JSON.parse(await done(PERSON, "show", theirs.decision_id, "--json"))).toMatchObject({
        standing: "superseded",
      });
    },
  );
});

describe("A folder of records that an agent edits and synchronises", () => {
  const FILE = "0001-use-mysql.md";
  const EDITS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
    "other words": (folder) => writeFiles(folder, { [FILE]: MYSQL.replace("Use MySQL", "Use MongoDB") }),
    "another status": (folder) => writeFiles(folder, { [FILE]: MYSQL.replace("Accepted", "Deprecated") }),
    "a record that replaces it": (folder) =>
      writeFiles(folder, {
        "0002-use-mongodb.md": plainAdr("2. Use MongoDB").replace(
          "Accepted",
          `Accepted\n\nSupersedes [1. Use MySQL](${FILE})`,
        ),
      }),
    "no file any more": (folder) => rm(join(folder, FILE)),
  };

  it.each(Object.keys(EDITS))(
    "changes nothing that a person decided, with %s: a person has to, and what a script does is what the file says",
    async (how) => {
      const { folder, run, done, shown } = await home();
      const adr = folder.file("adr");
      await writeFiles(adr, { [FILE]: MYSQL });
      await done(PERSON, "sync", "adr", "adr");
      const id = JSON.parse(await done(PERSON, "list", "--json")).decisions[0].decision_id;
      const before = await shown(id);
      expect(before).toMatchObject({ author: "human", standing: "active" });
      await EDITS[how]?.(adr);
      const prefer = ["sync", "adr", "adr", "--prefer", "file"];
      const { out } = await run(AGENT, prefer);
      expect(out).toMatch(/only a person (?:lets the file change it|does)/);
      expect(await shown(id)).toEqual(before);
      // A second time it says the same, because nothing was taken for done.
      if (how !== "a record that replaces it")
        expect((await run(AGENT, prefer)).out).toContain("only a person lets the file change it");
      if (how === "a record that replaces it") return;
      await done(SCRIPT, ...prefer);
      expect(await shown(id)).not.toEqual(before);
    },
  );

  it("brings in a new record as the agent's, whoever decided it by its words; by a script it is theirs", async () => {
    const broughtInBy = async (env: Env) => {
      const { folder, done } = await home();
      await writeFiles(folder.file("adr"), { [FILE]: MYSQL });
      const out = await done(env, "sync", "adr", "adr");
      // It is in step, so that a later sync takes nothing for the person's, either.
      expect(await done(env, "sync", "adr", "adr")).toContain("1 in step, 0 brought in step");
      return { out, decisions: JSON.parse(await done(PERSON, "list", "--json")).decisions };
    };
    const byAgent = await broughtInBy(AGENT);
    expect(byAgent.out).toContain("1 decision is a person's, says the source");
    expect(byAgent.decisions).toMatchObject([{ statement: "Use MySQL", author: "agent" }]);
    const byScript = await broughtInBy(SCRIPT);
    expect(byScript.out).not.toContain("says the source");
    expect(byScript.decisions).toMatchObject([{ statement: "Use MySQL", author: "human" }]);
  });

  it("takes a change of form alone, and what the memory says goes to the file", async () => {
    const { folder, done, shown } = await home();
    const adr = folder.file("adr");
    await writeFiles(adr, { [FILE]: MYSQL });
    await done(PERSON, "sync", "adr", "adr");
    const id = JSON.parse(await done(PERSON, "list", "--json")).decisions[0].decision_id;
    await writeFiles(adr, { [FILE]: MYSQL.replace("Deciders: Ann\n\n", "Deciders: Ann\n\n\n") });
    expect(await done(AGENT, "sync", "adr", "adr")).toContain("only its form changed");
    await done(PERSON, "retract", id);
    await done(AGENT, "sync", "adr", "adr");
    expect((await readFiles(adr))[FILE]).toMatch(/deprecated/i);
    expect(await shown(id)).toMatchObject({ standing: "deprecated" });
  });
});
