/** Links as rows, and the changes of them that the log keeps. */

import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { Screened } from "../../shared/text.ts";
import type { Sql } from "../../store/file/connection.ts";
import { defineChange } from "../../store/log/change.ts";
import {
  loadAuthor,
  type NamesRow,
  namesInBody,
  namesOf,
  type StoredAuthor,
  storeAuthor,
} from "../../store/log/people.ts";
import type {
  Link,
  LinkMerge,
  LinkOrigin,
  LinkReview,
  LinkSourceFacts,
  LinkState,
  Relation,
} from "../rules/link.ts";

const SCHEMA_VERSION = 1;

/** JSON has no dates, and people are stored by id. */
export type StoredReview = Omit<LinkReview, "at" | "by"> & {
  readonly at: number;
  readonly by: StoredAuthor;
};

/** The JSON body of a link row. Unknown fields are preserved. */
interface LinkBody {
  readonly schema_version: number;
  readonly origin?: LinkOrigin;
  readonly reason?: Screened;
  readonly evidence?: Screened;
  readonly context_decision?: string;
  readonly suggested_by?: number;
  readonly proposed_by?: StoredAuthor;
  readonly reviews?: readonly StoredReview[];
  /** Only for imported links: the relation as the other memory named it, and further facts. */
  readonly original?: string;
  readonly weight?: number;
  readonly approved_at?: number;
  readonly merge?: LinkMerge;
  readonly merged_from?: string;
}

export const LINK_COLUMNS = `l.id, l.project, l.from_id, l.to_id, l.relation, l.state, l.at, l.origin, l.body,
  ${namesInBody("l")}`;

const COLUMNS = ["id", "project", "from_id", "to_id", "relation", "state", "at"] as const;

/** A link as it is stored, with its parsed body. */
export type LinkRow = { readonly [C in (typeof COLUMNS)[number]]: string | number } & {
  readonly id: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly body: { readonly [key: string]: Json | undefined };
};

export function linkRow(sql: Sql, link: Link): LinkRow {
  return {
    id: link.id,
    project: link.project,
    from_id: link.from,
    to_id: link.to,
    relation: link.relation,
    state: link.state,
    at: link.proposedAt.getTime(),
    body: {
      schema_version: SCHEMA_VERSION,
      origin: link.origin,
      reason: link.reason,
      evidence: link.evidence,
      context_decision: link.contextDecision,
      suggested_by: link.suggestedBy,
      proposed_by: storeAuthor(sql, link.proposedBy),
      reviews: link.reviews.map((review) => storedReview(sql, review)),
      original: link.sourceFacts?.relation,
      weight: link.sourceFacts?.weight,
      approved_at: link.sourceFacts?.approvedAt?.getTime(),
      merge: link.merge && { ...link.merge },
      merged_from: link.mergedFrom,
    },
  };
}

export const storedReview = (sql: Sql, review: LinkReview): StoredReview => ({
  ...review,
  at: review.at.getTime(),
  by: storeAuthor(sql, review.by),
});

/** At the given position if it is free, or else after all others. Does nothing if one of its decisions was erased. */
export function insertLink(sql: Sql, row: LinkRow, seq: number | null = null): void {
  sql.run(
    `INSERT INTO links (seq, ${COLUMNS.join(", ")}, body) SELECT ?, ?, ?, one.id, other.id, ?, ?, ?, ?
     FROM memories one, memories other WHERE one.id = ? AND other.id = ?`,
    seq !== null && sql.get("SELECT 1 FROM links WHERE seq = ?", seq) ? null : seq,
    row.id,
    row.project,
    row.relation,
    row.state,
    row.at,
    JSON.stringify(row.body),
    row.from_id,
    row.to_id,
  );
}

export function readLink(sql: Sql, id: string): LinkRow | undefined {
  const row = sql.get<{ body: string }>(`SELECT ${COLUMNS.join(", ")}, body FROM links WHERE id = ?`, id);
  return row && ({ ...row, body: JSON.parse(row.body) as Json } as LinkRow);
}

/** The links that others took over from these decisions when they were merged: their text is about them. */
export const takenOverFrom = (sql: Sql, decisions: readonly string[]): string[] =>
  sql.column<string>(
    `SELECT id FROM links WHERE json_extract(body, '$.merged_from') IN (SELECT value FROM json_each(?))
       ORDER BY seq`,
    JSON.stringify(decisions),
  );

