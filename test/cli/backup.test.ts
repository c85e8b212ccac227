import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { copyBeforeImport } from "../../src/portability/sql/imports.ts";
import { openCommandLine, type TestCommandLine } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { madeUpWord } from "../support/words-on-disk.ts";

const DAY_MS = 24 * 3_600_000;

const decide = async ({ run }: TestCommandLine, statement: string): Promise<string> =>
  JSON.parse((await run("decide", statement, "--json")).out).decision_id;

const backupsIn = ({ memory }: TestCommandLine): string[] => {
  const folder = join(dirname(memory.path), "backups");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

const json = async ({ run }: TestCommandLine, ...argv: string[]) =>
  JSON.parse((await run(...argv, "--json")).out);

/** A day later somebody decides something, after the copy of that day was made. */
async function nextDay(line: TestCommandLine, statement: string): Promise<unknown> {
  line.memory.clock.advance(DAY_MS);
  const now = line.memory.clock.now();
  const copied = await json(line, "backup", "--daily");
  await decide(line, statement);
  // The clock of the file system goes its own way.
  for (const end of ["", "-wal"]) utimesSync(line.memory.path + end, now, new Date(now.getTime() + 60_000));
  return copied;
}

describe("membria backup", () => {
  it("copies the open memory to a file that only the user may read, and never over another without --force", async () => {
    const line = await openCommandLine();
    await decide(line, "Use PostgreSQL for the carts");
    const { out, code } = await line.run("backup");
    const file = join(dirname(line.memory.path), "backups", "membria-2026-02-12T103000Z.db");
    expect(code).toBe(0);
    expect(out).toContain(`${file}: `);
    expect(out).toContain("1 decision in 1 project. The copy was checked.");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(backupsIn(line)).toEqual([basename(file)]);
    await raw(file, (db) =>
      expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" }),
    );

    const own = (await folderOfTest()).file("deep/own.db");
    expect(await json(line, "backup", own)).toMatchObject({ file: own, decisions: 1, verified: true });
    const refused = await line.run("backup", own);
    expect(refused.code).toBe(4);
    expect(refused.err).toContain(`There is a file ${own} already. Nothing was written.`);
    expect(refused.err).toContain("--force");
    expect((await line.run("backup", own, "--force")).code).toBe(0);
    expect((await line.run("backup", line.memory.path, "--force")).err).toContain("is the memory itself");
    expect((await line.run("backup", own, "--list")).err).toContain("FILE and --list were given together");
  });

  it("lists copies with date, size, decisions and why they were made", async () => {
    const line = await openCommandLine();
    expect((await line.run("backup", "--list")).out).toContain("There is no copy of the memory yet.");
    await decide(line, "Use PostgreSQL for the carts");
    await line.run("backup");
    const before = await copyBeforeImport(line.memory);
    expect((await line.run("backup", "--list")).out).toMatch(
      /DECISIONS {2}WHY.*\n.*1 {10}(?:by hand|before import)/,
    );
    const { backups } = await json(line, "backup", "--list");
    expect(backups).toHaveLength(2);
    expect(backups).toContainEqual(expect.objectContaining({ origin: "by_hand", decisions: 1 }));
    expect(backups).toContainEqual(
      expect.objectContaining({ origin: "before_import", decisions: 1, file: before }),
    );
  });
});

describe("membria restore-backup", () => {
  it("refuses what is missing, foreign, damaged, newer, an export, or the memory itself", async () => {
    const line = await openCommandLine();
    await decide(line, "Use PostgreSQL for the carts");
    const folder = await folderOfTest();
    const copy = folder.file("copy.db");
    await line.run("backup", copy);
    const bytes = readFileSync(copy);
    const written = (name: string, contents: string | Buffer): string => {
      writeFileSync(folder.file(name), contents);
      return folder.file(name);
    };
    const packed = (damage: Buffer): Buffer => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), damage]);
    await raw(written("newer.db", bytes), (db) => db.exec("PRAGMA user_version = 999"));
    mkdirSync(folder.file("folder"));
    await line.run("export", "json", folder.file("export.json"));
    const refused: Readonly<Record<string, string>> = {
      [folder.file("missing.db")]: "There is no file ",
      [folder.file("folder")]: "is not a copy of a Membria memory",
      [written("notes.txt", "Only words.")]: "`membria backup --list` shows the copies.",
      [folder.file("export.json")]: `membria import json ${folder.file("export.json")}`,
      [written("half.db", bytes.subarray(0, 8192))]: "is damaged",
      [written("empty.db", "")]: "is damaged",
      [written("half.gz", packed(bytes.subarray(0, 99)))]: "is damaged",
      [folder.file("newer.db")]: "was written by a newer Membria: it has format 999",
      [line.memory.path]: "is the memory itself",
    };
    for (const [file, sentence] of Object.entries(refused)) {
      const { code, err } = await line.run("restore-backup", file, "--yes");
      expect(err, file).toContain(sentence);
      expect(code, file).toBeGreaterThan(1);
    }
    expect(readdirSync(dirname(line.memory.path)).filter((name) => name.endsWith(".draft"))).toEqual([]);
  });

  it.each([
    ["trigger", "CREATE TRIGGER spy AFTER INSERT ON memories BEGIN DELETE FROM audit; END", '"spy"'],
    ["view", "CREATE VIEW spy AS SELECT * FROM memories", '"spy"'],
    [
      "view",
      "ALTER TABLE outcomes RENAME TO others; CREATE VIEW outcomes AS SELECT * FROM others",
      "that no memory of its version has",
    ],
    [
      "trigger",
      "DROP TRIGGER passage_gone; CREATE TRIGGER passage_gone AFTER DELETE ON passages BEGIN SELECT 1; END",
      '"passage_gone"',
    ],
    ["index", "CREATE INDEX spy ON memories (content)", '"spy"'],
  ])("refuses a copy with a %s that somebody put into it: %s", async (_, script, sentence) => {
    const line = await openCommandLine();
    await decide(line, "Use PostgreSQL for the carts");
    const copy = (await folderOfTest()).file("copy.db");
    await line.run("backup", copy);
    expect((await line.run("restore-backup", copy, "--dry-run")).code).toBe(0);
    await raw(copy, (db) => db.exec(script));
    for (const flag of ["--dry-run", "--yes"]) {
      const { code, err } = await line.run("restore-backup", copy, flag);
      expect(err).toContain(sentence);
      expect(code).toBeGreaterThan(1);
    }
  });

  it.each(["0.1.0", "0.2.0", "0.2.1"])("takes a memory of version %s as it was released", async (version) => {
    const line = await openCommandLine();
    const copy = (await folderOfTest()).file("copy.db");
    copyFileSync(fileURLToPath(new URL(`../fixtures/memory-${version}.db`, import.meta.url)), copy);
    expect((await line.run("restore-backup", copy, "--dry-run")).err).toBe("");
  });

  it("compares both with --dry-run, asks, and is refused while another process has the memory open", async () => {
    const answers = [false];
    const asked: string[] = [];
    const confirm = async (question: string) => {
      asked.push(question);
      return answers.pop();
    };
    const line = await openCommandLine({}, { confirm });
    const erased = await decide(line, "Use PostgreSQL for the carts");
    const copy = (await folderOfTest()).file("copy.db");
    await line.run("backup", copy);
    await line.run("forget", erased, "--yes");
    for (const statement of ["Use queues for mail", "Use one queue"]) await decide(line, statement);

    const { out } = await line.run("restore-backup", copy, "--dry-run");
    expect(out).toMatch(/decisions +2 +1\n/);
    expect(out).toMatch(/last change \(UTC\) +2026-02-12 10:30 +2026-02-12 10:30/);
    expect(out).toContain("The copy has 1 record that was erased since");
    expect(out).toContain("Nothing was changed.");
    expect(await line.run("restore-backup", copy)).toMatchObject({ code: 1, out: "Nothing was changed." });
    expect(asked.join()).toMatch(/decisions +2 +1\n/);
    expect((await line.run("restore-backup", copy)).err).toContain(`membria restore-backup ${copy} --yes`);
    // The memory of this test is open.
    const inUse = await line.run("restore-backup", copy, "--yes");
    expect(inUse).toMatchObject({
      code: 6,
      err: expect.stringContaining("Another process has the memory file"),
    });
    expect(await json(line, "list")).toMatchObject({ total: 2 });
  });
});

