import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { migrate } from "../../../../src/adapters/sqlite/migrate.ts";
import { foundation } from "../../../../src/adapters/sqlite/schema/foundation.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import { MOST_GUIDANCE } from "../../../../src/domain/guidance/guidance.ts";
import { act, DAY, decision, screened } from "../../../support/decisions.ts";
import { guidance } from "../../../support/guidance.ts";
import { folderOfTest, openMemory } from "../../../support/memory.ts";
import { raw } from "../../../support/raw-sqlite.ts";
import { silentLog } from "../../../support/silent-log.ts";

describe("Stored guidance", () => {
  it("is limited per project to the newest", async () => {
    const { store, path } = await openMemory();
    const other = await store.addGuidance(guidance({ project: "depot" }), DAY, act());
    const oldest = await store.addGuidance(guidance(), DAY, act());
    await raw(path, (db) =>
      db.exec(`INSERT INTO guidance (id, project, at, statement, body)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST_GUIDANCE - 1})
        SELECT 'gdn_many' || i, 'shop', ${DAY.getTime()}, 'Ask number ' || i, body FROM n, guidance WHERE id = '${oldest.id}'`),
    );
    expect((await store.guidanceCounts("shop")).given).toBe(MOST_GUIDANCE);
    const newest = await store.addGuidance(guidance({ at: new Date(DAY.getTime() + 1) }), DAY, act());
    expect((await store.guidanceCounts("shop")).given).toBe(MOST_GUIDANCE);
    const kept = (await store.openGuidance("shop", { since: DAY }, MOST_GUIDANCE)).map(({ id }) => id);
    expect(kept[0]).toBe(newest.id);
    expect(kept).not.toContain(oldest.id);
    expect(await store.openGuidance("depot", { since: DAY }, 10)).toEqual([other]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it("CONTRACTS 4.19: leaves no byte in the file when its decision is erased", async () => {
    const { store, path } = await openMemory();
    const bytes = (): Buffer =>
      Buffer.concat([path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file)));
    const words = ["Use quixotiquartz for orders", "zyxoplasm", "session-wurblefex"] as const;
    const [statement, alternative, sessionId] = words.map(screened);
    if (!statement || !alternative || !sessionId) throw new Error("Nothing to look for.");
    const gone = decision();
    await store.addDecision({ decision: gone }, act());
    const given = guidance({ statement, alternatives: [alternative], sessionId });
    await store.addGuidance(given, DAY, act());
    const result = { verdict: "kept", decisionId: gone.id, at: DAY } as const;
    await store.settleGuidance("shop", given.id, result, act());
    expect(
      words.every((word) => bytes().includes(word)),
      "the check can see what is there",
    ).toBe(true);

    await store.eraseDecision("shop", gone.id, act());

    expect(words.filter((word) => bytes().includes(word))).toEqual([]);
    const salts = await raw(path, (db) =>
      db.prepare(`SELECT count(*) AS n FROM audit WHERE subject = '${given.id}' AND salt IS NOT NULL`).get(),
    );
    expect(salts).toMatchObject({ n: 0 });
  });

  it("can be added to a migrated file of the first format", async () => {
    const path = (await folderOfTest()).file("membria.db");
    const first = await connect(path);
    await migrate(first, path, [foundation]);
    await first.close();
    const store = await openSqliteStore(path, silentLog);
    const given = await store.addGuidance(guidance(), DAY, act());
    expect(await store.openGuidance("shop", { since: DAY }, 10)).toEqual([given]);
    await store.close();
  });
});
