import { copyFileSync, readdirSync, unlinkSync } from "node:fs";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { repeat } from "../../src/main/files/keep-copies.ts";
import { makeDailyCopyElsewhere } from "../../src/main/files/memory-files.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { checkCoverage } from "../../src/repair/sql/coverage.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { runProgram } from "../support/command-line.ts";
import { callBy, folderOfTest, openMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { silentLog } from "../support/silent-log.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const RELEASED = fileURLToPath(new URL("../fixtures/memory-0.2.0.db", import.meta.url));

/** So that checking all of them takes a moment only. */
const MOST_WRITTEN = 400;

/** A home with a memory that is weeks old. */
async function oldHome(settings: Readonly<Record<string, string>> = {}) {
  const folder = await folderOfTest();
  copyFileSync(RELEASED, folder.file("membria.db"));
  const env = {
    MEMBRIA_HOME: folder.path,
    MEMBRIA_PROJECT: "mine",
    MEMBRIA_EMBEDDING: "off",
    ...settings,
  };
  const copies = (ending: string): string[] =>
    readdirSync(folder.file("backups"))
      .filter((name) => name.endsWith(ending))
      .map((name) => folder.file(`backups/${name}`));
  return { folder, env, copies, run: (...argv: string[]) => runProgram(argv, { env }) };
}

describe("A copy of the memory", () => {
  it("is one state of it while another process writes", async () => {
    const memory = await openMemory();
    const write = (n: number) =>
      perform(
        captureDecision,
        { statement: `Use queue ${n} for mail`, confidenceStated: false },
        memory,
        callBy(),
      );
    for (let n = 0; n < 50; n++) await write(n);
    const file = (await folderOfTest()).file("copy.db");
    const copied = runProgram(["backup", file, "--json", `--db-path=${memory.path}`]);
    let isCopied = false;
    void copied.finally(() => {
      isCopied = true;
    });
    let written = 50;
    for (; !isCopied && written < MOST_WRITTEN; written++) {
      await write(written);
      await yieldToEventLoop();
    }
    const { decisions } = JSON.parse((await copied).out);
    expect(decisions).toBeGreaterThanOrEqual(50);
    expect(decisions).toBeLessThanOrEqual(written);
    const store = await openMemoryFile(file, silentLog);
    const { entries, problem } = await verifyAudit(store);
    expect({ entries, problem }).toEqual({ entries: decisions, problem: undefined });
    expect((await checkCoverage(store)).uncovered).toEqual([]);
    await store.close();
  });

  it("is made after a command, once a day, and brings the memory back; so does the one made before", async () => {
    const { run, copies, folder } = await oldHome();
    const count = (): Promise<unknown> => {
      // This process would have the memory open for a while.
      copyFileSync(folder.file("membria.db"), folder.file("counted.db"));
      return raw(
        folder.file("counted.db"),
        (db) => db.prepare("SELECT count(*) AS n FROM memories").get()?.["n"],
      );
    };
    expect((await run("decide", "Keep the carts in one table")).code).toBe(0);
    const [daily = "", ...others] = copies(".daily.db.gz");
    expect(others).toEqual([]);
    const before = await count();
    await run("decide", "Keep the mail in one queue");
    expect(copies(".daily.db.gz")).toEqual([daily]);
    const { code, out, err } = await run("restore-backup", daily, "--yes");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [previous = ""] = copies(".before-restore.db");
    expect(out).toContain(`To go back to that: membria restore-backup ${previous}`);
    expect(await count()).toBe(before);
    expect((await run("restore-backup", previous, "--yes")).code).toBe(0);
    expect(await count()).toBe(Number(before) + 1);
    // The memory is lost: nobody begins a new one beside the copies.
    unlinkSync(folder.file("membria.db"));
    expect((await run("list")).err).toContain("is missing, but there is");
    expect((await run("recover", "--yes")).code).toBe(0);
    expect(await count()).toBeGreaterThanOrEqual(Number(before));
  });

  it("is made by a server in another process, unless the setting is 0", async () => {
    const { folder, copies } = await oldHome();
    const program = [process.execPath, MEMBRIA, "backup", "--daily", `--home=${folder.path}`] as const;
    const path = folder.file("membria.db");
    let times = 0;
    await new Promise<void>((resolve) => {
      const copier = repeat(
        "The daily copy",
        { firstMs: 1, everyMs: 1 },
        async () => {
          await makeDailyCopyElsewhere(path, new Date(), program, silentLog);
          if (++times < 3) return;
          copier.stop();
          resolve();
        },
        silentLog,
      );
    });
    expect(copies(".daily.db.gz")).toHaveLength(1);

    const off = await oldHome({ MEMBRIA_BACKUPS: "0" });
    expect((await off.run("list")).code).toBe(0);
    expect(readdirSync(off.folder.path)).not.toContain("backups");
  });
});
