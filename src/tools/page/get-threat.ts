import * as z from "zod";
import { getThreat, listThreats } from "../../app/threats/get-threat.ts";
import {
  OWASP_API_RISKS,
  THREAT_CATEGORIES,
  THREAT_TIERS,
  type Threat,
  threatNamed,
} from "../../domain/threats/threat.ts";
import { definePageCall } from "./page-call.ts";
import { type ThreatRow, threatRow } from "./threat-parts.ts";

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
