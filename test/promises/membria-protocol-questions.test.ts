import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GUIDANCE_KEPT_MS } from "../../src/learning/rules/guidance.ts";
import { readGuidance } from "../../src/learning/sql/guidance.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { openCommandLine, runProgram } from "../support/command-line.ts";
import { give, guidance } from "../support/guidance.ts";
import { folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { succeed } from "../support/tools.ts";

const ASKED = "Move the quixotiquartz orders to MongoDB";
const ALSO = "Keep the wurblefex sessions in Redis";

/** Asks about decisions that nobody makes afterwards. */
async function ask(memory: TestMemory): Promise<void> {
  await succeed(memory, "membria.get_warnings", { statement: ASKED, module: "database" });
  await succeed(memory, "membria.get_decision_context", { statement: ALSO });
  await memory.background.idle();
}

const bytesOf = (path: string): Buffer =>
  Buffer.concat([path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file)));

describe("Membria protocol, Data privacy: text that was only asked about", () => {
  it("is listed, and erased by its id", async () => {
    const { memory, run } = await openCommandLine();
    await ask(memory);
    const listed = JSON.parse((await run("guidance", "--json")).out) as {
      guidance: { guidance_id: string; statement: string }[];
      total: number;
    };
    expect(new Set(listed.guidance.map(({ statement }) => statement))).toEqual(new Set([ALSO, ASKED]));
    expect((await run("guidance")).out).toContain("membria forget --guidance --yes");
    const id = listed.guidance.find(({ statement }) => statement === ASKED)?.guidance_id ?? "";
    expect(bytesOf(memory.path).includes("quixotiquartz"), "the check can see what is there").toBe(true);
    expect((await run("forget", id)).code).toBe(2);
    const erased = await run("forget", id, "--yes", "--json");
    expect(JSON.parse(erased.out)).toMatchObject({ guidance_id: id, erased: true, remaining: null });
    expect(bytesOf(memory.path).includes("quixotiquartz")).toBe(false);
    expect(bytesOf(memory.path).includes("wurblefex")).toBe(true);
    expect((await run("forget", id, "--yes")).err).toContain("`membria guidance` lists what there is.");
  });

  it("is erased as a whole, in one project only", async () => {
    const { memory, run } = await openCommandLine();
    await ask(memory);
    await give(memory, guidance({ project: "depot", at: memory.clock.now() }));
    expect((await run("forget", "--guidance")).err).toContain("membria forget --guidance --yes");
    expect((await run("forget", "--guidance", "--yes")).out).toContain("in shop is erased: 2 records.");
    for (const word of ["quixotiquartz", "wurblefex"])
      expect(bytesOf(memory.path).includes(word)).toBe(false);
    expect((await readGuidance(memory, "all", 10)).items).toMatchObject([{ project: "depot" }]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it.each([[[]], [["dec_a", "--guidance"]]])(
    "forget %j says what to name, and erases nothing",
    async (named) => {
      const { memory, run } = await openCommandLine();
      await ask(memory);
      const { code, err } = await run("forget", ...named, "--yes");
      expect([code, err]).toEqual([2, expect.stringContaining("--guidance for all that was asked about")]);
      expect((await readGuidance(memory, "shop", 10)).total).toBe(2);
    },
  );

  it("is part of the JSON export, and an import leaves it out", async () => {
    const { memory, run } = await openCommandLine();
    await ask(memory);
    const file = (await folderOfTest()).file("memory.json");
    await run("export", "json", file);
    const { records } = JSON.parse(await readFile(file, "utf8")) as { records: object[] };
    expect(records).toMatchObject([
      { kind: "guidance", guidance: { statement: ASKED } },
      { kind: "guidance", guidance: { statement: ALSO } },
    ]);
    const copy = await openCommandLine();
    const report = JSON.parse((await copy.run("import", "json", file, "--json")).out) as object;
    expect(report).toMatchObject({ problems: [] });
    expect((await readGuidance(copy.memory, "all", 10)).total).toBe(0);
  });

  it("expires after 90 days, with the next question of any project", async () => {
    expect(GUIDANCE_KEPT_MS).toBe(90 * DAY_MS);
    const memory = await openMemory();
    await ask(memory);
    memory.clock.advance(90 * DAY_MS);
    const again = () =>
      succeed(
        memory,
        "membria.get_decision_context",
        { statement: "Use Kafka for the mail" },
        { project: "depot" },
      );
    await again();
    await memory.background.idle();
    expect((await readGuidance(memory, "shop", 10)).total).toBe(2);
    memory.clock.advance(1);
    await again();
    await memory.background.idle();
    expect((await readGuidance(memory, "shop", 10)).total).toBe(0);
  });

  it("expires when the program starts", async () => {
    const memory = await openMemory();
    const old = new Date(Date.now() - 91 * DAY_MS);
    await give(memory, guidance({ at: old }), guidance({ at: new Date() }));
    await raw(memory.path, (db) => db.exec(`UPDATE guidance SET at = ${old.getTime()} WHERE seq = 1`));
    await memory.close();
    const folder = await folderOfTest();
    const env = { MEMBRIA_DB_PATH: memory.path, MEMBRIA_HOME: folder.path, MEMBRIA_EMBEDDING: "off" };
    const { code, err } = await runProgram(["guidance", "--project", "shop"], { env });
    expect([code, err]).toEqual([0, ""]);
    const left = await raw(memory.path, (db) => db.prepare("SELECT at FROM guidance").all());
    expect(left).toHaveLength(1);
  });
});
