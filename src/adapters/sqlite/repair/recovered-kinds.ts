import type { RecoveredKind } from "../../../domain/repair/memory-files.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import type { Sql } from "../shared/connection.ts";
import { kindOfId } from "./known-records.ts";

/** The tables with ids of their own, and what to call several of each kind. */
export const TABLES_WITH_IDS = [
  "memories",
  "revisions",
  "outcomes",
  "signals",
  "links",
  "proposals",
  "people",
  "access_keys",
  "imports",
  "guidance",
  "link_cleanups",
];
const NAMES: Readonly<Partial<Record<RecordKind, string>>> = {
  decision: "decisions",
  revision: "revisions",
  outcome: "outcomes",
  signal: "signals",
  checkpoint: "checkpoints",
  insight: "insights",
  link: "links",
  proposal: "proposals",
  person: "people",
  key: "keys",
  import: "imports",
  guidance: "guidance",
  cleanup: "clean-ups of links",
};

/** The ids of all records that are there. */
export function recordIds(sql: Sql): ReadonlySet<string> {
  const tables = new Set(
    sql.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name as string),
  );
  return new Set(
    TABLES_WITH_IDS.filter((table) => tables.has(table)).flatMap((table) =>
      sql.all(`SELECT id FROM ${table}`).map(({ id }) => id as string),
    ),
  );
}

/** How many entries the log has, and how many it should have. */
export function entriesIn(sql: Sql): { readonly there: number; readonly written: number } {
  const count = (statement: string): number => Number(Object.values(sql.get(statement) ?? {})[0] ?? 0);
  return { there: count("SELECT count(*) FROM audit"), written: count("SELECT seq FROM audit_head") };
}

export function countKinds(ids: {
  readonly present: Iterable<string>;
  readonly madeAgain: ReadonlySet<string>;
  readonly altered: readonly string[];
  readonly lost: readonly string[];
  readonly log: ReturnType<typeof entriesIn>;
}): RecoveredKind[] {
  const count = (list: Iterable<string>): Map<RecordKind | undefined, number> => {
    const counts = new Map<RecordKind | undefined, number>();
    for (const id of list) counts.set(kindOfId(id), (counts.get(kindOfId(id)) ?? 0) + 1);
    return counts;
  };
  const present = [...ids.present];
  const [read, again] = [
    count(present.filter((id) => !ids.madeAgain.has(id))),
    count(present.filter((id) => ids.madeAgain.has(id))),
  ];
  const [altered, lost] = [count(ids.altered), count(ids.lost)];
  const kinds = (Object.entries(NAMES) as [RecordKind, string][]).map(([kind, name]) => ({
    kind: name,
    recovered: read.get(kind) ?? 0,
    altered: altered.get(kind) ?? 0,
    madeAgain: again.get(kind) ?? 0,
    lost: lost.get(kind) ?? 0,
  }));
  const { there, written } = ids.log;
  return [
    ...kinds.filter(({ recovered, madeAgain, lost }) => recovered + madeAgain + lost > 0),
    {
      kind: "entries of the log",
      recovered: there,
      altered: 0,
      madeAgain: 0,
      lost: Math.max(0, written - there),
    },
  ];
}