describe("Daily copies", () => {
  it("are made once a day if something was written; so many are kept, and no more than twice the memory", async () => {
    const line = await openCommandLine();
    await decide(line, "Use PostgreSQL for the carts");
    expect(await json(line, "backup", "--daily")).toEqual({ made: false, because: "not_due" });
    for (let day = 1; day <= 9; day++)
      expect(await nextDay(line, `Use ${day} queues`)).toMatchObject({ made: true, decisions: day });
    expect(await json(line, "backup", "--daily")).toEqual({ made: false, because: "not_due" });
    expect(backupsIn(line)).toHaveLength(7);
    const { backups } = await json(line, "backup", "--list");
    expect(backups.map(({ decisions }: { decisions: number }) => decisions)).toEqual([9, 8, 7, 6, 5, 4, 3]);
    const bytes = (name: string): number => statSync(join(dirname(line.memory.path), "backups", name)).size;
    const together = (): number => backupsIn(line).reduce((sum, name) => sum + bytes(name), 0);
    const limit = 2 * statSync(line.memory.path).size;
    expect(together()).toBeLessThanOrEqual(limit);

    // Older copies that are larger, as after much was forgotten.
    for (const name of backupsIn(line).slice(0, -1))
      writeFileSync(join(dirname(line.memory.path), "backups", name), Buffer.alloc(limit));
    await nextDay(line, "Use no queue");
    expect(backupsIn(line)).toHaveLength(2);
    expect(together()).toBeLessThanOrEqual(2 * statSync(line.memory.path).size);
    expect((await line.run("doctor", "--json")).out).toContain("2 of the memory, the newest ");
  });

  it("do not keep what is erased, and the next one is made without it", async () => {
    const line = await openCommandLine();
    const word = madeUpWord();
    const id = await decide(line, `Use ${word} for the carts`);
    for (const day of [1, 2]) await nextDay(line, `Use ${day} queues`);
    const folder = join(dirname(line.memory.path), "backups");
    const textIn = (name: string): string => {
      const contents = readFileSync(join(folder, name));
      return (name.endsWith(".gz") ? gunzipSync(contents) : contents).toString("latin1");
    };
    const withWord = (): string[] => backupsIn(line).filter((name) => textIn(name).includes(word.slice(4)));
    expect(withWord()).toHaveLength(2);
    // Another process is making a copy, from before.
    const unfinished = ".membria-daily-01234567-1-01234567-89abcdef.gz.tmp";
    writeFileSync(join(folder, unfinished), word);
    const { out } = await line.run("forget", id, "--yes");
    expect(out).toContain(
      "The 2 daily copies of the memory that were there may have contained it, and are deleted.",
    );
    expect(backupsIn(line)).toEqual([]);
    expect(await json(line, "backup", "--daily")).toMatchObject({ made: true, decisions: 2 });
    expect(withWord()).toEqual([]);
    const byHand = (await json(line, "backup")).file;
    const next = await decide(line, "Use one more queue");
    expect((await json(line, "forget", next, "--yes")).copies).toEqual([byHand]);
  });

  it("are made by one process; what one left behind that was killed is deleted", async () => {
    const line = await openCommandLine();
    await decide(line, "Use PostgreSQL for the carts");
    await nextDay(line, "Use queues");
    line.memory.clock.advance(DAY_MS);
    const folder = join(dirname(line.memory.path), "backups");
    const ofOther = join(folder, ".membria-daily-00000000-1-01234567-89abcdef.gz.tmp");
    writeFileSync(ofOther, "");
    expect(await json(line, "backup", "--daily")).toEqual({ made: false, because: "in_hand" });
    expect(backupsIn(line).filter((name) => name.endsWith(".tmp"))).toEqual([basename(ofOther)]);
    utimesSync(ofOther, 0, 0);
    expect(await json(line, "backup", "--daily")).toMatchObject({ made: true });
    expect(backupsIn(line).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
