import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import { canonicalJson, type Json } from "../../../domain/shared/canonical-json.ts";
import { ALL_PROJECTS } from "../../../domain/shared/scope.ts";
import { leavesMachine } from "../../../domain/team/leaving.ts";
import { type ChangeHeader, HEADER_FORMAT } from "../../../domain/team/shared-change.ts";
import type { Sealing } from "../../../domain/team/team-store.ts";
import type { ChangeTypes } from "../log/change.ts";
import { partsOf } from "../log/change-parts.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { nextSeq } from "./next-seq.ts";
import { namesFor, type SealedPart, type SealingTeam, sealedPart, storePart } from "./sealed-parts.ts";
import { HOLDS_OR_HELD, type LocalEntry, sharingOf } from "./shareable-parts.ts";

/** Looks at the next entries of the audit log, and seals those that leave this machine. Returns whether there may be more. */
export function sealNew(
  sql: Sql,
  team: SealingTeam,
  sealing: Sealing,
  types: ChangeTypes,
  limit: number,
): boolean {
  for (const entry of released(sql, team.project)) seal(sql, team, entry, sealing, types);
  const rows = sql.all(
    `SELECT a.* FROM audit a WHERE a.seq > ?1 AND a.chain <> 1 AND a.project IN (?2, '${ALL_PROJECTS}')
       AND NOT EXISTS (SELECT 1 FROM team_changes t WHERE t.change = a.seq)
     ORDER BY a.seq LIMIT ?3`,
    team.lookedAt,
    team.project,
    limit,
  );
  for (const row of rows) {
    if (!leavesMachine(row["action"] as AuditAction)) continue;
    if (row["project"] === ALL_PROJECTS && row["action"] !== "person.erased") continue;
    seal(sql, team, row, sealing, types);
  }
  const more = rows.length === limit;
  const last = more
    ? (rows.at(-1)?.["seq"] as number)
    : (sql.get("SELECT seq FROM audit_head")?.["seq"] as number);
  sql.run("UPDATE teams SET looked_at = ? WHERE project = ?", last, team.project);
  return more;
}

/** What waited for a draft that was accepted. */
function released(sql: Sql, project: string): Row[] {
  const rows = sql.all(
    `SELECT a.* FROM team_held h JOIN memories m ON m.id = h.record JOIN audit a ON a.seq = h.change
     WHERE h.project = ? AND ${HOLDS_OR_HELD} ORDER BY h.change`,
    project,
  );
  for (const row of rows) sql.run("DELETE FROM team_held WHERE change = ?", row["seq"] as number);
  return rows;
}

function seal(sql: Sql, team: SealingTeam, row: Row, sealing: Sealing, types: ChangeTypes): void {
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

const localEntry = (row: Row): LocalEntry => ({
  change: row["seq"] as number,
  action: row["action"] as AuditAction,
  kind: row["kind"] as string,
  subject: row["subject"] as string,
  refs: row["refs"] === null ? [] : (JSON.parse(row["refs"] as string) as string[]),
  project: row["project"] as string,
});

function headerOf(
  sql: Sql,
  { team, origin }: SealingTeam,
  row: Row,
  { action, kind, subject, refs }: LocalEntry,
  seq: number,
  parts: readonly SealedPart[],
): ChangeHeader {
  const name = row["author"] as string;
  const person = row["person"] as string | null;
  return {
    format: HEADER_FORMAT,
    team,
    origin,
    seq,
    at: row["at"] as number,
    action,
    kind,
    subject,
    refs: refs.filter((ref) => !isLocal(sql, ref)),
    author: {
      kind: row["author_kind"] as AuthorKind,
      ...(name !== "" && { name }),
      ...(person !== null && { person }),
    },
    client: row["client"] as string,
    version: row["version"] as number,
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
