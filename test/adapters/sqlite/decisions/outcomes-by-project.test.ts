import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../../../../src/adapters/sqlite/migrate.ts";
import { foundation } from "../../../../src/adapters/sqlite/schema/foundation.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import { act, decision } from "../../../support/decisions.ts";
import { folderOfTest } from "../../../support/memory.ts";
import { outcome } from "../../../support/outcomes.ts";
import { raw } from "../../../support/raw-sqlite.ts";
import { silentLog } from "../../../support/silent-log.ts";

it("migrating a file of the first format adds the index of a project's newest outcomes, and queries use it", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const old = await connect(path);
  await migrate(old, path, [foundation]);
  await old.close();

  const store = await openSqliteStore(path, silentLog);
  onTestFinished(store.close);
  await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
  await store.recordOutcome("shop", "dec_a", outcome(1), act());
  expect(await store.recentOutcomes("shop", 5)).toMatchObject([{ decisionId: "dec_a" }]);

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
