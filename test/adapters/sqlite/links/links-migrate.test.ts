import { expect, it } from "vitest";
import { sqliteDecisions } from "../../../../src/adapters/sqlite/decisions/decisions.ts";
import { migrate } from "../../../../src/adapters/sqlite/migrate.ts";
import { anomalies } from "../../../../src/adapters/sqlite/schema/anomalies.ts";
import { foundation } from "../../../../src/adapters/sqlite/schema/foundation.ts";
import { guidance } from "../../../../src/adapters/sqlite/schema/guidance.ts";
import { skills } from "../../../../src/adapters/sqlite/schema/skills.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import { act, decision } from "../../../support/decisions.ts";
import { folderOfTest } from "../../../support/memory.ts";
import { silentLog } from "../../../support/silent-log.ts";

it("A file from before links had origins opens: replacements get the origin memory, imported links keep theirs", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const before = await connect(path);
  await migrate(before, path, [foundation, anomalies, skills, guidance]);
  const decisions = sqliteDecisions(before);
  await decisions.addDecision({ decision: decision({ id: "dec_a" }) }, act());
  const supersedes = [{ ref: "dec_a", linkId: "lnk_a" }];
  await decisions.addDecision({ decision: decision({ id: "dec_b" }), supersedes }, act());
  const body = { schema_version: 1, origin: "auto", reason: "similarity: 0.9", weight: 0.9 };
  await before.write((sql) =>
    sql.run(
      `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
       VALUES ('lnk_b', 'shop', 'dec_b', 'dec_a', 'refines', 'active', 1, ?)`,
      JSON.stringify(body),
    ),
  );
  await before.close();
  const store = await openSqliteStore(path, silentLog);
  expect(await store.findLink("shop", "lnk_a")).toMatchObject({
    origin: "memory",
    state: "active",
    reviews: [],
  });
  expect(await store.findLink("shop", "lnk_b")).toMatchObject({ origin: "auto", reason: "similarity: 0.9" });
  expect(await store.countLinks("shop")).toEqual({ total: 2, auto: 1 });
  expect(await store.neighbours("shop", ["dec_a"], ["supersedes"], 5)).toHaveLength(1);
  await store.close();
});
