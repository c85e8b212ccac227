import { expect, it } from "vitest";
import { sqliteDecisions } from "../../../../src/adapters/sqlite/decisions/decisions.ts";
import { insertOutcome } from "../../../../src/adapters/sqlite/decisions/outcomes.ts";
import { migrate } from "../../../../src/adapters/sqlite/migrate.ts";
import { foundation } from "../../../../src/adapters/sqlite/schema/foundation.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import { perform } from "../../../../src/app/shared/operation.ts";
import { relearnSkills } from "../../../../src/app/skills/learn-skills.ts";
import { act, actor, DAY, decision } from "../../../support/decisions.ts";
import { CACHES } from "../../../support/experience.ts";
import { callBy, folderOfTest, openMemory } from "../../../support/memory.ts";
import { outcome } from "../../../support/outcomes.ts";
import { silentLog } from "../../../support/silent-log.ts";

it("A file from before there were skills opens, and relearning builds skills from its outcomes", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const before = await connect(path);
  await migrate(before, path, [foundation]);
  for (const [statement, score] of CACHES) {
    const made = decision({ statement, topicStated: false });
    await sqliteDecisions(before).addDecision({ decision: made }, act());
    const settled = { ...outcome(score), decisionId: made.id, project: "shop", domain: "database", at: DAY };
    await before.write((sql) => insertOutcome(sql, { ...settled, signals: [], author: actor().author }));
  }
  await before.close();
  const store = await openSqliteStore(path, silentLog);
  expect(await store.listSkills("shop")).toEqual([]);
  const memory = await openMemory();
  memory.clock.set(DAY);
  const { live } = await perform(relearnSkills, {}, { ...memory, store }, callBy());
  expect(live).toMatchObject([{ successes: 4, noted: { stage: "emerging" } }]);
  expect((await store.verifyAudit()).problem).toBeUndefined();
  await store.close();
});
