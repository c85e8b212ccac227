import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { eventually } from "../support/eventually.ts";
import { manyMama, writeMama } from "../support/mama-database.ts";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";
import { raw } from "../support/raw-sqlite.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const [DECISIONS, EDGES] = SOAK ? [20_000, 50_000] : [1_500, 3_000];
const PATIENCE = SOAK ? 900_000 : 240_000;

const count = (path: string, sql: string): Promise<number> =>
  raw(path, (db) => Number(db.prepare(sql).get()?.["n"]));

interface Report {
  readonly run: string;
  readonly resumed: boolean;
  readonly read: number;
  readonly records: {
    readonly decisions: { readonly added: number };
    readonly links: { readonly added: number };
  };
  readonly verified: {
    readonly ok: boolean;
    readonly checksum_of_source: string;
    readonly checksum_of_memory: string;
  };
}

describe(`An import of ${DECISIONS} decisions and ${EDGES} edges`, () => {
  it(
    "killed in the middle goes on where it stopped, without a duplicate",
    async () => {
      const folder = await folderOfTest();
      const [source, memory] = [folder.file("mama.db"), folder.file("membria.db")];
      await writeMama(source, manyMama(DECISIONS, EDGES));
      const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "test", MEMBRIA_LOG_LEVEL: "error" };
      const child = spawn(process.execPath, [MEMBRIA, "import", "mama", source], {
        env: { ...process.env, ...PATIENT, ...env },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      // Until the first batches are in, and then at once.
      const written = async (): Promise<number> =>
        count(memory, "SELECT count(*) AS n FROM memories").catch(() => 0);
      await eventually(async () =>
        expect(child.exitCode !== null || (await written()) >= DECISIONS / 3).toBe(true),
      );
      child.kill("SIGKILL");
      await ended;
      const before = await written();
      expect(before).toBeGreaterThan(0);
      expect(await count(memory, "SELECT count(*) AS n FROM imports WHERE state = 'running'")).toBe(1);

      const { out, err, code } = await runProgram(["import", "mama", source, "--json"], { env });
      expect(err).toBe("");
      expect(code).toBe(0);
      const report = JSON.parse(out) as Report;
      expect(report.resumed).toBe(true);
      expect(report.verified.ok).toBe(true);
      expect(report.verified.checksum_of_source).toBe(report.verified.checksum_of_memory);
      expect(report.read).toBe(DECISIONS + EDGES + 1);
      expect(report.records.decisions.added).toBe(DECISIONS);
      expect(await count(memory, "SELECT count(*) AS n FROM memories WHERE type = 'decision'")).toBe(
        DECISIONS,
      );
      expect(await count(memory, "SELECT count(DISTINCT alias) AS n FROM aliases")).toBe(DECISIONS + 1);
      expect(await count(memory, "SELECT count(*) AS n FROM links")).toBe(report.records.links.added);
      expect(
        await count(
          memory,
          "SELECT count(*) AS n FROM (SELECT DISTINCT from_id, to_id, relation FROM links)",
        ),
      ).toBe(report.records.links.added);
      expect(await count(memory, "SELECT count(*) AS n FROM outcomes")).toBe(
        await count(source, "SELECT count(*) AS n FROM decisions WHERE outcome IS NOT NULL"),
      );
    },
    PATIENCE,
  );
});
