import { pathToFileURL } from "node:url";
import { Fault } from "../../shared/errors.ts";
import { type Queries, queriesBy } from "../../store/file/connection.ts";
import { type Database, openForReading } from "../../store/file/driver.ts";
import { formatOf } from "../../store/file/file-copies.ts";
import { newerFile } from "../../store/file/migrate.ts";
import type { MemoryFacts } from "../rules/memory-files.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { damagedCopy } from "./packed-file.ts";

/** The queries are such that every format has answers. */
export function factsOf(sql: Queries): MemoryFacts {
  const one = (query: string): number => Number(sql.value<number>(query));
  const last = sql.value<number | undefined>("SELECT at FROM audit ORDER BY seq DESC LIMIT 1");
  return {
    format: formatOf(sql),
    decisions: one("SELECT count(*) FROM memories WHERE type = 'decision'"),
    outcomes: one("SELECT count(*) FROM outcomes"),
    checkpoints: one("SELECT count(*) FROM memories WHERE type = 'checkpoint'"),
    projects: one("SELECT count(DISTINCT project) FROM memories"),
    entries: headOf(sql).seq,
    ...(last !== undefined && { lastChange: new Date(Number(last)) }),
  };
}

export async function readCopy<T>(
  file: string,
  shownAs: string,
  work: (sql: Queries) => T | Promise<T>,
): Promise<T> {
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(file).href}?immutable=1`);
    const open = db;
    return await work(
      queriesBy(
        (query, ...values) => open.prepare(query).all(...values),
        (query, ...values) => open.prepare(query).get(...values),
      ),
    );
  } catch (error) {
    throw error instanceof Fault ? error : damagedCopy(shownAs);
  } finally {
    db?.close();
  }
}

type AuditHead = { readonly seq: number; readonly hash: string };

export interface CopyFacts {
  readonly facts: MemoryFacts;
  readonly head: AuditHead;
}

export const headOf = (sql: Queries): AuditHead => sql.one<AuditHead>("SELECT seq, hash FROM audit_head");

/**
 * Looks at a copy that nobody writes to, without leaving anything beside it. `shownAs` is its name in messages.
 * @throws Fault if it is damaged, or of a newer format.
 */
export async function inspectCopy(file: string, shownAs = file): Promise<CopyFacts> {
  return readCopy(file, shownAs, (sql) => {
    const format = formatOf(sql);
    if (format > MIGRATIONS.length) throw newerFile(shownAs, format, MIGRATIONS.length);
    const isWhole =
      sql.value<string>("PRAGMA integrity_check(1)") === "ok" && !sql.get("PRAGMA foreign_key_check");
    const head = headOf(sql);
    const last = sql.get<AuditHead>("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
    const endsAtHead = head.seq === (last?.seq ?? 0) && (!last || last.hash === head.hash);
    if (!isWhole || !endsAtHead) throw damagedCopy(shownAs);
    return { facts: factsOf(sql), head };
  });
}
