import type { Link } from "../../../domain/links/link.ts";
import type { ImportFate } from "../../../domain/moving/import-store.ts";
import type { ImportedRecord } from "../../../domain/moving/imported-record.ts";
import type { Proposal } from "../../../domain/proposals/proposal.ts";
import type { Sql } from "../shared/connection.ts";
import { wasErased } from "./erased-sources.ts";
import { identityOf } from "./other-memories.ts";

/** The id of the memory that a reference names in a project, by id or alias. */
function memoryIdOf(sql: Sql, project: string, ref: string): string | undefined {
  const row =
    sql.get("SELECT memory_id AS id FROM aliases WHERE alias = ? AND project = ?", ref, project) ??
    sql.get("SELECT id FROM memories WHERE id = ? AND project = ?", ref, project);
  return row?.["id"] as string | undefined;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

export function endsOf(sql: Sql, { project, from, to }: Link): Ends | undefined {
  const newer = memoryIdOf(sql, project, from);
  const older = newer === undefined ? undefined : memoryIdOf(sql, project, to);
  return newer === undefined || older === undefined || newer === older
    ? undefined
    : { from: newer, to: older };
}

/** What would happen to a record. In a preview a link is refused if its decisions come in the same import. */
export function fateOf(sql: Sql, record: ImportedRecord): ImportFate {
  switch (record.kind) {
    case "decision":
      return memoryFate(sql, record.decision);
    case "memory":
      return memoryFate(sql, identityOf(record.memory));
    case "link":
      return linkFate(sql, record.link, endsOf(sql, record.link));
    case "proposal":
      return proposalFate(sql, record.proposal);
  }
}

function memoryFate(
  sql: Sql,
  { id, project, aliases }: { id: string; project: string; aliases: readonly string[] },
): ImportFate {
  const known =
    sql.get("SELECT 1 FROM memories WHERE id = ?", id) ||
    aliases.some((alias) => sql.get("SELECT 1 FROM aliases WHERE alias = ? AND project = ?", alias, project));
  if (known) return "known";
  return wasErased(sql, project, id, aliases) ? "erased" : "added";
}

export function linkFate(sql: Sql, { relation }: Link, ends: Ends | undefined): ImportFate {
  if (ends === undefined) return "refused";
  const known = sql.get(
    "SELECT 1 FROM links WHERE from_id = ? AND to_id = ? AND relation = ?",
    ends.from,
    ends.to,
    relation,
  );
  if (known) return "known";
  return relation === "supersedes" && wouldCloseCycle(sql, ends.from, ends.to) ? "refused" : "added";
}

/** Searches upwards from the newer decision, which is fast: when imported in order nothing supersedes it yet. */
function wouldCloseCycle(sql: Sql, newer: string, older: string): boolean {
  return (
    sql.get(
      `WITH RECURSIVE above (id) AS (
         SELECT from_id FROM links WHERE to_id = ?1 AND relation = 'supersedes'
         UNION SELECT l.from_id FROM above a JOIN links l ON l.to_id = a.id AND l.relation = 'supersedes')
       SELECT 1 FROM above WHERE id = ?2`,
      newer,
      older,
    ) !== undefined
  );
}

function proposalFate(sql: Sql, { id, project, target, state }: Proposal): ImportFate {
  if (sql.get("SELECT 1 FROM proposals WHERE id = ?", id)) return "known";
  if (state !== "draft") return "added";
  const open = "SELECT 1 FROM proposals WHERE project = ? AND target = ? AND state = 'draft'";
  return sql.get(open, project, target) ? "refused" : "added";
}
