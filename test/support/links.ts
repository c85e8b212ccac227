import type { Link, LinkReview, PlacedLink } from "../../src/decisions/rules/link.ts";
import { actor, DAY, screened } from "./decisions.ts";

let made = 0;

export function link(
  fields: Partial<Omit<Link, "reason" | "evidence">> & { reason?: string; evidence?: string } = {},
): Link {
  const { reason = "It says in detail how", evidence, ...rest } = fields;
  return {
    id: `lnk_made${String(++made).padStart(6, "0")}`,
    project: "shop",
    from: "dec_a",
    to: "dec_b",
    relation: "refines",
    state: "pending",
    origin: "memory",
    proposedBy: actor().author,
    proposedAt: DAY,
    reviews: [],
    contextDecision: undefined,
    suggestedBy: undefined,
    ...rest,
    reason: screened(reason),
    evidence: evidence === undefined ? undefined : screened(evidence),
  };
}

export function review(fields: Partial<LinkReview> = {}): LinkReview {
  return {
    verdict: "approved",
    by: actor("human").author,
    client: screened("contract-suite/1.0"),
    how: "typed",
    at: DAY,
    ...fields,
  };
}

/** Links as an import keeps those that a machine made elsewhere. */
export function legacyLinks(
  pairs: readonly (readonly [from: string, to: string])[],
  relation: Link["relation"] = "refines",
): PlacedLink[] {
  return pairs.map(([from, to], i) => ({
    place: String(i + 1),
    link: {
      id: `lnk_legacy${String(i + 1).padStart(6, "0")}`,
      project: "shop",
      from,
      to,
      relation,
      state: "active",
      origin: "auto",
      reason: screened(`similarity: ${i}`),
      proposedBy: { kind: "agent", name: screened("MAMA agent") },
      proposedAt: new Date(DAY.getTime() + i),
      reviews: [],
      sourceFacts: { weight: 0.7 },
    },
  }));
}
