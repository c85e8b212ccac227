import { randomBytes } from "node:crypto";
import { contextHash, decisionOfMemory } from "../../decisions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { type ChangeTypes, partDigest, partsOf, type StoredPart, wholeArgs } from "../../store/log/change.ts";
import type { LostPlace } from "../rules/decision-state.ts";
import { leavesMachine, withoutLocalFields, withoutPaths } from "../rules/leaving.ts";
import { type ChangeHeader, HEADER_FORMAT } from "../rules/member-change.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { Sealing } from "../rules/team-store.ts";
import type { ClaimComponent } from "./claim-component.ts";
import { closingOf } from "./settled-links.ts";
import { HOLDS_OR_HELD, type LocalEntry, sharingOf } from "./shareable-parts.ts";
import type { Fields, Said, TeamEntry } from "./team-entries.ts";

/** Looks at the next entries of the audit log, and seals those that leave this machine. Returns whether there may be more. */
export function sealNew(
  sql: Sql,
  team: SealingTeam,
  sealing: Sealing,
  types: ChangeTypes,
  limit: number,
): boolean {
  for (const entry of released(sql, team.project)) seal(sql, team, entry, sealing, types);
  const rows = sql.all<LogEntryRow>(
    `SELECT a.* FROM audit a WHERE a.seq > ?1 AND a.chain <> 1 AND a.project IN (?2, '${ALL_PROJECTS}')
       AND NOT EXISTS (SELECT 1 FROM team_changes t WHERE t.change = a.seq)
     ORDER BY a.seq LIMIT ?3`,
    team.lookedAt,
    team.project,
    limit,
  );
  for (const row of rows) {
    if (!leavesMachine(row.action)) continue;
    if (row.project === ALL_PROJECTS && row.action !== "person.erased") continue;
    seal(sql, team, row, sealing, types);
  }
  const more = rows.length === limit;
  const last = (more && rows.at(-1)?.seq) || sql.value<number>("SELECT seq FROM audit_head");
  sql.run("UPDATE teams SET looked_at = ? WHERE project = ?", last, team.project);
  return more;
}

/** What waited for a draft that was accepted. */
function released(sql: Sql, project: string): LogEntryRow[] {
  const rows = sql.all<LogEntryRow>(
    `SELECT a.* FROM team_held h JOIN memories m ON m.id = h.record JOIN audit a ON a.seq = h.change
     WHERE h.project = ? AND ${HOLDS_OR_HELD} ORDER BY h.change`,
    project,
  );
  for (const row of rows) sql.run("DELETE FROM team_held WHERE change = ?", row.seq);
  return rows;
}

type LogEntryRow = LocalEntryRow & NamesForRow & HeaderRow;

