import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { LEVELS } from "../../../src/calibration/sql/tallies.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import { recentOutcomes } from "../../../src/learning/sql/anomalies.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { foundation } from "../../../src/repair/schema/foundation.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { folderOfTest, openMemory } from "../../support/memory.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";

it("migrating a file of the first format adds the index of a project's newest outcomes, and queries use it", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const old = await connect(path);
  await migrate(old, path, [foundation]);
  await old.close();

  const memory = await openMemoryFile(path, silentLog);
  onTestFinished(memory.close);
  await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
  await addOutcome(memory, "shop", "dec_a", outcome(1), act());
  expect(await recentOutcomes(memory, "shop", 5)).toMatchObject([{ decisionId: "dec_a" }]);

  const plan = await raw(path, (db) =>
    db
      .prepare(
        `EXPLAIN QUERY PLAN SELECT decision_id, domain, score, stated_confidence, at FROM outcomes
         WHERE counts = 1 AND project = 'shop' ORDER BY at DESC, id DESC LIMIT 5`,
      )
      .all(),
  );
  expect(JSON.stringify(plan)).toContain("outcomes_by_project");
  expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
});

const word = (): string => Array.from({ length: 20 }, () => String.fromCharCode(97 + randomInt(26))).join("");

describe("CONTRACTS 4.19: erasing a decision also erases its outcomes and signals", () => {
  it("leaves no byte of their lessons, descriptions, metrics or domains in the file", async () => {
    const { memory, path } = await openMemory();
    const words: string[] = [];
    const next = (): string => {
      const made = word();
      words.push(made);
      return made;
    };
    const found = (): string[] => {
      const bytes = Buffer.concat(
        [path, `${path}-wal`, `${path}-journal`].filter(existsSync).map((file) => readFileSync(file)),
      );
      return words.filter((one) => bytes.includes(one));
    };
    const gone = decision();
    const kept = decision();
    for (const one of [gone, kept]) await addDecision(memory, { decision: one }, act());
    for (let n = 0; n < 2; n++) {
      await addSignal(
        memory,
        "shop",
        gone.id,
        signal({ description: screened(next()), metrics: { [next()]: next() } }),
        act(),
      );
      await addOutcome(
        memory,
        "shop",
        gone.id,
        outcome(1, {
          domain: next(),
          lessons: [next(), `${next()} ${"long ".repeat(2_000)}`],
          reported: { performanceMetrics: { [next()]: next() } },
        }),
        act(),
      );
    }
    await addOutcome(memory, "shop", kept.id, outcome(1, { domain: "payments" }), act());
    // The domain of a replaced outcome is no longer in the tallies, but still in the history.
    expect(found(), "the check can see what is there").toEqual(words);

    await eraseDecision(memory, "shop", gone.id, act());

    expect(found()).toEqual([]);
    const rows = await raw(path, (db) =>
      ["outcomes", "signals", "tally_bins", "tally_times"].map((table) =>
        db.prepare(`SELECT count(*) AS n FROM ${table}`).get(),
      ),
    );
    expect(rows).toEqual([{ n: 1 }, { n: 0 }, { n: 1 }, { n: LEVELS.length }]);
  });
});
