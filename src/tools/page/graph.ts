import { graphDecisions } from "../../app/guidance/graph-decisions.ts";
import { STANDINGS } from "../../domain/decisions/decision.ts";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import { GRAPH_RELATIONS } from "../../domain/guidance/decision-graph.ts";
import { definePageCall } from "./page-call.ts";

/** Columns of the same length instead of a record for each, because there are thousands. */
export interface GraphResult {
  /** What the numbers of `standing`, `outcome`, `domain`, `project` and `relation` stand for. */
  readonly standings: readonly string[];
  readonly outcomes: readonly string[];
  readonly domains: readonly string[];
  readonly projects: readonly string[];
  readonly relations: readonly string[];
  /** The oldest first. */
  readonly nodes: {
    readonly id: readonly string[];
    /** Shortened. */
    readonly statement: readonly string[];
    readonly standing: readonly number[];
    /** -1 where none is known. */
    readonly outcome: readonly number[];
    readonly domain: readonly number[];
    readonly project: readonly number[];
    /** Milliseconds since 1970. */
    readonly created_at: readonly number[];
  };
  /** From and to are numbers of nodes. */
  readonly edges: {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly relation: readonly number[];
  };
  readonly pending: readonly {
    readonly link: string;
    readonly from: number;
    readonly to: number;
    readonly relation: number;
    readonly reason: string;
  }[];
  /** The number of decisions in the memory; those without a node are older. */
  readonly total: number;
}

const LONGEST_STATEMENT = 120;
const LONGEST_REASON = 500;

export const graphCall = definePageCall({
  name: "graph",
  effect: "read",
  input: graphDecisions.input,
  async run(args, { perform }): Promise<GraphResult> {
    const { nodes, edges, pending, total } = await perform(graphDecisions, args);
    const domains = numbered(nodes.map(({ domain }) => domain));
    const projects = numbered(nodes.map(({ project }) => project));
    const place = new Map(nodes.map(({ id }, i) => [id, i]));
    const at = (id: string): number => place.get(id) as number;
    return {
      standings: STANDINGS,
      outcomes: OUTCOME_STATUSES,
      domains: domains.names,
      projects: projects.names,
      relations: GRAPH_RELATIONS,
      nodes: {
        id: nodes.map(({ id }) => id),
        statement: nodes.map(({ statement }) => shortened(statement, LONGEST_STATEMENT)),
        standing: nodes.map(({ standing }) => STANDINGS.indexOf(standing)),
        outcome: nodes.map(({ outcome }) => (outcome ? OUTCOME_STATUSES.indexOf(outcome) : -1)),
        domain: domains.numbers,
        project: projects.numbers,
        created_at: nodes.map(({ createdAt }) => createdAt.getTime()),
      },
      edges: {
        from: edges.map(({ from }) => at(from)),
        to: edges.map(({ to }) => at(to)),
        relation: edges.map(({ relation }) => GRAPH_RELATIONS.indexOf(relation)),
      },
      pending: pending.map(({ id, from, to, relation, reason }) => ({
        link: id,
        from: at(from),
        to: at(to),
        relation: GRAPH_RELATIONS.indexOf(relation),
        reason: shortened(reason, LONGEST_REASON),
      })),
      total,
    };
  },
});

/** The names that occur, in alphabetical order, and the number of each. */
function numbered(values: readonly string[]): {
  readonly names: readonly string[];
  readonly numbers: readonly number[];
} {
  const names = [...new Set(values)].sort();
  const numberOf = new Map(names.map((name, i) => [name, i]));
  return { names, numbers: values.map((value) => numberOf.get(value) as number) };
}

function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
