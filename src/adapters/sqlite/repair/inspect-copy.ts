import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { actionsThat } from "../../../domain/log/audit-actions.ts";
import type { MemoryFacts } from "../../../domain/repair/memory-backups.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { fileKind } from "../database-file.ts";
import { newerFile } from "../migrate.ts";
import { MIGRATIONS } from "../schema/index.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { type Database, openForReading } from "../shared/driver.ts";
import { formatOf } from "../shared/file-copies.ts";
import { damagedCopy, isPacked, startOf } from "./packed-file.ts";

/** How an export as JSON begins, which somebody may take for a copy. */
const EXPORT = '{"format":"membria-export"';

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export interface CopyFacts {
  readonly facts: MemoryFacts;
  readonly head: AuditHead;
}

export const headOf = (sql: Pick<Sql, "get">): AuditHead =>
  sql.get("SELECT seq, hash FROM audit_head") as unknown as AuditHead;

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

/** The ids of what a memory had once and has no longer. */
export interface GoneIds {
  readonly erased: readonly unknown[];
  readonly revokedKeys: readonly unknown[];
}

export function goneFrom(memory: Pick<Sql, "all">): GoneIds {
  const erased = memory.all(
    "SELECT DISTINCT subject AS id FROM audit WHERE action IN (SELECT value FROM json_each(?))",
    JSON.stringify(actionsThat("removes")),
  );
  const revokedKeys = memory.all("SELECT id FROM access_keys WHERE revoked_at IS NOT NULL");
  return { erased: erased.map(({ id }) => id), revokedKeys: revokedKeys.map(({ id }) => id) };
}

/** How much of that a copy still has. */
export function countGone(copy: string, gone: GoneIds): Promise<Record<keyof GoneIds, number>> {
  return readCopy(copy, copy, (sql) => {
    const count = (rows: string, ids: readonly unknown[]): number =>
      Number(
        sql.get(
          `SELECT count(*) AS n FROM ${rows} AND id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )?.["n"],
      );
    const hasKeys = sql.get("SELECT 1 FROM sqlite_schema WHERE name = 'access_keys'") !== undefined;
    return {
      erased: count("memories WHERE TRUE", gone.erased),
      revokedKeys: hasKeys ? count("access_keys WHERE revoked_at IS NULL", gone.revokedKeys) : 0,
    };
  });
}

async function readCopy<T>(
  file: string,
  shownAs: string,
  work: (sql: Pick<Sql, "get" | "all">) => T,
): Promise<T> {
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(file).href}?immutable=1`);
    const open = db;
    return work({
      all: (query, ...values) => open.prepare(query).all(...values) as Row[],
      get: (query, ...values) => open.prepare(query).get(...values) as Row | undefined,
    });
  } catch (error) {
    throw error instanceof Fault ? error : damagedCopy(shownAs);
  } finally {
    db?.close();
  }
}

/** Reads the first bytes only. @throws Fault if the file is missing or cannot be a copy. */
export function requireCopy(file: string, path: string): void {
  if (!existsSync(file)) {
    throw new Fault("not_found", `There is no file ${file}.`, {
      field: "file",
      received: file,
      reason: "unknown_file",
      remedies: [{ remedy: "list-backups" }],
    });
  }
  if (file === path) {
    throw new Fault("invalid", `${file} is the memory itself, not a copy of it.`, {
      field: "file",
      received: file,
      reason: "not_a_copy",
      remedies: [{ remedy: "list-backups" }],
    });
  }
  const kind = fileKind(file);
  if (kind === "ours") return;
  if (kind === "damaged" || kind === "empty") throw damagedCopy(file);
  if (isPacked(file)) return;
  throw notACopy(file);
}

export function notACopy(file: string): Fault {
  const isExport = startOf(file, EXPORT.length).toString("latin1") === EXPORT;
  return new Fault("invalid", `${file} is not a copy of a Membria memory. Nothing was changed.`, {
    field: "file",
    received: file,
    reason: "foreign_file",
    remedies: [isExport ? { remedy: "import-json", file } : { remedy: "list-backups" }],
  });
}
