import type { Json } from "../../shared/canonical-json.ts";
import { ID_PREFIX, type RecordKind } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import { type SqlValue, sqliteCode } from "../../store/file/driver.ts";
import { type AuditAction, actionsThat } from "../../store/log/audit-actions.ts";
import { type ChangeTypes, combinedDigest, partDigest, partsOf } from "../../store/log/change.ts";
import type { RecoveredKind } from "../rules/memory-files.ts";

/** What the log knows of the records, whether or not their rows are there. */
interface KnownRecords {
  /** The ids of rows that the log points at and that nothing took away. */
  readonly ids: ReadonlySet<string>;
  /** The ids of records whose row is not what the log has the digest of. */
  readonly altered: ReadonlySet<string>;
  /** The parts of the log that make no sense, so that nothing can be made from them. */
  readonly unreadable: readonly { readonly change: number; readonly part: number }[];
  /** Whether the log has all its entries, and each of them all its parts. */
  readonly isWhole: boolean;
}

/** Reads the log of a memory whose rows are incomplete. A part that cannot be read says nothing. */
export function knownRecords(sql: Sql, types: ChangeTypes): KnownRecords {
  const ids = new Set<string>();
  const gone = new Set<string>();
  const altered = new Set<string>();
  const unreadable: { change: number; part: number }[] = [];
  const removing = new Set<string>(actionsThat("removes"));
  const entries = sql.all<{
    seq: number;
    action: AuditAction;
    subject: string;
    digest: string;
    chain: number;
  }>("SELECT seq, action, subject, digest, chain FROM audit ORDER BY seq");
  const head = Number(sql.value<SqlValue | undefined>("SELECT seq FROM audit_head") ?? 0);
  let isWhole = entries.length === head;
  for (const { seq, action, subject, digest: written, chain } of entries) {
    if (removing.has(action)) gone.add(subject);
    if (chain === 1) continue;
    const parts = partsOf(sql, seq);
    if (combinedDigest(parts) !== written) isWhole = false;
    const whole = types[action]?.whole;
    for (const { part, person, salt, digest, args } of parts) {
      if (person !== null || salt === null || args === undefined) continue;
      for (const id of takenAway(action, args)) gone.add(id);
      for (const id of givenBack(action, args)) gone.delete(id);
      if (!whole) continue;
      const pointers = pointersIn(args);
      for (const id of pointers) ids.add(id);
      try {
        const value = whole(sql, args);
        const [first] = pointers;
        if (value === undefined || first === undefined) continue;
        if (Buffer.compare(partDigest(salt, value), digest) !== 0) altered.add(first);
      } catch (error) {
        if (sqliteCode(error) !== undefined) throw error;
        unreadable.push({ change: seq, part });
      }
    }
  }
  for (const id of gone) ids.delete(id);
  return { ids, altered, unreadable, isWhole: isWhole && unreadable.length === 0 };
}

type Fields = { readonly [key: string]: Json | undefined };

/** The ids that an undone import or merge or a clean-up of links removed. */
function takenAway(action: string, args: Json): readonly string[] {
  if (action === "decision.restored") return linksOfMerge(args);
  if (action !== "import.undone" && action !== "link.cleaned") return [];
  const { memories, links, proposals } = args as Fields;
  return [memories, links, proposals].flatMap((list) => (Array.isArray(list) ? (list as string[]) : []));
}

function linksOfMerge(args: Json): readonly string[] {
  const { standing, merge } = args as { standing?: string; merge?: { link: string; taken_over: string[] } };
  if (!merge) return [];
  return standing === "superseded" ? merge.taken_over : [merge.link, ...merge.taken_over];
}

function givenBack(action: string, args: Json): readonly string[] {
  if (action !== "link.restored") return [];
  const { row } = args as { readonly row?: { readonly id?: string } };
  return row?.id === undefined ? [] : [row.id];
}

/** The ids of rows that never change, which the log names instead of copying them. */
function pointersIn(args: Json): string[] {
  if (args === null || typeof args !== "object") return [];
  const { row, memory, outcomes, signals } = args as Fields;
  const list = (value: Json | undefined): string[] =>
    Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];
  const nested = memory !== null && typeof memory === "object" ? (memory as Fields)["row"] : undefined;
  return [row, nested]
    .filter((id): id is string => typeof id === "string")
    .concat(list(outcomes), list(signals));
}

const KIND_OF_PREFIX: ReadonlyMap<string, RecordKind> = new Map(
  Object.entries(ID_PREFIX).map(([kind, prefix]) => [prefix, kind as RecordKind]),
);

export const kindOfId = (id: string): RecordKind | undefined =>
  KIND_OF_PREFIX.get(id.slice(0, id.indexOf("_")));

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
  const tables = new Set(sql.column<string>("SELECT name FROM sqlite_master WHERE type = 'table'"));
  return new Set(
    TABLES_WITH_IDS.filter((table) => tables.has(table)).flatMap((table) =>
      sql.column<string>(`SELECT id FROM ${table}`),
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