function seal(sql: Sql, team: SealingTeam, row: LogEntryRow, sealing: Sealing, types: ChangeTypes): void {
  const entry = localEntry(row);
  const { change } = entry;
  const stored = partsOf(sql, change);
  const sharing = sharingOf(sql, entry, stored);
  if (sharing.as === "held")
    sql.run(
      "INSERT INTO team_held (change, project, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      change,
      team.project,
      sharing.record,
    );
  if (sharing.as !== "shared") return;
  for (const record of sharing.brings)
    sql.run(
      "INSERT INTO team_records (record, project) VALUES (?, ?) ON CONFLICT DO NOTHING",
      record,
      team.project,
    );
  const chosen = stored.filter(({ part }) => sharing.parts.includes(part));
  const parts = chosen.map((part) => sealedPart(sql, entry, part, team, sealing, types));
  const named = [...parts, ...namesFor(sql, team, row, parts)];
  for (const [n, part] of named.entries()) storePart(sql, change, n, part);
  const seq = nextSeq(sql, team.origin);
  const header = canonicalJson(headerOf(sql, team, row, entry, seq, named) as unknown as Json);
  sql.run(
    `INSERT INTO team_changes (change, project, team, origin, seq, header, signature) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    change,
    team.project,
    team.team,
    team.origin,
    seq,
    header,
    sealing.sign(header),
  );
}

type LocalEntryRow = {
  seq: number;
  action: AuditAction;
  kind: string;
  subject: string;
  refs: string | null;
  project: string;
};

const localEntry = (row: LocalEntryRow): LocalEntry => ({
  change: row.seq,
  action: row.action,
  kind: row.kind,
  subject: row.subject,
  refs: row.refs === null ? [] : (JSON.parse(row.refs) as string[]),
  project: row.project,
});

type HeaderRow = {
  author: string;
  person: string | null;
  at: number;
  author_kind: AuthorKind;
  client: string;
  version: number;
};

function headerOf(
  sql: Sql,
  { team, origin }: SealingTeam,
  row: HeaderRow,
  { action, kind, subject, refs }: LocalEntry,
  seq: number,
  parts: readonly SealedPart[],
): ChangeHeader {
  const name = row.author;
  const person = row.person;
  return {
    format: HEADER_FORMAT,
    team,
    origin,
    seq,
    at: row.at,
    action,
    kind,
    subject,
    refs: refs.filter((ref) => !isLocal(sql, ref)),
    author: {
      kind: row.author_kind,
      ...(name !== "" && { name }),
      ...(person !== null && { person }),
    },
    client: row.client,
    version: row.version,
    parts: parts.map(({ digest, about, person: of }) => ({
      digest: Buffer.from(digest).toString("hex"),
      about: [...about],
      ...(of !== undefined && { person: of }),
    })),
  };
}

/** Notes of this machine may be named beside what an import brought. */
const isLocal = (sql: Sql, ref: string): boolean =>
  sql.get("SELECT 1 FROM memories WHERE id = ? AND type IN ('checkpoint', 'context')", ref) !== undefined;

const SALT_BYTES = 16;

/** What sealing needs to know of the team. */
type SealingTeam = Pick<TeamProgress, "project" | "team" | "origin" | "sharesSources"> & {
  readonly lookedAt: number;
};

/** A part of a change as the team gets it. */
interface SealedPart {
  readonly about: readonly string[];
  readonly person?: string | undefined;
  readonly fromPart: number | null;
  readonly digest: Uint8Array;
  /** Null if it was emptied before it was shared. */
  readonly salt: Uint8Array | null;
  /** Null if it is what the part of the log says, without what stays here. */
  readonly args: Json | null;
  readonly persons: readonly string[];
}

function sealedPart(
  sql: Sql,
  { change, action }: LocalEntry,
  { part, args, salt, digest }: StoredPart,
  { sharesSources }: SealingTeam,
  sealing: Sealing,
  types: ChangeTypes,
): SealedPart {
  const about = sql.column<string>(
    "SELECT record FROM change_refs WHERE change = ? AND part = ? ORDER BY record",
    change,
    part,
  );
  const whole = args === undefined || salt === null ? undefined : wholeArgs(types, action, sql, args);
  if (whole === undefined) return { about, fromPart: part, digest, salt: null, args: null, persons: [] };
  const own = withoutLocalFields(whole, sharesSources);
  const shared = rehashed(own, withoutPaths(own, sealing));
  const newSalt = randomBytes(SALT_BYTES);
  const text = canonicalJson(shared);
  return {
    about,
    fromPart: part,
    digest: partDigest(newSalt, shared),
    salt: newSalt,
    args: text === canonicalJson(own) ? null : shared,
    persons: [...new Set(text.match(PERSONS) ?? [])],
  };
}

const PERSONS = new RegExp(`(?<=")${ID_PREFIX.person}_[a-z0-9]+(?=")`, "g");

/** A decision whose paths were shortened means something else to its hash. */
function rehashed(before: Json, after: Json): Json {
  const fields = after as Fields;
  if (fields["type"] === "decision" && canonicalJson(before) !== canonicalJson(after)) {
    const decision = decisionOfMemory(after as unknown as MemoryRow);
    return { ...fields, context_hash: contextHash(decision, decision.hashVersion) };
  }
  const memory = fields["memory"];
  return memory === undefined
    ? after
    : { ...fields, memory: rehashed((before as Fields)["memory"] as Json, memory) };
}

type NamesForRow = { person: string | null };

/** The names of people that the team does not know yet. */
function namesFor(sql: Sql, team: SealingTeam, row: NamesForRow, parts: readonly SealedPart[]): SealedPart[] {
  const author = row.person;
  const persons = new Set([...(author === null ? [] : [author]), ...parts.flatMap((part) => part.persons)]);
  return [...persons].flatMap((person) => {
    const known = "SELECT 1 FROM team_records WHERE record = ? AND project = ?";
    if (sql.get(known, person, team.project)) return [];
    const name = sql.value<string | undefined>("SELECT name FROM people WHERE id = ?", person);
    if (typeof name !== "string") return [];
    sql.run("INSERT INTO team_records (record, project) VALUES (?, ?)", person, team.project);
    const salt = randomBytes(SALT_BYTES);
    const args = { name };
    return [
      { about: [person], person, fromPart: null, digest: partDigest(salt, args), salt, args, persons: [] },
    ];
  });
}

function storePart(
  sql: Sql,
  change: number,
  n: number,
  { fromPart, person, digest, salt, args }: SealedPart,
): void {
  sql.run(
    "INSERT INTO team_parts (change, part, from_part, person, digest, salt, args) VALUES (?, ?, ?, ?, ?, ?, ?)",
    change,
    n,
    fromPart,
    person ?? null,
    digest,
    salt,
    args === null ? null : JSON.stringify(args),
  );
}

/** The end of an index: one that is asked for the last of several tables together is read from the beginning. */
const LAST_SEQ = (table: string): string => `coalesce((SELECT max(seq) FROM ${table} WHERE origin = ?1), 0)`;

/** Own changes are numbered without gaps, those about members among them. */
export function nextSeq(sql: Sql, origin: string): number {
  const row = sql.one<{ last: number }>(
    `SELECT max(${["team_changes", "team_members", "team_aside"].map(LAST_SEQ).join(", ")}) AS last`,
    origin,
  );
  return row.last + 1;
}

/** The place that a decision was made for and did not get. */
export function lostPlace(
  said: Said,
  { id, project, domain, created_at }: MemoryRow,
  entries: readonly TeamEntry[],
  { claims, settled }: ClaimComponent,
): LostPlace | undefined {
  const place = { project, draft: id, domain: domain as string, at: created_at as number };
  const own = claims.filter((claim) => claim.by === id && claim.made && settled.lost.has(claim));
  const [first] = own;
  if (first)
    return { ...place, winner: settled.lost.get(first) as string, wanted: own.map(({ target }) => target) };
  for (const entry of entries) {
    if (entry.action !== "proposal.accepted" || entry.subject === id) continue;
    const { closed } = closingOf(said, entry.subject);
    // A draft that was accepted by two is the same decision; one that was made from a proposal twice is not.
    const target = said.sql.value<string | undefined>(
      "SELECT target FROM proposals WHERE id = ?",
      entry.subject,
    );
    if (!closed || target === id || (closed.origin === entry.origin && closed.seq === entry.seq)) continue;
    if (closed.decision === id) continue;
    return { ...place, winner: closed.decision ?? closed.state, wanted: [entry.subject] };
  }
  return undefined;
}
