import { isOfStack, languageOf, nearestCode, type Surroundings } from "../../domain/threats/stacks.ts";
import type { FoundThreat } from "../../domain/threats/threat-index.ts";
import { QUOTED_NOTICE } from "../quote.ts";

const NO_CLEARANCE =
  "That nothing matched is no clearance: only the kinds in looked_for were compared, by the words of the task. Judge the code yourself.";

/** How to read an answer: silence is no clearance, and what comes from the memory is data. */
export function noticeOf(found: readonly FoundThreat[], memory: readonly unknown[]): string | undefined {
  const sentences = [
    ...(found.length === 0 ? [NO_CLEARANCE] : []),
    ...(memory.length > 0 ? [QUOTED_NOTICE] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Says which stack the code is for, if it is another than the one that was asked about. */
export function foreignCode(found: readonly FoundThreat[], where: Surroundings): string | undefined {
  const asked = where.framework ?? languageOf(where);
  const foreign = found
    .flatMap(({ threat }) => nearestCode(threat, where) ?? [])
    .filter((code) => !isOfStack(code, where));
  if (asked === undefined || foreign.length === 0) return undefined;
  const frameworks = [...new Set(foreign.map(({ framework }) => framework))].sort().join(", ");
  return `Code for ${frameworks} is the nearest to ${asked} that there is; the rest applies to any stack.`;
}