export function rewriteLink(sql: Sql, row: LinkRow): void {
  sql.run(
    "UPDATE links SET state = ?, at = ?, body = ? WHERE id = ?",
    row.state,
    row.at,
    JSON.stringify(row.body),
    row.id,
  );
}

export type StoredLinkRow = NamesRow & {
  body: string;
  id: string;
  project: string;
  from_id: string;
  to_id: string;
  relation: Relation;
  state: LinkState;
  origin: LinkOrigin;
  at: number;
};

export function linkOf(row: StoredLinkRow): Link {
  const body = JSON.parse(row.body) as LinkBody;
  const names = namesOf(row);
  return {
    id: row.id,
    project: row.project,
    from: row.from_id,
    to: row.to_id,
    relation: row.relation,
    state: row.state,
    origin: row.origin,
    reason: body.reason ?? ("" as Screened),
    evidence: body.evidence,
    contextDecision: body.context_decision,
    suggestedBy: body.suggested_by,
    proposedBy: body.proposed_by ? loadAuthor(body.proposed_by, names) : MEMORY_AUTHOR,
    proposedAt: new Date(row.at),
    reviews: (body.reviews ?? []).map((review) => ({
      ...review,
      at: new Date(review.at),
      by: loadAuthor(review.by, names),
    })),
    sourceFacts: sourceFactsOf(body),
    ...(body.merge && { merge: body.merge }),
    ...(body.merged_from !== undefined && { mergedFrom: body.merged_from }),
  };
}

function sourceFactsOf({ original, weight, approved_at }: LinkBody): LinkSourceFacts | undefined {
  if (original === undefined && weight === undefined && approved_at === undefined) return undefined;
  return {
    relation: original,
    weight,
    approvedAt: approved_at === undefined ? undefined : new Date(approved_at),
  };
}

/** The log has this of a link that came with an import, as long as the link stays as it came: where it stands. */
export type PointerToLink = { readonly kind: "link"; readonly row: string };

export const pointerToLink = (id: string): PointerToLink => ({ kind: "link", row: id });

/** Call it before links change or go: the log gets a copy of each that it only points at. */
export function copyIntoLog(sql: Sql, ids: readonly string[]): void {
  for (const id of ids) {
    const link = readLink(sql, id);
    if (!link) continue;
    sql.run(
      `UPDATE change_parts SET args = ? WHERE (change, part) IN
         (SELECT change, part FROM change_refs WHERE record = ?) AND args = ?`,
      JSON.stringify({ kind: "link", link }),
      id,
      JSON.stringify(pointerToLink(id)),
    );
  }
}

/** A link that was rejected may be proposed again: it keeps its id and its reviews. */
export const linkProposed = defineChange<"link.proposed", LinkRow>({
  action: "link.proposed",
  version: 1,
  apply(sql, [row]) {
    if (!row) return;
    if (readLink(sql, row.id)) {
      copyIntoLog(sql, [row.id]);
      rewriteLink(sql, row);
    } else insertLink(sql, row);
  },
});

/** The review, and the origin of the link after it. */
type Reviewed = { readonly review: StoredReview; readonly origin: string };

const reviewed = <A extends "link.approved" | "link.rejected">(action: A, state: string) =>
  defineChange<A, Reviewed>({
    action,
    version: 1,
    apply(sql, [args], { subject }) {
      const row = args && readLink(sql, subject);
      if (!row) return;
      const reviews = [...((row.body["reviews"] ?? []) as readonly StoredReview[]), args.review];
      copyIntoLog(sql, [subject]);
      rewriteLink(sql, { ...row, state, body: { ...row.body, origin: args.origin, reviews } });
    },
  });
export const linkApproved = reviewed("link.approved", "active");
export const linkRejected = reviewed("link.rejected", "rejected");

/** The ids of the links that one step of a clean-up removed. It has other steps, which remove nothing. */
type Cleaned = { readonly step: "began" | "removed" | "ended"; readonly links?: readonly string[] };

export const linkCleaned = defineChange<"link.cleaned", Cleaned>({
  action: "link.cleaned",
  version: 1,
  apply(sql, [args]) {
    const links = args?.links ?? [];
    copyIntoLog(sql, links);
    sql.run("DELETE FROM links WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(links));
  },
});

/** One part for each link, with its place among the links of the memory that it was removed from. */
type Restored = { readonly row: LinkRow; readonly place: number | null };

export const linkRestored = defineChange<"link.restored", Restored>({
  action: "link.restored",
  version: 1,
  apply(sql, links) {
    for (const link of links) if (link) insertLink(sql, link.row, link.place);
  },
});
