import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { checkCoverage, coverageOf } from "../../../src/repair/sql/coverage.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { act, decision } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { memoryOfAWeek } from "../../support/week.ts";

describe("Checking that the log has all that is said", () => {
  it("says so, with progress, and leaves no file behind", async () => {
    const { memory, path } = await memoryOfAWeek();
    const files = (): string[] => readdirSync(dirname(path)).filter((name) => !/-(wal|shm)$/.test(name));
    const before = files();
    const steps: [number, number][] = [];
    expect(await checkCoverage(memory, (done, total) => steps.push([done, total]))).toEqual({
      changes: await memory.position(),
      uncovered: [],
    });
    expect(files()).toEqual(before);
    const [last] = steps.slice(-1);
    expect(last?.[0]).toBe(last?.[1]);
    expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b));
  });

  it("stops at a log that is broken itself", async () => {
    const { memory, path } = await memoryOfAWeek();
    await raw(path, (db) => db.exec("UPDATE audit SET client = 'x' WHERE seq = 3"));
    expect(await checkCoverage(memory)).toEqual({
      changes: 2,
      problem: "entry 3 was changed after it was written",
      uncovered: [],
    });
  });

  it("takes what another process writes during the comparison for no difference", async () => {
    const { memory, path } = await memoryOfAWeek();
    const file = await connect(path);
    const total = await memory.position();
    let readsSinceLastChange = Number.NEGATIVE_INFINITY;
    const connection: Connection = {
      ...file,
      async read(work) {
        // The first one finds no more changes, the second one is of the comparison.
        if (++readsSinceLastChange === 2) await addDecision(memory, { decision: decision() }, act());
        return file.read(work);
      },
    };
    const { changes, uncovered } = await coverageOf(
      connection,
      () => verifyAudit(memory),
      (done) => {
        if (done === total * 2) readsSinceLastChange = 0;
      },
    );
    await file.close();
    expect(changes).toBe(total + 1);
    expect(uncovered).toEqual([]);
  });
});
