import * as z from "zod";
import { roundTo } from "../../domain/shared/rounding.ts";
import { nearestCode, type Surroundings } from "../../domain/threats/stacks.ts";
import { THREAT_SEVERITIES, type Threat } from "../../domain/threats/threat.ts";
import type { FoundThreat } from "../../domain/threats/threat-index.ts";

const Short = z.object({
  id: z.string(),
  name: z.string(),
  severity: z.enum(THREAT_SEVERITIES),
  threat: z.string(),
  check: z.string(),
  fix: z.string(),
  code: z.string().optional(),
  /** The framework that `code` is for. */
  code_for: z.string().optional(),
});

/** More fields for people, which the document does not have. */
const Full = Short.extend({
  relevance: z.number().optional(),
  likelihood: z.string().optional(),
  category: z.string().optional(),
  language: z.string().optional(),
  framework: z.string().optional(),
  cwe: z.array(z.string()).optional(),
  owasp: z.array(z.string()).optional(),
  misses: z.string().optional(),
  description: z.string().optional(),
  attack: z.string().optional(),
  mitigations: z.array(z.object({ do: z.string(), effort: z.string(), tradeoff: z.string() })).optional(),
  vulnerable: z.string().optional(),
  fixed: z.string().optional(),
  test: z.string().optional(),
  notes: z.string().optional(),
  /** The frameworks that code is attached for. */
  stacks: z.array(z.string()).optional(),
  related: z.array(z.string()).optional(),
});

export const Answer = z.object({
  pattern_count: z.int(),
  patterns: z.array(Full),
  /** Why there is nothing, or how it was searched. */
  message: z.string().optional(),
  /** Experience of this project with the same subject. */
  memory: z
    .array(z.object({ kind: z.enum(["failure", "warning", "decision"]), id: z.string(), text: z.string() }))
    .optional(),
  /** The kinds of flaws that were looked for, where nothing was found. */
  looked_for: z.array(z.string()).optional(),
  /** How to read the answer: that silence is no clearance, that the memory is quoted. */
  notice: z.string().optional(),
});
export type Answer = z.output<typeof Answer>;

export function shortPattern({ threat }: FoundThreat): Answer["patterns"][number] {
  const { id, name, severity, agent } = threat;
  return { id, name, severity, ...agent };
}

export function fullPattern(found: FoundThreat, where: Surroundings): Answer["patterns"][number] {
  return {
    ...shortPattern(found),
    relevance: roundTo(2, found.relevance),
    ...patternDetails(found.threat, where),
  };
}

/** The fields of a pattern that an agent does not get, with the code that is nearest to where it will stand. */
export function patternDetails(threat: Threat, where: Surroundings) {
  const { likelihood, category, cwe, owasp, misses, description, attack, mitigations, related } = threat;
  const nearest = nearestCode(threat, where);
  return {
    ...(nearest && {
      code: nearest.core,
      code_for: nearest.framework,
      language: nearest.language,
      framework: nearest.framework,
      ...(nearest.notes !== undefined && { notes: nearest.notes }),
    }),
    likelihood,
    category,
    cwe,
    owasp,
    misses,
    description,
    ...(attack !== undefined && { attack }),
    mitigations,
    ...(nearest && {
      vulnerable: nearest.vulnerable,
      fixed: nearest.fixed,
      ...(nearest.test !== undefined && { test: nearest.test }),
    }),
    stacks: threat.code.map(({ framework }) => framework),
    related,
  };
}
