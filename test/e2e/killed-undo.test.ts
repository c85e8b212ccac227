import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { linksInOrder, restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { environmentOfPerson, runProgram } from "../support/command-line.ts";
import { act, decision } from "../support/decisions.ts";
import { legacyLinks } from "../support/links.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { silentLog } from "../support/silent-log.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const KILLS = SOAK ? 40 : 2;
const PATIENCE = SOAK ? 1_800_000 : 240_000;
const ENDED_MS = 5_000;
const [DECISIONS, EDGES] = [400, 600];

const environment = (home: string) => ({
  MEMBRIA_HOME: home,
  MEMBRIA_PROJECT: "shop",
  MEMBRIA_EMBEDDING: "off",
  MEMBRIA_LOG_LEVEL: "error",
});

const count = (path: string, sql: string): Promise<number> =>
  raw(path, (db) => Number(db.prepare(sql).get()?.["n"]));

/** Runs a command and kills it after a while, if it has not ended before. */
async function killed(argv: readonly string[], env: Record<string, string>, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [MEMBRIA, ...argv], {
    stdio: "ignore",
    env: { ...environmentOfPerson(), ...env },
  });
  const closed = once(child, "close");
  await Promise.race([closed, wait(afterMs)]);
  child.kill("SIGKILL");
  await closed;
}

/** How long a command takes here, so that kills fall into its work and not after it. */
async function lasts(argv: readonly string[], env: Record<string, string>): Promise<number> {
  const began = performance.now();
  await killed(argv, env, ENDED_MS);
  return performance.now() - began;
}

async function expectInOrder(env: Record<string, string>): Promise<void> {
  const { code, out } = await runProgram(["doctor"], { env });
  expect(code, out).toBe(0);
}

describe(`Killed at ${KILLS} random moments,`, () => {
  it(
    "the undo of an import is made as a whole or not at all, and can be made again",
    async () => {
      const folder = await folderOfTest();
      const [source, memory] = [folder.file("mama.db"), folder.file("membria.db")];
      await writeMama(source, manyMama(DECISIONS, EDGES));
      const env = environment(folder.path);
      const usual = await lasts(["import", "list"], env);
      for (let round = 0; round < KILLS; round++) {
        const imported = await runProgram(["import", "mama", source, "--json"], { env });
        const { run } = JSON.parse(imported.out) as { run: string };
        const before = await count(memory, "SELECT count(*) AS n FROM memories");
        await killed(["import", "undo", run, "--yes"], env, usual * 0.5 + randomInt(Math.ceil(usual * 1.5)));
        const left = await count(memory, "SELECT count(*) AS n FROM memories");
        expect([0, before]).toContain(left);
        const state = left === 0 ? "undone" : "finished";
        expect(
          await count(memory, `SELECT count(*) AS n FROM imports WHERE id = '${run}' AND state = '${state}'`),
        ).toBe(1);
        if (left > 0) expect((await runProgram(["import", "undo", run, "--yes"], { env })).code).toBe(0);
        expect(await count(memory, "SELECT count(*) AS n FROM memories")).toBe(0);
        await expectInOrder(env);
      }
    },
    PATIENCE,
  );

  it(
    "a restore of links leaves none of them half, and can be made again",
    async () => {
      const folder = await folderOfTest();
      const [path, env] = [folder.file("membria.db"), environment(folder.path)];
      const store = await openMemoryFile(path, silentLog);
      const ids = Array.from({ length: 20 }, (_, n) => `dec_${n}`);
      for (const id of ids) await addDecision(store, { decision: decision({ id }) }, act());
      const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to] as const));
      await restoreLinks(store, "shop", "cln_0", legacyLinks(pairs), act());
      const before = await linksInOrder(store, "shop", { autoOnly: false, limit: 1_000 });
      await store.close();
      const backup = JSON.parse((await runProgram(["links", "backup", "--json"], { env })).out);
      const file = backup.data.backup_file as string;
      const usual = await lasts(["links"], env);
      for (let round = 0; round < KILLS; round++) {
        expect((await runProgram(["links", "cleanup", "--yes"], { env })).code).toBe(0);
        await killed(["links", "restore", file], env, usual * 0.5 + randomInt(Math.ceil(usual)));
        expect((await runProgram(["links", "restore", file], { env })).code).toBe(0);
        const after = await openMemoryFile(path, silentLog);
        expect(await linksInOrder(after, "shop", { autoOnly: false, limit: 1_000 })).toEqual(before);
        await after.close();
        await expectInOrder(env);
      }
    },
    PATIENCE,
  );
});
