import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { MOST_GUIDANCE } from "../../../src/learning/rules/guidance.ts";
import { openGuidance, settleGuidance } from "../../../src/learning/sql/guidance.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { foundation } from "../../../src/repair/schema/foundation.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { give, guidance, guidanceCounts } from "../../support/guidance.ts";
import { folderOfTest, openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";

/** Version 0.1.0 left an audit row for guidance. */
const writtenByFirstRelease = (path: string, id: string): Promise<void> =>
  raw(path, (db) => {
    db.exec(`INSERT INTO audit (seq, at, action, kind, subject, project, author_kind, author, client, digest, hash, salt, format)
      SELECT seq + 1, at, 'guidance.given', 'guidance', '${id}', project, author_kind, author, client, digest, hash, hex(randomblob(16)), format
      FROM audit ORDER BY seq DESC LIMIT 1;
      UPDATE audit_head SET seq = seq + 1`);
  });

describe("Stored guidance", () => {
  it("is limited per project to the newest", async () => {
    const { memory, path } = await openMemory();
    const other = guidance({ project: "depot" });
    const oldest = guidance();
    await give(memory, other, oldest);
    await raw(path, (db) =>
      db.exec(`INSERT INTO guidance (id, project, at, statement, body)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST_GUIDANCE - 1})
        SELECT 'gdn_many' || i, 'shop', ${DAY.getTime()}, 'Ask number ' || i, body FROM n, guidance WHERE id = '${oldest.id}'`),
    );
    expect((await guidanceCounts(path))["given"]).toBe(1 + MOST_GUIDANCE);
    const newest = guidance({ at: new Date(DAY.getTime() + 1) });
    await give(memory, newest);
    expect((await guidanceCounts(path))["given"]).toBe(1 + MOST_GUIDANCE);
    const kept = (await openGuidance(memory, "shop", { since: DAY }, MOST_GUIDANCE)).map(({ id }) => id);
    expect(kept[0]).toBe(newest.id);
    expect(kept).not.toContain(oldest.id);
    expect(await openGuidance(memory, "depot", { since: DAY }, 10)).toEqual([other]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("CONTRACTS 4.19: leaves no byte in the file when its decision is erased", async () => {
    const { memory, path } = await openMemory();
    const bytes = (): Buffer =>
      Buffer.concat([path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file)));
    const words = ["Use quixotiquartz for orders", "zyxoplasm", "session-wurblefex"] as const;
    const [statement, alternative, sessionId] = words.map(screened);
    if (!statement || !alternative || !sessionId) throw new Error("Nothing to look for.");
    const gone = decision();
    await addDecision(memory, { decision: gone }, act());
    const given = guidance({ statement, alternatives: [alternative], sessionId });
    await give(memory, given);
    const result = { verdict: "kept", decisionId: gone.id, at: DAY } as const;
    await settleGuidance(memory, "shop", given.id, result);
    await writtenByFirstRelease(path, given.id);
    expect(
      words.every((word) => bytes().includes(word)),
      "the check can see what is there",
    ).toBe(true);

    await eraseDecision(memory, "shop", gone.id, act());

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
    const memory = await openMemoryFile(path, silentLog);
    const given = guidance();
    await give(memory, given);
    expect(await openGuidance(memory, "shop", { since: DAY }, 10)).toEqual([given]);
    await memory.close();
  });
});
