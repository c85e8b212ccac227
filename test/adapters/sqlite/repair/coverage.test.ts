import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import { act, decision } from "../../../support/decisions.ts";
import { raw } from "../../../support/raw-sqlite.ts";
import { silentLog } from "../../../support/silent-log.ts";
import { memoryOfAWeek } from "../../../support/week.ts";

describe("Checking that the log has all that is said", () => {
  it("says so, with progress, and leaves no file behind", async () => {
    const { store, path } = await memoryOfAWeek();
    const files = (): string[] => readdirSync(dirname(path)).filter((name) => !/-(wal|shm)$/.test(name));
    const before = files();
    const steps: [number, number][] = [];
    expect(await store.checkCoverage((done, total) => steps.push([done, total]))).toEqual({
      changes: await store.position(),
      uncovered: [],
    });
    expect(files()).toEqual(before);
    const [last] = steps.slice(-1);
    expect(last?.[0]).toBe(last?.[1]);
    expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b));
  });

  it("stops at a log that is broken itself", async () => {
    const { store, path } = await memoryOfAWeek();
    await raw(path, (db) => db.exec("UPDATE audit SET client = 'x' WHERE seq = 3"));
    expect(await store.checkCoverage()).toEqual({
      changes: 2,
      problem: "entry 3 was changed after it was written",
      uncovered: [],
    });
  });

  it("takes what another process writes meanwhile for no difference", async () => {
    const { store, path } = await memoryOfAWeek();
    const other = await openSqliteStore(path, silentLog);
    const written: Promise<unknown>[] = [];
    const coverage = await store.checkCoverage((done, total) => {
      // The last step of making the changes again; the comparison comes next.
      if (done === total) written.push(other.addDecision({ decision: decision() }, act()));
    });
    await Promise.all(written);
    await other.close();
    expect(written.length).toBeGreaterThan(0);
    expect(coverage.uncovered).toEqual([]);
  });
});
