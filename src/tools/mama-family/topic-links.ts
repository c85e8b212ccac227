import * as z from "zod";
import type { SemanticLink } from "../../app/links/semantic-links.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { RELATIONS } from "../../domain/links/link.ts";

export const LinkEdge = z.object({
  from: z.string(),
  to: z.string(),
  relationship: z.enum(RELATIONS),
  reason: z.string().optional(),
});
type LinkEdge = z.output<typeof LinkEdge>;

export const semanticEdges = (semantic: readonly SemanticLink[]): LinkEdge[] =>
  semantic.map(({ link: { from, to, relation, reason } }) => ({
    from,
    to,
    relationship: relation,
    ...(reason !== "" && { reason }),
  }));

/** The decisions at the other ends of the links, without duplicates. */
export function linkedDecisions(
  versions: readonly Decision[],
  semantic: readonly SemanticLink[],
): Decision[] {
  const own = new Set(versions.map(({ id }) => id));
  const others = semantic.map(({ other }) => other).filter(({ id }) => !own.has(id));
  return [...new Map(others.map((other) => [other.id, other])).values()];
}

export const edgeLine = ({ from, relationship, to, reason }: LinkEdge): string =>
  `${from} ${relationship} ${to}${reason ? `: ${reason}` : ""}`;
