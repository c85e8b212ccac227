import type {
  Link,
  LinkMerge,
  LinkOrigin,
  LinkReview,
  LinkSourceFacts,
  LinkState,
  Relation,
} from "../../../domain/links/link.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { loadAuthor, namesInBody, namesOf, type StoredAuthor, storeAuthor } from "../log/people.ts";
import type { Row, Sql } from "../shared/connection.ts";

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
  const row = sql.get(`SELECT ${COLUMNS.join(", ")}, body FROM links WHERE id = ?`, id);
  return row && ({ ...row, body: JSON.parse(row["body"] as string) as Json } as LinkRow);
}

/** The links that others took over from these decisions when they were merged: their text is about them. */
export const takenOverFrom = (sql: Sql, decisions: readonly string[]): string[] =>
  sql
    .all(
      `SELECT id FROM links WHERE json_extract(body, '$.merged_from') IN (SELECT value FROM json_each(?))
       ORDER BY seq`,
      JSON.stringify(decisions),
    )
    .map((row) => row["id"] as string);

export function rewriteLink(sql: Sql, row: LinkRow): void {
  sql.run(
    "UPDATE links SET state = ?, at = ?, body = ? WHERE id = ?",
    row.state,
    row.at,
    JSON.stringify(row.body),
    row.id,
  );
}

export function linkOf(row: Row): Link {
  const body = JSON.parse(row["body"] as string) as LinkBody;
  const names = namesOf(row);
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    from: row["from_id"] as string,
    to: row["to_id"] as string,
    relation: row["relation"] as Relation,
    state: row["state"] as LinkState,
    origin: row["origin"] as LinkOrigin,
    reason: body.reason ?? ("" as Screened),
    evidence: body.evidence,
    contextDecision: body.context_decision,
    suggestedBy: body.suggested_by,
    proposedBy: body.proposed_by ? loadAuthor(body.proposed_by, names) : MEMORY_AUTHOR,
    proposedAt: new Date(row["at"] as number),
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
