/** Calls of the view Threats: the patterns, one of them whole, and those that a task is prone to. */

import * as z from "zod";
import { type Experience, queryThreats } from "../../learning/index.ts";
import { roundTo } from "../../shared/rounding.ts";
import {
  getThreat,
  listThreats,
  OWASP_API_RISKS,
  THREAT_CATEGORIES,
  type THREAT_LIKELIHOODS,
  THREAT_SEVERITIES,
  THREAT_TIERS,
  type Threat,
  threatNamed,
} from "../../threats/index.ts";
import { definePageCall } from "./page-call.ts";

export interface ListThreatsResult {
  /** The most severe first. */
  readonly threats: readonly ThreatRow[];
  /** Those that there are patterns in, with the question that was not asked. */
  readonly categories: readonly { readonly name: Threat["category"]; readonly question: string }[];
}

export const listThreatsCall = definePageCall({
  name: "list-threats",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListThreatsResult> {
    const all = await perform(listThreats, {});
    const used = new Set(all.map(({ category }) => category));
    const gravity = ({ severity }: Threat): number => THREAT_SEVERITIES.indexOf(severity);
    return {
      threats: [...all].sort((a, b) => gravity(a) - gravity(b) || (a.name < b.name ? -1 : 1)).map(threatRow),
      categories: Object.entries(THREAT_CATEGORIES)
        .map(([name, question]) => ({ name: name as Threat["category"], question }))
        .filter(({ name }) => used.has(name)),
    };
  },
});

export interface ThreatCode {
  readonly framework: string;
  readonly language: string;
  readonly notes: string | null;
  readonly vulnerable: string;
  readonly fixed: string;
  readonly test: string | null;
}

export interface GetThreatResult extends ThreatRow {
  readonly question: string;
  /** How code comes to have it. */
  readonly comes: string;
  /** The weaknesses of `cwe`, with where they are described. */
  readonly weaknesses: readonly { readonly id: string; readonly address: string }[];
  readonly owasp: readonly { readonly id: string; readonly name: string }[];
  readonly description: string;
  readonly attack: string | null;
  readonly misses: string;
  readonly check: string;
  readonly fix: string;
  readonly mitigations: readonly {
    readonly do: string;
    readonly effort: string;
    readonly tradeoff: string;
  }[];
  readonly code: readonly ThreatCode[];
  readonly related: readonly { readonly id: string; readonly name: string }[];
}

export const getThreatCall = definePageCall({
  name: "get-threat",
  effect: "read",
  input: z.strictObject({ id: getThreat.input.shape.id }),
  async run({ id }, { perform }): Promise<GetThreatResult> {
    const threat = await perform(getThreat, { id });
    const all = await perform(listThreats, {});
    return {
      ...threatRow(threat),
      question: THREAT_CATEGORIES[threat.category],
      comes: THREAT_TIERS[threat.tier],
      weaknesses: threat.cwe.map((weakness) => ({ id: weakness, address: addressOf(weakness) })),
      owasp: threat.owasp.map((risk) => ({ id: risk, name: OWASP_API_RISKS[risk] })),
      description: threat.description,
      attack: threat.attack ?? null,
      misses: threat.misses,
      check: threat.agent.check,
      fix: threat.agent.fix,
      mitigations: threat.mitigations,
      code: threat.code.map(codeResult),
      related: threat.related.map((other) => ({ id: other, name: threatNamed(other, all)?.name ?? other })),
    };
  },
});

const addressOf = (weakness: string): string =>
  `https://cwe.mitre.org/data/definitions/${weakness.slice("CWE-".length)}.html`;

const codeResult = ({
  framework,
  language,
  notes,
  vulnerable,
  fixed,
  test,
}: Threat["code"][number]): ThreatCode => ({
  framework,
  language,
  notes: notes ?? null,
  vulnerable,
  fixed,
  test: test ?? null,
});

interface FoundThreatRow extends ThreatRow {
  /** The probability that it applies, from 0 to 1. */
  readonly relevance: number;
  readonly check: string;
  readonly fix: string;
}

export interface QueryThreatsResult {
  /** The most relevant first. */
  readonly threats: readonly FoundThreatRow[];
  readonly total: number;
  /** The kinds of flaws that the task was compared with. Nothing else was looked for. */
  readonly looked_for: readonly string[];
  /** Experience of this project. The text is stored. */
  readonly memory: readonly Experience[];
  /** How the search was limited. */
  readonly notice: string | null;
}

const { shape } = queryThreats.input;

export const queryThreatsCall = definePageCall({
  name: "query-threats",
  effect: "read",
  input: z.strictObject({ task: shape.context, file: shape.file }),
  fields: { context: "task" },
  async run({ task, file }, { perform }): Promise<QueryThreatsResult> {
    const { found, total, lookedFor, experience, notice } = await perform(queryThreats, {
      context: task,
      file,
    });
    return {
      threats: found.map(({ threat, relevance }) => ({
        ...threatRow(threat),
        relevance: roundTo(2, relevance),
        check: threat.agent.check,
        fix: threat.agent.fix,
      })),
      total,
      looked_for: lookedFor,
      memory: experience,
      notice: notice ?? null,
    };
  },
});

/** A threat pattern in a list. It comes with the program and has no text of the memory. */
export interface ThreatRow {
  readonly id: string;
  readonly name: string;
  readonly category: Threat["category"];
  readonly severity: (typeof THREAT_SEVERITIES)[number];
  readonly likelihood: (typeof THREAT_LIKELIHOODS)[number];
  readonly cwe: readonly string[];
  readonly threat: string;
  /** The frameworks that it has code for. */
  readonly stacks: readonly string[];
}

const threatRow = (threat: Threat): ThreatRow => ({
  id: threat.id,
  name: threat.name,
  category: threat.category,
  severity: threat.severity,
  likelihood: threat.likelihood,
  cwe: threat.cwe,
  threat: threat.agent.threat,
  stacks: threat.code.map(({ framework }) => framework),
});
