import type { SessionKey } from "../../sessions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import {
  HOOKS_KEPT_DAYS,
  type HookEvent,
  type HookSession,
  NOT_RECEIVED,
  type SessionChange,
  TOLD_KINDS,
  type Told,
  type ToldKind,
  type ToldTotals,
} from "../rules/hook-session.ts";

const OF_SESSION = "client = ?1 AND session = ?2";

/** The sessions of a scope whose name begins so, at most two. */
export function sessionsNamed(
  memory: Connection,
  scope: Scope,
  prefix: string,
): Promise<readonly HookSession[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    return sql
      .all<SessionRow>(
        `SELECT * FROM hook_sessions WHERE session >= ? AND session < ? AND ${inScope.sql}
             ORDER BY seen_at DESC LIMIT 2`,
        prefix,
        `${prefix}\u{10ffff}`,
        ...inScope.values,
      )
      .map(sessionOf);
  });
}

export function hookSession(memory: Connection, key: SessionKey): Promise<HookSession | undefined> {
  return memory.read((sql) => readSession(sql, key));
}

/** Creates the session if it is new. */
export function noteSession(
  memory: Connection,
  session: Pick<HookSession, "client" | "session" | "project" | "folder">,
  change: SessionChange,
  at: Date,
): Promise<HookSession> {
  return memory.write((sql) => {
    upsert(sql, session, at);
    changeSession(sql, session, change, at);
    return readSession(sql, session) as HookSession;
  });
}

/** The files that tools of the session changed, the latest first. */
export function touchedFiles(
  memory: Connection,
  { client, session }: SessionKey,
  limit: number,
): Promise<readonly Screened[]> {
  return memory.read((sql) =>
    sql.column<Screened>(
      `SELECT file FROM hook_files WHERE ${OF_SESSION} ORDER BY at DESC, file LIMIT ?3`,
      client,
      session,
      limit,
    ),
  );
}

/** Deletes what is too old, and returns how many records that were. */
export async function expireHooks(memory: Connection, now: Date): Promise<number> {
  const before = now.getTime() - HOOKS_KEPT_DAYS * DAY_MS;
  const tables = [
    ["hook_sessions", "seen_at"],
    ["hook_files", "at"],
    ["hook_told", "at"],
    ["candidates", "at"],
  ] as const;
  const count = (sql: Sql): number =>
    tables.reduce(
      (sum, [table, at]) =>
        sum + sql.value<number>(`SELECT count(*) AS n FROM ${table} WHERE ${at} < ?`, before),
      0,
    );
  // Most starts find nothing, and then need no lock.
  if ((await memory.read(count)) === 0) return 0;
  return memory.write((sql) => {
    const expired = count(sql);
    for (const [table, at] of tables) sql.run(`DELETE FROM ${table} WHERE ${at} < ?`, before);
    return expired;
  });
}

function upsert(
  sql: Sql,
  { client, session, project, folder }: Pick<HookSession, "client" | "session" | "project" | "folder">,
  at: Date,
): void {
  sql.run(
    `INSERT INTO hook_sessions (client, session, project, folder, started_at, seen_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
     ON CONFLICT DO UPDATE SET project = ?3, folder = coalesce(?4, folder), seen_at = max(seen_at, ?5)`,
    client,
    session,
    project,
    folder ?? null,
    at.getTime(),
  );
}

function changeSession(
  sql: Sql,
  { client, session }: SessionKey,
  { isOff, compacted, prompt, captured, files = [] }: SessionChange,
  at: Date,
): void {
  const set = (assignments: string, ...values: readonly (string | number)[]): void =>
    sql.run(`UPDATE hook_sessions SET ${assignments} WHERE ${OF_SESSION}`, client, session, ...values);
  if (isOff !== undefined) set("off = ?3", Number(isOff));
  if (compacted) set("epoch = epoch + 1");
  if (prompt !== undefined) set("prompt = ?3, captured = '[]'", prompt);
  if (captured !== undefined) set("captured = json_insert(captured, '$[#]', ?3)", captured);
  for (const file of files)
    sql.run(
      "INSERT INTO hook_files (client, session, file, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET at = ?4",
      client,
      session,
      file,
      at.getTime(),
    );
}

