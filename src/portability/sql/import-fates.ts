import { closesCycle, type Link, type Proposal } from "../../decisions/index.ts";
import type { Author } from "../../shared/actor.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { ImportedRecord, ImportFate } from "../rules/import-store.ts";
import { wasErased } from "./erased-words.ts";
import { identityOf } from "./projects.ts";

/** The id of the memory that a reference names in a project, by id or alias. */
export function memoryIdOf(sql: Sql, project: string, ref: string): string | undefined {
  const row =
    sql.get<{ id: string }>(
      "SELECT memory_id AS id FROM aliases WHERE alias = ? AND project = ?",
      ref,
      project,
    ) ?? sql.get<{ id: string }>("SELECT id FROM memories WHERE id = ? AND project = ?", ref, project);
  return row?.id;
}

export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The two decisions of a link. Undefined if one does not exist, or both are the same. */
export function endsOf(link: Link, idOf: (ref: string) => string | undefined): Ends | undefined {
  const [from, to] = [idOf(link.from), idOf(link.to)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

export const storedEnds = (sql: Sql, link: Link): Ends | undefined =>
  endsOf(link, (ref) => memoryIdOf(sql, link.project, ref));

/** What happens to a record. A link is refused as long as its decisions are not there. */
export function fateOf(sql: Sql, record: ImportedRecord, by: Author): ImportFate {
  switch (record.kind) {
    case "decision":
      return memoryFate(sql, record.decision);
    case "memory":
      return memoryFate(sql, identityOf(record.memory));
    case "link":
      return linkFate(sql, record.link, storedEnds(sql, record.link), by);
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
    // A file may name the decision that it was written for.
    aliases.some((alias) => memoryIdOf(sql, project, alias) !== undefined);
  if (known) return "known";
  return wasErased(sql, project, id, aliases) ? "erased" : "added";
}

export type LinkKind = Pick<Link, "origin" | "state">;

/**
 * Whether a link adds nothing to another one of the same relation between the same decisions. One that somebody proposed
 * and one that a program made stand beside each other until somebody has judged the proposal.
 */
export function hides(other: LinkKind, link: LinkKind): boolean {
  if ((other.origin === "auto") === (link.origin === "auto")) return true;
  return other.origin !== "auto" && other.state !== "pending";
}

export function linkFate(sql: Sql, link: Link, ends: Ends | undefined, by: Author): ImportFate {
  if (ends === undefined) return "refused";
  const others = sql.all(
    "SELECT origin, state FROM links WHERE from_id = ? AND to_id = ? AND relation = ?",
    ends.from,
    ends.to,
    link.relation,
  ) as unknown as LinkKind[];
  if (others.some((other) => hides(other, link))) return "known";
  if (link.relation !== "supersedes") return "added";
  return closesCycle(sql, ends.from, ends.to) || replacesPersons(sql, ends, by) ? "refused" : "added";
}

/** Nobody but a person replaces a person's decision. Scripts do what their files say. */
function replacesPersons(sql: Sql, { to }: Ends, { kind }: Author): boolean {
  if (kind !== "agent") return false;
  return sql.get("SELECT 1 FROM memories WHERE id = ? AND author_kind = 'human'", to) !== undefined;
}

function proposalFate(sql: Sql, { id, project, target, state }: Proposal): ImportFate {
  if (sql.get("SELECT 1 FROM proposals WHERE id = ?", id)) return "known";
  if (state !== "draft") return "added";
  const open = "SELECT 1 FROM proposals WHERE project = ? AND target = ? AND state = 'draft'";
  return sql.get(open, project, target) ? "refused" : "added";
}
