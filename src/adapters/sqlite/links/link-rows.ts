import type {
  Link,
  LinkOrigin,
  LinkReview,
  LinkSourceFacts,
  LinkState,
  Relation,
} from "../../../domain/links/link.ts";
import type { Author } from "../../../domain/shared/actor.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row, Sql } from "../shared/connection.ts";

const SCHEMA_VERSION = 1;

/** The JSON body of a link row. Unknown fields are preserved. */
interface LinkBody {
  readonly schema_version: number;
  readonly origin?: LinkOrigin;
  readonly reason?: Screened;
  readonly evidence?: Screened;
  readonly context_decision?: string;
  readonly suggested_by?: number;
  readonly proposed_by?: Author;
  readonly reviews?: readonly (Omit<LinkReview, "at"> & { readonly at: number })[];
  /** Only for imported links: the relation as the other memory named it, and further facts. */
  readonly original?: string;
  readonly weight?: number;
  readonly approved_at?: number;
}

export const LINK_COLUMNS =
  "l.id, l.project, l.from_id, l.to_id, l.relation, l.state, l.at, l.origin, l.body";

/** At the given position, or after all others if it is null. */
export function insertLink(sql: Sql, link: Link, seq: number | null = null): void {
  sql.run(
    `INSERT INTO links (seq, id, project, from_id, to_id, relation, state, at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    seq,
    link.id,
    link.project,
    link.from,
    link.to,
    link.relation,
    link.state,
    link.proposedAt.getTime(),
    linkBody(link),
  );
}

/** Keeps the unknown fields of the body so far. */
export function linkBody(link: Link, kept: string = "{}"): string {
  return JSON.stringify({
    ...(JSON.parse(kept) as Record<string, unknown>),
    schema_version: SCHEMA_VERSION,
    origin: link.origin,
    reason: link.reason,
    evidence: link.evidence,
    context_decision: link.contextDecision,
    suggested_by: link.suggestedBy,
    proposed_by: link.proposedBy,
    reviews: link.reviews.map((review) => ({ ...review, at: review.at.getTime() })),
    original: link.sourceFacts?.relation,
    weight: link.sourceFacts?.weight,
    approved_at: link.sourceFacts?.approvedAt?.getTime(),
  });
}

export function linkOf(row: Row): Link {
  const body = JSON.parse(row["body"] as string) as LinkBody;
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
    proposedBy: body.proposed_by ?? MEMORY_AUTHOR,
    proposedAt: new Date(row["at"] as number),
    reviews: (body.reviews ?? []).map((review) => ({ ...review, at: new Date(review.at) })),
    sourceFacts: sourceFactsOf(body),
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