function readSession(sql: Sql, { client, session }: SessionKey): HookSession | undefined {
  const row = sql.get<SessionRow>(`SELECT * FROM hook_sessions WHERE ${OF_SESSION}`, client, session);
  return row && sessionOf(row);
}

type SessionRow = {
  client: string;
  session: string;
  project: string;
  folder: string | null;
  started_at: number;
  seen_at: number;
  epoch: number;
  off: number;
  prompt: Screened | null;
  captured: string;
};

function sessionOf(row: SessionRow): HookSession {
  return {
    client: row.client,
    session: row.session,
    project: row.project,
    folder: row.folder ?? undefined,
    startedAt: new Date(row.started_at),
    seenAt: new Date(row.seen_at),
    epoch: row.epoch,
    isOff: row.off === 1,
    prompt: row.prompt ?? undefined,
    captured: JSON.parse(row.captured) as string[],
  };
}

/** The decisions and files that the session was told of since its conversation was last shortened. */
export function toldSoFar(
  memory: Connection,
  { client, session }: SessionKey,
): Promise<{
  readonly records: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}> {
  return memory.read((sql) => {
    const rows = sql.all(
      `SELECT record, file FROM hook_told t WHERE client = ?1 AND session = ?2 AND epoch =
             (SELECT epoch FROM hook_sessions s WHERE s.client = t.client AND s.session = t.session)`,
      client,
      session,
    );
    const present = (column: string): ReadonlySet<string> =>
      new Set(rows.flatMap((row) => (row[column] === null ? [] : [row[column] as string])));
    return { records: present("record"), files: present("file") };
  });
}

export function recordTold(memory: Connection, told: readonly Told[]): Promise<void> {
  return memory.write((sql) => {
    for (const one of told)
      sql.run(
        `INSERT INTO hook_told (client, session, project, epoch, at, event, kind, record, file, relevance, tokens)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        one.client,
        one.session,
        one.project,
        one.epoch,
        one.at.getTime(),
        one.event,
        one.kind,
        one.record,
        one.file ?? null,
        one.relevance ?? null,
        one.tokens,
      );
  });
}

/** Newest first, also what was not received. */
export function readTold(memory: Connection, scope: Scope, limit: number): Promise<readonly Told[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    return sql
      .all<ToldRow>(
        `SELECT * FROM hook_told WHERE ${inScope.sql} ORDER BY at DESC, seq DESC LIMIT ?`,
        ...inScope.values,
        limit,
      )
      .map(toldOf);
  });
}

export function toldTotals(memory: Connection, scope: Scope, since: Date): Promise<ToldTotals> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const where = `at >= ? AND epoch != ? AND ${inScope.sql}`;
    const values = [since.getTime(), NOT_RECEIVED, ...inScope.values];
    // One message may tell of several records, and each row has the length of the whole message.
    const { messages, tokens } = sql.get(
      `SELECT count(*) AS messages, coalesce(sum(tokens), 0) AS tokens FROM
             (SELECT max(tokens) AS tokens FROM hook_told WHERE ${where} GROUP BY client, session, at, event)`,
      ...values,
    ) as { messages: number; tokens: number };
    const counts = sql.all<{ kind: ToldKind; n: number }>(
      `SELECT kind, count(*) AS n FROM hook_told WHERE ${where} GROUP BY kind`,
      ...values,
    );
    const records = Object.fromEntries(TOLD_KINDS.map((kind) => [kind, 0])) as Record<ToldKind, number>;
    for (const { kind, n } of counts) records[kind] = n;
    return { messages, tokens, records };
  });
}

type ToldRow = {
  client: string;
  session: string;
  project: string;
  epoch: number;
  at: number;
  event: HookEvent;
  kind: ToldKind;
  record: string;
  file: string | null;
  relevance: number | null;
  tokens: number;
};

function toldOf(row: ToldRow): Told {
  return {
    client: row.client,
    session: row.session,
    project: row.project,
    epoch: row.epoch,
    at: new Date(row.at),
    event: row.event,
    kind: row.kind,
    record: row.record,
    file: row.file ?? undefined,
    relevance: row.relevance ?? undefined,
    tokens: row.tokens,
  };
}
