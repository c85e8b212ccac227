/** Calls that draw the graph of decisions, and the causal chain of one of them. */

import * as z from "zod";
import { OUTCOME_STATUSES, STANDINGS } from "../../decisions/index.ts";
import { GRAPH_RELATIONS, getCausalChain, graphDecisions, type StepWithSkill } from "../../learning/index.ts";
import {
  type DecisionRow,
  decisionRow,
  type OutcomeResult,
  outcomeResult,
  type SignalResult,
  signalResult,
} from "./decision-results.ts";
import { definePageCall } from "./page-call.ts";

/** Columns of the same length instead of a record for each, because there are thousands. */
interface GraphResult {
  /** The names that the numbers of `standing`, `outcome`, `domain`, `project` and `relation` stand for. */
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

/** The skill or antipattern that a decision and similar ones have taught. */
interface TaughtResult {
  readonly kind: "skill" | "antipattern";
  readonly id: string;
  readonly name: string;
}

interface ChainStepResult {
  readonly decision: DecisionRow;
  readonly signals: readonly SignalResult[];
  readonly outcome: OutcomeResult | null;
  readonly taught: TaughtResult | null;
}

interface CausalChainResult {
  readonly decision: DecisionRow;
  /** The decisions that it replaced and was replaced by, oldest first, with the decision itself. */
  readonly steps: readonly ChainStepResult[];
  /** Whether the chain is longer than this. */
  readonly cut: boolean;
}

export const causalChainCall = definePageCall({
  name: "causal-chain",
  effect: "read",
  input: z.strictObject({ id: getCausalChain.input.shape.ref }),
  fields: { ref: "id" },
  async run({ id }, { perform }): Promise<CausalChainResult> {
    const { decision, steps, cut } = await perform(getCausalChain, { ref: id });
    return {
      decision: decisionRow(decision),
      steps: steps.map((step) => ({
        decision: decisionRow(step.decision),
        signals: step.signals.map(signalResult),
        outcome: step.outcome ? outcomeResult(step.outcome, step.decision.id) : null,
        taught: step.taught ? taughtResult(step.taught) : null,
      })),
      cut,
    };
  },
});

const taughtResult = (taught: NonNullable<StepWithSkill["taught"]>): TaughtResult =>
  taught.kind === "skill"
    ? { kind: "skill", id: taught.skill.record.id, name: taught.skill.statement }
    : { kind: "antipattern", id: taught.antipattern.record.id, name: taught.antipattern.pattern };
