import { pathToFileURL } from "node:url";
import { Fault } from "../../shared/errors.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import { type Database, openForReading } from "../../store/file/driver.ts";
import { formatOf } from "../../store/file/file-copies.ts";
import { newerFile } from "../../store/file/migrate.ts";
import type { MemoryFacts } from "../rules/memory-files.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { damagedCopy } from "./packed-file.ts";

/** The queries are such that every format has answers. */
export function factsOf(sql: Pick<Sql, "get" | "all">): MemoryFacts {
  const one = (query: string): number => Number(Object.values(sql.get(query) as Row)[0]);
  const last = sql.get("SELECT at FROM audit ORDER BY seq DESC LIMIT 1")?.["at"];
  return {
    format: formatOf(sql as Sql),
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
  work: (sql: Pick<Sql, "get" | "all">) => T | Promise<T>,
): Promise<T> {
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(file).href}?immutable=1`);
    const open = db;
    return await work({
      all: (query, ...values) => open.prepare(query).all(...values) as Row[],
      get: (query, ...values) => open.prepare(query).get(...values) as Row | undefined,
    });
  } catch (error) {
    throw error instanceof Fault ? error : damagedCopy(shownAs);
  } finally {
    db?.close();
  }
}

interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export interface CopyFacts {
  readonly facts: MemoryFacts;
  readonly head: AuditHead;
}

export const headOf = (sql: Pick<Sql, "get">): AuditHead =>
  sql.get("SELECT seq, hash FROM audit_head") as unknown as AuditHead;

/**
 * Looks at a copy that nobody writes to, without leaving anything beside it. `shownAs` is its name in messages.
 * @throws Fault if it is damaged, or of a newer format.
 */
export async function inspectCopy(file: string, shownAs = file): Promise<CopyFacts> {
  return readCopy(file, shownAs, (sql) => {
    const format = formatOf(sql as Sql);
    if (format > MIGRATIONS.length) throw newerFile(shownAs, format, MIGRATIONS.length);
    const [checked] = sql.all("PRAGMA integrity_check(1)");
    const isWhole = Object.values(checked as Row)[0] === "ok" && !sql.get("PRAGMA foreign_key_check");
    const head = headOf(sql);
    const last = sql.get("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
    const endsAtHead = head.seq === (last?.["seq"] ?? 0) && (!last || last["hash"] === head.hash);
    if (!isWhole || !endsAtHead) throw damagedCopy(shownAs);
    return { facts: factsOf(sql), head };
  });
}
