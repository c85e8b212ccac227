import { type OutcomeStatus, RELATIONS, type Relation, type Standing } from "../../decisions/index.ts";

/**
 * How two decisions of a graph relate. Besides links: a decision was learned from those that its proposal was based on,
 * and one that was cited in a warning prevented what would have been decided instead of another.
 */
export const GRAPH_RELATIONS = [...RELATIONS, "prevented", "learned_from"] as const;
export type GraphRelation = Relation | "prevented" | "learned_from";

/** As much of a decision as a graph shows. */
export interface GraphNode {
  readonly id: string;
  readonly project: string;
  readonly statement: string;
  readonly domain: string;
  readonly standing: Standing;
  readonly outcome?: OutcomeStatus | undefined;
  readonly createdAt: Date;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: GraphRelation;
}

/** A link that waits for a person. */
export interface GraphPendingLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly reason: string;
}

export interface DecisionGraph {
  /** Oldest first. */
  readonly nodes: readonly GraphNode[];
  /** Between two of the nodes. */
  readonly edges: readonly GraphEdge[];
  readonly pending: readonly GraphPendingLink[];
  /** The number of decisions, with those that are left out. */
  readonly total: number;
}
