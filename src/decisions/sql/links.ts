/** The store of links: proposes, finds and reviews them. */

import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { makeChange } from "../../store/log/change.ts";
import { requireNoCircle } from "../rules/check-again.ts";
import { decisionNotFound } from "../rules/decision.ts";
import {
  type Link,
  type LinkEnds,
  type LinkReview,
  type LinkState,
  linkNotFound,
  type ProposedLink,
  type Relation,
  requireReviewable,
} from "../rules/link.ts";
import {
  LINK_COLUMNS,
  linkApproved,
  linkOf,
  linkProposed,
  linkRejected,
  linkRow,
  readLink,
  type StoredLinkRow,
  storedReview,
} from "./link-rows.ts";
import { dependencesOfIn } from "./linked-decisions.ts";

/**
 * Stores a proposed link, unless the same link exists. With `mostSuggestions` it is a suggestion: it returns undefined
 * if that many suggestions are already waiting for a review, and a rejected suggestion is not proposed again.
 * @throws Fault `not_found` if one of its decisions is not in its project.
 */
export function storeLink(
  memory: Connection,
  link: Link,
  act: Act,
  mostSuggestions?: number,
): Promise<ProposedLink | undefined> {
  return memory.write((sql) => proposeLink(sql, link, act, mostSuggestions));
}

/** By its id or by the ids of its two decisions. A contradiction is found in either direction. */
export function findLink(
  memory: Connection,
  scope: Scope,
  link: string | LinkEnds,
): Promise<Link | undefined> {
  return memory.read((sql) => find(sql, scope, link));
}

/** Links waiting for a review, oldest first, and their total number. */
export function pendingLinks(
  memory: Connection,
  scope: Scope,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  limit: number,
): Promise<{ readonly items: readonly Link[]; readonly total: number }> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "l.project"), ["l.from_id = ?", from], ["l.to_id = ?", to]);
    const pending = `FROM links l WHERE l.state = 'pending' AND ${inScope.sql}`;
    const { total } = sql.one<{ total: number }>(`SELECT count(*) AS total ${pending}`, ...inScope.values);
    const rows = sql.all<StoredLinkRow>(
      `SELECT ${LINK_COLUMNS} ${pending} ORDER BY l.at, l.id LIMIT ?`,
      ...inScope.values,
      limit,
    );
    return { items: rows.map(linkOf), total: total };
  });
}

/** The number of suggestions waiting for a review. */
export function openSuggestions(memory: Connection, project: string): Promise<number> {
  return memory.read((sql) => openSuggestionsIn(sql, project));
}

/** Links in any state and direction between two decisions. */
export function linksBetween(
  memory: Connection,
  scope: Scope,
  one: string,
  other: string,
): Promise<readonly Link[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+l.project"));
    return sql
      .all<StoredLinkRow>(
        `SELECT ${LINK_COLUMNS} FROM links l
             WHERE ((l.from_id = ?1 AND l.to_id = ?2) OR (l.from_id = ?2 AND l.to_id = ?1)) AND ${inScope.sql} ORDER BY l.at, l.id`,
        one,
        other,
        ...inScope.values,
      )
      .map(linkOf);
  });
}

/** Contradictions in force between decisions that both hold, newest first. */
export function contradictions(memory: Connection, scope: Scope, limit: number): Promise<readonly Link[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "l.project"));
    return sql
      .all<StoredLinkRow>(
        `SELECT ${LINK_COLUMNS} FROM links l
             WHERE l.relation = 'contradicts' AND l.state = 'active' AND ${inScope.sql} AND NOT EXISTS (
               SELECT 1 FROM memories m WHERE m.id IN (l.from_id, l.to_id) AND m.standing <> 'active')
             ORDER BY l.at DESC, l.id DESC LIMIT ?`,
        ...inScope.values,
        limit,
      )
      .map(linkOf);
  });
}

/** Links that start or end at one of the decisions, newest first. */
export function linksOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
  relations: readonly Relation[],
  states: readonly LinkState[],
  limit: number,
): Promise<readonly Link[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+l.project"));
    const side = (column: string) =>
      `SELECT l.seq FROM json_each(?1) own CROSS JOIN links l ON l.${column} = own.value
           WHERE l.relation IN (SELECT value FROM json_each(?2)) AND l.state IN (SELECT value FROM json_each(?3))`;
    return sql
      .all<StoredLinkRow>(
        `SELECT ${LINK_COLUMNS} FROM links l WHERE l.seq IN (${side("from_id")} UNION ${side("to_id")}) AND ${inScope.sql}
             ORDER BY l.at DESC, l.id DESC LIMIT ?`,
        JSON.stringify(decisionIds),
        JSON.stringify(relations),
        JSON.stringify(states),
        ...inScope.values,
        limit,
      )
      .map(linkOf);
  });
}

/** @throws Fault `not_found`, or `conflict` if it cannot be reviewed or would close a circle of dependences. */
export function storeLinkReview(
  memory: Connection,
  scope: Scope,
  id: string,
  review: LinkReview,
  act: Act,
): Promise<Link> {
  return memory.write((sql) => reviewLink(sql, scope, id, review, act));
}

/** Links in force at these decisions: per decision at most `perDecision` outgoing and as many incoming ones. */
export function neighbours(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
  relations: readonly Relation[],
  perDecision: number,
): Promise<readonly LinkEnds[]> {
  return memory.read((sql) => neighboursIn(sql, scope, decisionIds, relations, perDecision));
}

const subjectOf = ({ id, project }: Link) => ({ kind: "link", id, project }) as const;

