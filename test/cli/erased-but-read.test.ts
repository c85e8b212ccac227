import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { madeUpWord, wordsOnDisk } from "../support/words-on-disk.ts";
import { holdRead } from "../support/write-lock.ts";

async function installed() {
  const folder = await folderOfTest();
  const home = folder.file("home");
  const env = { MEMBRIA_HOME: home, MEMBRIA_PROJECT: "shop" };
  return {
    folder,
    home,
    path: join(home, "membria.db"),
    run: (...argv: string[]) => runProgram(argv, { cwd: folder.path, env }),
  };
}

const decide = async ({ run }: Awaited<ReturnType<typeof installed>>, statement: string): Promise<string> =>
  JSON.parse((await run("decide", statement, "--confidence", "0.8", "--json")).out).decision_id;

describe("membria forget while another process reads the memory", () => {
  it("says that the text is still in the file and fails; doctor says so until a later command removes it", async () => {
    const program = await installed();
    const { run, path } = program;
    const [first, second] = [madeUpWord(), madeUpWord()];
    const ids = [await decide(program, first), await decide(program, second)] as const;
    const reader = await holdRead(path);

    const forgotten = await run("forget", ids[0], "--yes");
    expect(forgotten).toMatchObject({ code: 1, err: "" });
    expect(forgotten.out).toBe(
      `${ids[0]} is erased from the memory.\nThe old text is still in ${path} until the other process that uses the file ends. Membria finishes this by itself.\n`,
    );
    const printed = await run("forget", ids[1], "--yes", "--json");
    expect(printed.code).toBe(1);
    expect(JSON.parse(printed.out)).toMatchObject({ remaining: { file: path, because: "in_use" } });
    const doctor = await run("doctor");
    expect(doctor.code).toBe(1);
    expect(doctor.out).toContain("still contains the text of something that was erased");
    expect(wordsOnDisk(path, [first, second])).toEqual([first, second]);

    await reader.release();
    expect((await run("list")).code).toBe(0);
    expect(wordsOnDisk(path, [first, second])).toEqual([]);
    expect((await run("doctor")).out).not.toContain("was erased");
  });

  it("says the same of an import that is undone", async () => {
    const program = await installed();
    const { run, folder, path } = program;
    const word = madeUpWord();
    mkdirSync(folder.file("adr"));
    const record = `# ${word}\n\n## Status\n\nAccepted\n\n## Context\n\nC.\n\n## Decision\n\n${word}.\n`;
    writeFileSync(folder.file("adr/0001-one.md"), record);
    const { run: id } = JSON.parse((await run("import", "adr", folder.file("adr"), "--json")).out);
    const reader = await holdRead(path);
    const undone = await run("import", "undo", id, "--json");
    expect(undone.code).toBe(1);
    expect(JSON.parse(undone.out)).toMatchObject({ undone: true, remaining: { file: path } });
    await reader.release();
  });
});

describe("membria forget and copies that were left unfinished", () => {
  it("deletes what is abandoned, and names what may still be written; doctor lists it", async () => {
    const program = await installed();
    const { run, path, home } = program;
    const id = await decide(program, "Use PostgreSQL");
    const ours = `${path}.0123456789abcdef.tmp`;
    const recent = `${path}.0123456789ab.tmp`;
    for (const file of [ours, recent]) writeFileSync(file, "half of a copy");
    mkdirSync(join(home, "backups"));
    const draft = join(home, "backups", "links-backup-2026-01-01.json.01234567");
    const abandoned = join(home, "backups", "links-backup-2026-01-01.json.89abcdef");
    for (const file of [draft, abandoned]) writeFileSync(file, "half of a backup");
    utimesSync(abandoned, 0, 0);

    const { out } = await run("forget", id, "--yes", "--json");
    expect(JSON.parse(out)).toMatchObject({ remaining: null, copies: [recent, draft] });
    expect(readdirSync(home).filter((name) => name.endsWith(".tmp"))).toEqual([
      "membria.db.0123456789ab.tmp",
    ]);
    expect(readdirSync(join(home, "backups"))).toEqual(["links-backup-2026-01-01.json.01234567"]);
    const doctor = await run("doctor");
    expect(doctor).toMatchObject({ code: 1, out: expect.stringContaining(`unfinished: ${recent}`) });
  });
});

describe.runIf(process.platform !== "win32")("Files that the program makes", () => {
  it("are readable only for the user, except decision records, which belong to the repository", async () => {
    const program = await installed();
    const { run, folder, home } = program;
    await decide(program, "Use PostgreSQL");
    await run("links", "backup");
    await run("export", "json", folder.file("export.jsonl"));
    await run("report", "--markdown", folder.file("report.md"));
    await run("export", "adr", folder.file("adr"), "--create");
    const modes = (directory: string): Record<string, string> =>
      Object.fromEntries(
        readdirSync(directory, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name, parentPath, path: older }) => [
            name.replace(/\d{4}-.*(?=\.json)/, "TIME"),
            (statSync(join(parentPath ?? older, name)).mode & 0o777).toString(8),
          ]),
      );
    expect(modes(home)).toEqual({
      "membria.db": "600",
      "links-backup-TIME.json": "600",
      "backup-manifest-TIME.json": "600",
    });
    const { "export.jsonl": exported, "report.md": report } = modes(folder.path);
    expect({ exported, report }).toEqual({ exported: "600", report: "600" });
    const shared = (0o666 & ~process.umask()).toString(8);
    expect(Object.values(modes(folder.file("adr")))).toEqual([shared]);
  });
});
