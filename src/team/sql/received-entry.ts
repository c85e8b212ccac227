import { DECISION_ID, ID_PREFIX, LINK_ID } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { appendEntry, type ChangeTypes, type SealedPart } from "../../store/log/change.ts";
import type { StoredAuthor } from "../../store/log/people.ts";
import { isKnownAction } from "../rules/leaving.ts";
import { ChangeHeader, HEADER_FORMAT, type OrderedChange, type SharedPart } from "../rules/member-change.ts";
import type { ReceivingTeam } from "./receive-changes.ts";
import { isErased, receiveRows } from "./received-rows.ts";
import type { Fields } from "./team-entries.ts";

/** The parts without text about records that were erased, whichever came first; undefined if there is none in them. */
export function withoutErased(sql: Sql, parts: readonly SharedPart[]): readonly SharedPart[] | undefined {
  let emptied = false;
  const kept = parts.map((part): SharedPart => {
    if (part.salt === undefined || !part.about.some((record) => isGone(sql, record))) return part;
    emptied = true;
    const { salt: _, args: __, ...rest } = part;
    return rest;
  });
  return emptied ? kept : undefined;
}

const isGone = (sql: Sql, id: string): boolean =>
  sql.get(
    "SELECT 1 FROM audit WHERE subject = ? AND action IN ('decision.erased', 'insight.erased', 'person.erased')",
    id,
  ) !== undefined;

/** Logs the change and adds its rows. Returns the records whose state it may have changed. */
export function storeChange(
  sql: Sql,
  { project, team }: ReceivingTeam,
  header: KnownHeader,
  change: OrderedChange & { readonly entry?: number | undefined },
): string[] {
  const { action, subject, refs, author } = header;
  const sealed = change.parts.map(sealedPart);
  for (const { person, args } of change.parts) {
    if (person === undefined) continue;
    const name = (args as { readonly name: string } | undefined)?.name ?? null;
    sql.run("INSERT INTO people (id, name, logged) VALUES (?, ?, 1) ON CONFLICT DO NOTHING", person, name);
    remember(sql, person, project);
  }
  const from = { n: numberOf(sql, header.origin), id: header.origin, seq: header.seq };
  const entry = appendEntry(
    sql,
    {
      at: header.at,
      action,
      kind: header.kind,
      subject,
      refs,
      project: action === "person.erased" ? "all" : project,
      author: author as StoredAuthor,
      client: header.client,
      version: header.version,
      from,
    },
    () => sealed,
  );
  sql.run(
    `INSERT INTO team_changes (change, project, team, origin, seq, header, signature, position, entry)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry,
    project,
    team,
    change.origin,
    change.seq,
    change.header,
    change.signature,
    change.position,
    change.entry ?? null,
  );
  const args = change.parts
    .filter(({ person }) => person === undefined)
    .map((part) => part.args as Fields | undefined);
  receiveRows(sql, { action, facts: { subject, project, at: new Date(header.at) }, args });
  const records = recordsIn(header);
  for (const record of records) if (DECISION_ID.test(record)) remember(sql, record, project);
  return settledBy(sql, header);
}

const recordsIn = ({ subject, refs, parts }: KnownHeader): string[] => [
  ...new Set([subject, ...refs, ...parts.flatMap(({ about }) => about)]),
];

/** The records whose state depends on a change and its place. */
export function settledBy(sql: Sql, header: KnownHeader): string[] {
  const records = recordsIn(header);
  const ofOutcomes = header.kind === "outcome" ? decisionsOfOutcomes(sql, records) : [];
  return [...records, ...ofOutcomes].filter(
    (id) => DECISION_ID.test(id) || LINK_ID.test(id) || id.startsWith(`${ID_PREFIX.proposal}_`),
  );
}

/** Reopening a decision withdraws the outcomes of its duplicates, too. */
function decisionsOfOutcomes(sql: Sql, ids: readonly string[]): string[] {
  return sql.column<string>(
    "SELECT DISTINCT decision_id FROM outcomes WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
}

const remember = (sql: Sql, record: string, project: string): void =>
  sql.run("INSERT INTO team_records (record, project) VALUES (?, ?) ON CONFLICT DO NOTHING", record, project);

const sealedPart = ({ about, person, digest, salt, args }: SharedPart): SealedPart => ({
  about,
  ...(person !== undefined && { person }),
  digest: Buffer.from(digest, "hex"),
  salt: salt === undefined ? undefined : Buffer.from(salt, "hex"),
  args,
});

/** The number of a machine in this file. */
function numberOf(sql: Sql, origin: string): number {
  const known = sql.get<{ n: number }>("SELECT n FROM origins WHERE id = ?", origin);
  if (known) return known.n;
  const joined = sql.get<{ machine: string | null }>(
    "SELECT json_extract(change, '$.parts[0].args.machine') AS machine FROM team_members WHERE origin = ? ORDER BY seq LIMIT 1",
    origin,
  );
  const added = sql.one<{ n: number }>(
    "INSERT INTO origins (id, machine) VALUES (?, ?) RETURNING n",
    origin,
    joined?.machine ?? origin,
  );
  return added.n;
}

/** Empty if the header makes no sense. */
export function actionIn(header: string): string {
  try {
    return String((JSON.parse(header) as { readonly action?: unknown }).action);
  } catch {
    return "";
  }
}

export type KnownHeader = ChangeHeader & { readonly action: AuditAction };
type ReadHeader = { readonly state: "known"; readonly header: KnownHeader } | { readonly state: "unknown" };

/** A change of a kind, or with arguments, that only a newer Membria knows is kept and passed on. */
export function headerIn({ header: text }: Pick<OrderedChange, "header">, types: ChangeTypes): ReadHeader {
  try {
    const { data } = ChangeHeader.safeParse(JSON.parse(text));
    if (!data || data.format > HEADER_FORMAT || !isKnownAction(data.action)) return { state: "unknown" };
    if (data.version > (types[data.action]?.version ?? 0)) return { state: "unknown" };
    return { state: "known", header: data as KnownHeader };
  } catch {
    return { state: "unknown" };
  }
}

const BRINGS = new Set<AuditAction>([
  "decision.captured",
  "insight.saved",
  "import.continued",
  "record.existing",
  "person.erased",
  "decision.erased",
  "insight.erased",
  "import.undone",
]);

/** Whether everything that a change is about is here, or was erased. */
export function isComplete(sql: Sql, { action, subject, refs }: KnownHeader): boolean {
  if (BRINGS.has(action)) return true;
  const decisions = [subject, ...refs].filter((record) => DECISION_ID.test(record));
  const needed = action.startsWith("proposal.") ? decisions.filter((id) => id === subject) : decisions;
  return needed.every(
    (id) => sql.get("SELECT 1 FROM memories WHERE id = ?", id) !== undefined || wasHere(sql, id),
  );
}

/** Erased, or taken back with its import. */
const wasHere = (sql: Sql, id: string): boolean =>
  isErased(sql, id) || sql.get("SELECT 1 FROM change_refs WHERE record = ? LIMIT 1", id) !== undefined;
