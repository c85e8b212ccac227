import type { ResultOf } from "../../net/call.ts";

type GraphResult = ResultOf<"graph">;

export type Relation = "supersedes" | "refines" | "contradicts" | "depends_on" | "prevented" | "learned_from";

export interface Node {
  readonly index: number;
  readonly id: string;
  readonly statement: string;
  readonly standing: string;
  readonly outcome: string | null;
  readonly domain: string;
  readonly project: string;
  readonly at: number;
}

export interface Edge {
  readonly from: Node;
  readonly to: Node;
  readonly relation: Relation;
}

/** A link that waits for a person. */
export interface PendingLink extends Edge {
  readonly link: string;
  readonly reason: string;
}

export interface Graph {
  /** The oldest first. */
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly pending: readonly PendingLink[];
  readonly byId: ReadonlyMap<string, Node>;
  /** The links that start or end at each node, by its index. */
  readonly edgesOf: readonly (readonly Edge[])[];
  /** In the memory, with those that are left out. */
  readonly total: number;
}

/** Turns the columns of the answer into records that refer to each other. */
export function graphOf(result: GraphResult): Graph {
  const { nodes: columns, edges: ends } = result;
  const nodes = columns.id.map(
    (id, i): Node => ({
      index: i,
      id,
      statement: columns.statement[i] ?? "",
      standing: result.standings[columns.standing[i] ?? 0] ?? "",
      outcome: result.outcomes[columns.outcome[i] ?? -1] ?? null,
      domain: result.domains[columns.domain[i] ?? 0] ?? "",
      project: result.projects[columns.project[i] ?? 0] ?? "",
      at: columns.created_at[i] ?? 0,
    }),
  );
  const edge = (from: number, to: number, relation: number): Edge => ({
    from: nodes[from] as Node,
    to: nodes[to] as Node,
    relation: result.relations[relation] as Relation,
  });
  const edges = ends.from.map((from, i) => edge(from, ends.to[i] ?? 0, ends.relation[i] ?? 0));
  const edgesOf = nodes.map((): Edge[] => []);
  for (const one of edges) {
    edgesOf[one.from.index]?.push(one);
    edgesOf[one.to.index]?.push(one);
  }
  return {
    nodes,
    edges,
    pending: result.pending.map(({ link, from, to, relation, reason }) => ({
      ...edge(from, to, relation),
      link,
      reason,
    })),
    byId: new Map(nodes.map((node) => [node.id, node])),
    edgesOf,
    total: result.total,
  };
}

/** The part of a graph that the address asks for: one domain with what it relates to, and only some relations. */
export function narrowed(graph: Graph, domain: string, hidden: ReadonlySet<string>): Graph {
  if (domain === "" && hidden.size === 0) return graph;
  const edges = graph.edges.filter(({ relation }) => !hidden.has(relation));
  const pending = graph.pending.filter(({ relation }) => !hidden.has(relation));
  const kept = new Set(graph.nodes.filter((node) => domain === "" || node.domain === domain));
  const own = new Set(kept);
  for (const { from, to } of [...edges, ...pending]) {
    if (own.has(from)) kept.add(to);
    if (own.has(to)) kept.add(from);
  }
  const isKept = ({ from, to }: Edge): boolean => kept.has(from) && kept.has(to);
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => kept.has(node)),
    edges: edges.filter(isKept),
    pending: pending.filter(isKept),
    edgesOf: graph.edgesOf.map((ends) => ends.filter((one) => !hidden.has(one.relation))),
  };
}

/** A decision with everything that it replaced or was replaced by, however often, and its direct neighbours. */
export function aroundNode(graph: Graph, node: Node): ReadonlySet<Node> {
  const chain = new Set([node]);
  for (const one of chain) {
    for (const { from, to, relation } of graph.edgesOf[one.index] ?? []) {
      if (relation !== "supersedes") continue;
      chain.add(from);
      chain.add(to);
    }
  }
  const around = new Set(chain);
  for (const { from, to } of [...(graph.edgesOf[node.index] ?? []), ...graph.pending]) {
    if (from === node) around.add(to);
    if (to === node) around.add(from);
  }
  return around;
}
