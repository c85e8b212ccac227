import type { Standing } from "../../../domain/decisions/decision.ts";
import type { Verification } from "../../../domain/moving/import-store.ts";
import { type DecisionRecord, recordDigest, startChecksum } from "../../../domain/moving/imported-record.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { recordOf, type Step } from "./exports.ts";

const SLICE = 500;
const STEP_OF: Readonly<Record<string, Step>> = { memory: "memories", link: "links", proposal: "proposals" };

/** Computes the digests again from the stored records, a slice at a time. */
export async function verifyImport(
  connection: Connection,
  run: string,
  onProgress: (done: number) => void,
): Promise<Verification> {
  const [ofSource, ofMemory] = [startChecksum(), startChecksum()];
  let [records, different] = [0, 0];
  for (let [kind, id] = ["", ""]; ; ) {
    const items = await connection.read((sql) =>
      sql
        .all(
          `SELECT record, id, digest FROM import_items
           WHERE run = ?1 AND (record, id) > (?2, ?3) AND record <> 'standing' ORDER BY record, id LIMIT ?4`,
          run,
          kind,
          id,
          SLICE,
        )
        .map((item) => ({ item, stored: storedDigest(sql, run, item) })),
    );
    for (const { item, stored } of items) {
      const expected = (item["digest"] as string | null) ?? "";
      ofSource.add(expected);
      ofMemory.add(stored);
      if (stored !== expected) different++;
    }
    records += items.length;
    onProgress(records);
    const last = items.at(-1)?.item;
    if (!last) break;
    [kind, id] = [last["record"] as string, last["id"] as string];
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [checksumOfSource, checksumOfMemory] = [ofSource.value(), ofMemory.value()];
  return {
    ok: checksumOfSource === checksumOfMemory,
    records,
    different,
    checksumOfSource,
    checksumOfMemory,
  };
}

function storedDigest(sql: Sql, run: string, item: Row): string {
  const step = STEP_OF[item["record"] as string] as Step;
  const record = recordOf(sql, step, item["id"] as string);
  if (!record) return "missing";
  return recordDigest(record.kind === "decision" ? asRead(sql, run, record) : record);
}

/** Restores the standing as read: a link of the same import may have superseded the decision since. */
function asRead(sql: Sql, run: string, record: DecisionRecord): DecisionRecord {
  const { decision } = record;
  const item = sql.get(
    "SELECT before FROM import_items WHERE run = ? AND record = 'standing' AND id = ?",
    run,
    decision.id,
  );
  const superseded = item && decision.standing === "superseded";
  return superseded ? { ...record, decision: { ...decision, standing: item["before"] as Standing } } : record;
}
