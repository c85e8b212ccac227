import type { HookEvent } from "../../../domain/hooks/hook-events.ts";
import { TOLD_KINDS, type Told, type ToldKind } from "../../../domain/hooks/hook-session.ts";
import type { HookStore } from "../../../domain/hooks/hook-store.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row } from "../shared/connection.ts";

export function sqliteTold(
  connection: Connection,
): Pick<HookStore, "toldSoFar" | "recordTold" | "listTold" | "toldTotals"> {
  return {
    toldSoFar: ({ client, session }) =>
      connection.read((sql) => {
        const rows = sql.all(
          `SELECT record, file FROM hook_told t WHERE client = ?1 AND session = ?2 AND epoch =
             (SELECT epoch FROM hook_sessions s WHERE s.client = t.client AND s.session = t.session)`,
          client,
          session,
        );
        const present = (column: string): ReadonlySet<string> =>
          new Set(rows.flatMap((row) => (row[column] === null ? [] : [row[column] as string])));
        return { records: present("record"), files: present("file") };
      }),

    recordTold: (told) =>
      connection.write((sql) => {
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
      }),

    listTold: (scope, limit) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "project"));
        return sql
          .all(
            `SELECT * FROM hook_told WHERE ${inScope.sql} ORDER BY at DESC, seq DESC LIMIT ?`,
            ...inScope.values,
            limit,
          )
          .map(toldOf);
      }),

    toldTotals: (scope, since) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "project"));
        const where = `at >= ? AND ${inScope.sql}`;
        const values = [since.getTime(), ...inScope.values];
        // One message may tell of several records, and each row has the length of the whole message.
        const { messages, tokens } = sql.get(
          `SELECT count(*) AS messages, coalesce(sum(tokens), 0) AS tokens FROM
             (SELECT max(tokens) AS tokens FROM hook_told WHERE ${where} GROUP BY client, session, at, event)`,
          ...values,
        ) as { messages: number; tokens: number };
        const counts = sql.all(
          `SELECT kind, count(*) AS n FROM hook_told WHERE ${where} GROUP BY kind`,
          ...values,
        );
        const records = Object.fromEntries(TOLD_KINDS.map((kind) => [kind, 0])) as Record<ToldKind, number>;
        for (const { kind, n } of counts) records[kind as ToldKind] = n as number;
        return { messages, tokens, records };
      }),
  };
}

function toldOf(row: Row): Told {
  return {
    client: row["client"] as string,
    session: row["session"] as string,
    project: row["project"] as string,
    epoch: row["epoch"] as number,
    at: new Date(row["at"] as number),
    event: row["event"] as HookEvent,
    kind: row["kind"] as ToldKind,
    record: row["record"] as string,
    file: (row["file"] as string | null) ?? undefined,
    relevance: (row["relevance"] as number | null) ?? undefined,
    tokens: row["tokens"] as number,
  };
}