/** The same inside a transaction. */
export function proposeLink(
  sql: Sql,
  link: Link,
  act: Act,
  mostSuggestions?: number | undefined,
): ProposedLink | undefined {
  const existing = find(sql, link.project, link);
  const isSuggestion = mostSuggestions !== undefined;
  if (existing && (isSuggestion || existing.state !== "rejected")) return { link: existing, as: "known" };
  if (isSuggestion && openSuggestionsIn(sql, link.project) >= mostSuggestions) return undefined;
  if (!existing) {
    requireEnds(sql, link);
    makeProposal(sql, { ...link, state: "pending" }, act);
    return { link, as: "new" };
  }
  // Earlier reviews stay, so that the next reviewer knows about them.
  const { id, from, to, reviews } = existing;
  const again: Link = { ...link, id, from, to, reviews, state: "pending" };
  makeProposal(sql, again, act);
  return { link: again, as: "again" };
}

function makeProposal(sql: Sql, link: Link, act: Act): void {
  const row = linkRow(sql, link);
  // An imported link may have fields that this program does not know.
  const args = { ...row, body: { ...readLink(sql, link.id)?.body, ...row.body } };
  makeChange(sql, act, linkProposed, subjectOf(link), [{ about: endsOf(link), args }], endsOf(link));
}

const endsOf = ({ from, to }: Link): string[] => [from, to];

/** Both decisions have to be in the project of the link. */
function requireEnds(sql: Sql, { project, from, to }: Link): void {
  for (const end of [from, to]) {
    const row = sql.get(
      "SELECT 1 FROM memories WHERE id = ? AND type = 'decision' AND +project = ?",
      end,
      project,
    );
    if (!row) throw decisionNotFound(end, project);
  }
}

/** The same inside a transaction. */
export function reviewLink(sql: Sql, scope: Scope, id: string, review: LinkReview, act: Act): Link {
  const link = find(sql, scope, id);
  if (!link) throw linkNotFound(id, scope);
  requireReviewable(link, review.verdict);
  if (review.verdict === "approved" && link.relation === "depends_on")
    requireNoCircle(link, dependencesOfIn(sql, link.project, [link.to]));
  // A reviewed link no longer counts as made by a machine.
  const origin = link.origin === "auto" ? "governed" : link.origin;
  const args = { review: storedReview(sql, review), origin };
  const type = review.verdict === "approved" ? linkApproved : linkRejected;
  makeChange(sql, act, type, subjectOf(link), [{ about: endsOf(link), args }], endsOf(link));
  return find(sql, scope, id) as Link;
}

function find(sql: Sql, scope: Scope, link: string | LinkEnds): Link | undefined {
  const inScope = allOf(ofScope(scope, "l.project"));
  const select = `SELECT ${LINK_COLUMNS} FROM links l WHERE`;
  const byEnds = ({ from, to, relation }: LinkEnds) =>
    sql.get<StoredLinkRow>(
      `${select} l.from_id = ? AND l.to_id = ? AND l.relation = ? AND ${inScope.sql}
       ORDER BY l.state = 'pending' DESC, l.at DESC, l.id DESC LIMIT 1`,
      from,
      to,
      relation,
      ...inScope.values,
    );
  const row =
    typeof link === "string"
      ? sql.get<StoredLinkRow>(`${select} l.id = ? AND ${inScope.sql}`, link, ...inScope.values)
      : (byEnds(link) ??
        (link.relation === "contradicts"
          ? byEnds({ from: link.to, to: link.from, relation: link.relation })
          : undefined));
  return row && linkOf(row);
}

function openSuggestionsIn(sql: Sql, project: string): number {
  const row = sql.one<{ n: number }>(
    `SELECT count(*) AS n FROM links l WHERE l.project = ? AND l.state = 'pending'
       AND json_extract(l.body, '$.suggested_by') IS NOT NULL`,
    project,
  );
  return row.n;
}

/**
 * Reads links from the indexes alone, because a traversal needs thousands of them. A link stays inside one project, so it
 * is enough to check the project of the decisions.
 */
function neighboursIn(
  sql: Sql,
  scope: Scope,
  decisionIds: readonly string[],
  relations: readonly Relation[],
  perDecision: number,
): LinkEnds[] {
  const marks = relations.map(() => "?").join(", ");
  const side = (column: string, other: string) =>
    `(SELECT json_group_array(json_array(relation, other)) FROM (
        SELECT l.relation, l.${other} AS other FROM links l
        WHERE l.${column} = own.value AND l.relation IN (${marks}) AND l.state = 'active' LIMIT ?))`;
  const inScope = allOf(ofScope(scope, "m.project"));
  const onlyInScope =
    inScope.values.length === 0
      ? ""
      : `WHERE EXISTS (SELECT 1 FROM memories m WHERE m.id = own.value AND ${inScope.sql})`;
  const rows = sql.all<{ id: string; outgoing: string; incoming: string }>(
    `SELECT own.value AS id, ${side("from_id", "to_id")} AS outgoing, ${side("to_id", "from_id")} AS incoming
     FROM json_each(?) own ${onlyInScope}`,
    ...relations,
    perDecision,
    ...relations,
    perDecision,
    JSON.stringify(decisionIds),
    ...inScope.values,
  );
  type Pairs = readonly (readonly [Relation, string])[];
  return rows.flatMap((row) => {
    const id = row.id;
    const outgoing = JSON.parse(row.outgoing) as Pairs;
    const incoming = JSON.parse(row.incoming) as Pairs;
    return [
      ...outgoing.map(([relation, to]) => ({ from: id, to, relation })),
      ...incoming.map(([relation, from]) => ({ from, to: id, relation })),
    ];
  });
}
