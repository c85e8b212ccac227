import { expect, it } from "vitest";
import type { LoggedEntry } from "../../../src/store/log/read-log.ts";
import { countLog, readEntries } from "../../../src/store/log/read-log.ts";
import { openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const LENGTH = 25_000;
const SHOP = [3, 15_000, 24_999];

/** More entries than are looked at in one turn; three that are far apart are about the shop. */
async function longLog() {
  const memory = await openMemory();
  await raw(memory.path, (db) =>
    db.exec(
      `WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${LENGTH})
       INSERT INTO audit (seq, at, action, kind, subject, project, author_kind, author, client, digest, hash, chain, format)
       SELECT seq, seq, 'decision.captured', 'decision', 'dec_' || seq, iif(seq IN (${SHOP.join()}), 'shop', 'bank'),
         'agent', 'a', 'b', 'c', 'd', 2, 99 FROM n;
       UPDATE audit_head SET seq = ${LENGTH}`,
    ),
  );
  return memory;
}

const seqs = (entries: readonly LoggedEntry[]): number[] => entries.map(({ seq }) => seq);

it("Entries far apart are found in both directions, and other work has its turn in between", async () => {
  const store = await longLog();
  let turns = 0;
  let next: NodeJS.Immediate;
  const takeTurn = (): void => {
    turns++;
    next = setImmediate(takeTurn);
  };
  next = setImmediate(takeTurn);
  expect(seqs(await readEntries(store, { scope: "shop" }, { after: 0 }, 10))).toEqual(SHOP);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(0);
  expect(seqs(await readEntries(store, { scope: "shop" }, { after: 0 }, 1))).toEqual([3]);
  expect(seqs(await readEntries(store, { scope: "shop" }, {}, 10))).toEqual(SHOP);
  expect(seqs(await readEntries(store, { scope: "shop" }, {}, 1))).toEqual([24_999]);
  expect(seqs(await readEntries(store, { scope: "bank" }, { before: 5 }, 2))).toEqual([2, 4]);
  expect(await countLog(store, { scope: "shop" }, LENGTH)).toBe(3);
  expect(await countLog(store, { scope: "bank" }, LENGTH + 1)).toBe(LENGTH - 3);
});
