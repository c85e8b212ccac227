import type { Relation } from "./link.ts";

/** That two decisions relate, as a person approved. */
export interface ApprovedLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relation: Exclude<Relation, "supersedes">;
  readonly at: Date;
}

/** How decisions relate besides replacing each other, which stands on the decisions themselves. */
export interface RelationStore {
  /** Approved links with any of the decisions at one end, the newest first. What is pending or rejected is nobody's word. */
  approvedLinks(decisionIds: readonly string[], limit: number): Promise<readonly ApprovedLink[]>;
}
