import * as z from "zod";
import {
  LINK_ORIGINS,
  LINK_STATES,
  LINK_VERDICTS,
  type Link,
  PROPOSABLE_RELATIONS,
  RELATIONS,
  REVIEW_WAYS,
} from "../../domain/links/link.ts";
import { AUTHOR_KINDS } from "../../domain/shared/actor.ts";
import { roundedShare } from "../../domain/shared/rounding.ts";
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
