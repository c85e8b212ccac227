import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { plainAdr, readFiles, writeFiles } from "../support/adr-files.ts";
import { openCommandLine, runProgram } from "../support/command-line.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest } from "../support/memory.ts";

describe("membria import", () => {
  it("imports a MAMA database, lists the import and undoes it", async () => {
    const { run } = await openCommandLine();
    const file = (await folderOfTest()).file("mama.db");
    await writeMama(file, manyMama(12, 20));
    expect((await run("import", "mama", file, "--dry-run")).out).toContain("Nothing was written.");
    const { code, out } = await run("import", "mama", file);
    expect(code).toBe(0);
    expect(out).toContain("12 added, 0 known already");
    expect(out).toContain("Verified: ");
    expect(out).toContain("Copy of the memory before the import: ");
    const [id = ""] = /imp_\w+/.exec(out) ?? [];
    expect((await run("import", "list")).out).toContain(`${id}  2026-02-12 10:30  mama  finished`);
    expect((await run("import", "mama", file)).out).toContain("Nothing new in ");
    expect((await run("show", "decision_caching_3")).code).toBe(0);
    expect((await run("import", "undo", id)).out).toContain("12 decisions");
    expect(JSON.parse((await run("list", "--json")).out)).toMatchObject({ total: 0 });
    expect((await run("import", "undo", id)).code).toBe(4);
  });

  it("reports the result as JSON", async () => {
    const { run } = await openCommandLine();
    const file = (await folderOfTest()).file("mama.db");
    await writeMama(file, manyMama(5, 5));
    expect(JSON.parse((await run("import", "mama", file, "--json")).out)).toMatchObject({
      dry_run: false,
      resumed: false,
      read: 11,
      records: { decisions: { added: 5, known: 0, erased: 0, refused: 0 } },
      redacted: 0,
      verified: { ok: true },
      problems: [],
    });
  });

  it("says what was wrong with a file, and what would work", async () => {
    const { run } = await openCommandLine();
    const file = (await folderOfTest()).file("notes.db");
    await writeFile(file, "Only words here.");
    const { code, err } = await run("import", "mama", file);
    expect(code).toBe(2);
    expect(err).toContain("is not a MAMA database");
    expect((await run("import", "adr", "/nowhere")).err).toContain("There is no folder /nowhere.");
  });
});

describe.each(["export adr", "sync adr"])("membria %s", (command) => {
  it("refuses a folder that does not exist, unless it is asked to create it", async () => {
    const { run } = await openCommandLine();
    const folder = (await folderOfTest()).file("docs/ard");
    await run("decide", "Use PostgreSQL for the orders");
    for (const flags of [[], ["--dry-run"]]) {
      const { code, err } = await run(...command.split(" "), folder, ...flags);
      expect(code).toBe(3);
      expect(err).toContain(`There is no folder ${folder}.`);
      expect(err).toContain("To begin a new folder, add --create.");
      expect(existsSync(folder)).toBe(false);
    }
    expect(await run(...command.split(" "), folder, "--create")).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(["0001-use-postgresql-for-the-orders.md"]);
  });
});

describe("membria sync adr", () => {
  it("ends with 1 where both sides changed, and shows it", async () => {
    const { run } = await openCommandLine();
    const folder = (await folderOfTest()).file("adr");
    await writeFiles(folder, { "0001-use-x.md": plainAdr("1. Use X") });
    expect((await run("sync", "adr", folder)).out).toContain("0 in step, 1 brought in step, 0 in conflict.");
    const { steps } = JSON.parse((await run("sync", "adr", folder, "--json")).out) as { steps: unknown[] };
    expect(steps).toEqual([]);
    await run("retract", `${folder}/0001-use-x.md`);
    await writeFiles(folder, { "0001-use-x.md": plainAdr("1. Use X", "Accepted", "Other words") });
    const { code, out } = await run("sync", "adr", folder);
    expect(code).toBe(1);
    expect(out).toContain("CONFLICT  0001-use-x.md");
  });

  it("asks at a terminal which side holds, one conflict after the other", async () => {
    const questions: string[] = [];
    const answers = ["file", "neither"];
    const choose = async <Word extends string>(question: string) => {
      questions.push(question);
      return answers.shift() as Word;
    };
    const { run } = await openCommandLine({}, { choose });
    const folder = (await folderOfTest()).file("adr");
    const paths = ["0001-use-x.md", "0002-use-y.md"];
    await writeFiles(folder, {
      "0001-use-x.md": plainAdr("1. Use X"),
      "0002-use-y.md": plainAdr("2. Use Y"),
    });
    await run("sync", "adr", folder);
    for (const path of paths) {
      await run("edit", `${folder}/${path}`, "--consequence", "It is said here");
      const { [path]: text = "" } = await readFiles(folder);
      await writeFiles(folder, { [path]: `${text}\n## Consequences\n\n* It is written there\n` });
    }
    const { code, out } = await run("sync", "adr", folder);
    expect(questions).toHaveLength(2);
    expect(questions[0]).toMatch(
      /^0001-use-x\.md:\n {2}consequences\n {4}file +\* It is written there\n {4}memory +\* It is said here\nWhich side holds\?$/,
    );
    expect(code).toBe(1);
    expect(out).toContain("0 in step, 1 brought in step, 1 in conflict.");
    expect((await run("show", `${folder}/0001-use-x.md`)).out).toContain("It is written there");
  });
});

describe("The program", () => {
  it("exports to standard output what it imports again", async () => {
    const folder = await folderOfTest();
    const env = (home: string) => ({
      MEMBRIA_HOME: folder.file(home),
      MEMBRIA_PROJECT: "shop",
      MEMBRIA_LOG_LEVEL: "error",
    });
    await runProgram(["decide", "Use queues for mail"], { env: env("a") });
    const { out, code } = await runProgram(["export", "json"], { env: env("a") });
    expect(code).toBe(0);
    expect((JSON.parse(out) as { records: unknown[] }).records).toHaveLength(1);
    await writeFile(folder.file("memory.json"), out);
    const report = await runProgram(["import", "json", folder.file("memory.json")], { env: env("b") });
    expect(report.out).toContain("1 added");
    await runProgram(["export", "adr", folder.file("adr"), "--create"], { env: env("b") });
    expect(Object.keys(await readFiles(folder.file("adr")))).toEqual(["0001-use-queues-for-mail.md"]);
  });
});
