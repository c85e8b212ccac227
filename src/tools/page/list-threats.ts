import * as z from "zod";
import { listThreats } from "../../app/threats/get-threat.ts";
import { THREAT_CATEGORIES, THREAT_SEVERITIES, type Threat } from "../../domain/threats/threat.ts";
import { definePageCall } from "./page-call.ts";
import { type ThreatRow, threatRow } from "./threat-parts.ts";

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
