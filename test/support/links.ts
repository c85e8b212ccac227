import type { Link, LinkReview } from "../../src/domain/link.ts";
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
