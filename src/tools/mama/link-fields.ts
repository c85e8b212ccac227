/** Links in the format of MAMA: whole, short, and waiting for approval. */

import * as z from "zod";
import {
  LINK_ORIGINS,
  LINK_STATES,
  LINK_VERDICTS,
  type Link,
  type LinkEnds,
  type PendingLink,
  PROPOSABLE_RELATIONS,
  RELATIONS,
  REVIEW_WAYS,
} from "../../decisions/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { inPercent, roundedShare } from "../../shared/rounding.ts";
import type { ArgumentHints } from "../arguments.ts";

export const linkHints: ArgumentHints = {
  from_id: { suggestion: "Send the id of the decision that the link starts from (dec_…)." },
  to_id: { suggestion: "Send the id of the decision that the link points to (dec_…)." },
  relationship: {
    reason: "invalid_relationship",
    suggestion: `Use one of ${PROPOSABLE_RELATIONS.join(", ")}; supersedes is made by replacing a decision.`,
  },
};

export const LinkFields = z.object({
  link_id: z.string(),
  from_id: z.string(),
  to_id: z.string(),
  relationship: z.enum(RELATIONS),
  status: z.enum(LINK_STATES),
  origin: z.enum(LINK_ORIGINS),
  reason: z.string(),
  evidence: z.string().optional(),
  decision_id: z.string().optional(),
  similarity: z.number().optional(),
  proposed_by: z.string(),
  /** Of the one who proposed it. */
  author: z.enum(AUTHOR_KINDS),
  proposed_at: z.string(),
  reviews: z.array(
    z.object({
      verdict: z.enum(LINK_VERDICTS),
      by: z.string(),
      author: z.enum(AUTHOR_KINDS),
      how: z.enum(REVIEW_WAYS),
      client: z.string(),
      at: z.string(),
      reason: z.string().optional(),
    }),
  ),
});

export function linkFields(link: Link): z.output<typeof LinkFields> {
  return {
    link_id: link.id,
    from_id: link.from,
    to_id: link.to,
    relationship: link.relation,
    status: link.state,
    origin: link.origin,
    reason: link.reason,
    ...(link.evidence !== undefined && { evidence: link.evidence }),
    ...(link.contextDecision !== undefined && { decision_id: link.contextDecision }),
    ...(link.suggestedBy !== undefined && { similarity: roundedShare(link.suggestedBy) }),
    proposed_by: link.proposedBy.name,
    author: link.proposedBy.kind,
    proposed_at: link.proposedAt.toISOString(),
    reviews: link.reviews.map(({ verdict, by, how, client, at, reason }) => ({
      verdict,
      by: by.name,
      author: by.kind,
      how,
      client,
      at: at.toISOString(),
      ...(reason !== undefined && { reason }),
    })),
  };
}

/** A link without its texts. */
export const ShortLink = z.object({
  link_id: z.string(),
  from_id: z.string(),
  to_id: z.string(),
  relationship: z.enum(RELATIONS),
});
type ShortLink = z.output<typeof ShortLink>;

export const shortLinks = (links: readonly (LinkEnds & Pick<Link, "id">)[]): ShortLink[] =>
  links.map(({ id, from, to, relation }) => ({
    link_id: id,
    from_id: from,
    to_id: to,
    relationship: relation,
  }));

/** Lines for links in force that contradict this one about the same two decisions. */
export const conflictLines = (conflicts: readonly ShortLink[]): string[] =>
  conflicts.map(
    ({ link_id, from_id, relationship, to_id }) =>
      `Conflicts with a link in force: ${from_id} ${relationship} ${to_id} (${link_id})`,
  );

/** Lines for links that a clean-up would remove. */
export const sampleLines = (samples: readonly ShortLink[], total: number): string[] => [
  ...samples.map(
    ({ from_id, to_id, relationship }, i) => `${i + 1}. ${from_id} → ${to_id} (${relationship})`,
  ),
  ...(total > samples.length ? ["..."] : []),
];

export const PendingLinkFields = LinkFields.extend({
  from_statement: z.string(),
  to_statement: z.string(),
  conflicts: z.array(ShortLink),
});

export const pendingLinkFields = (pending: PendingLink): z.output<typeof PendingLinkFields> => ({
  ...linkFields(pending.link),
  from_statement: pending.from.statement,
  to_statement: pending.to.statement,
  conflicts: shortLinks(pending.conflicts),
});

/** A share in whole percent, in the format of the document. */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : inPercent(part / whole)}%`;
