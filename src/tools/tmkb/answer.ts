import * as z from "zod";
import { roundTo } from "../../domain/shared/rounding.ts";
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
  notice: z.string().optional(),
});
export type Answer = z.output<typeof Answer>;

export function shortPattern({ threat }: FoundThreat): Answer["patterns"][number] {
  const { id, name, severity, agent } = threat;
  return { id, name, severity, ...agent };
}

export function fullPattern(found: FoundThreat): Answer["patterns"][number] {
  return {
    ...shortPattern(found),
    relevance: roundTo(2, found.relevance),
    ...patternDetails(found.threat),
  };
}

/** The fields of a pattern that an agent does not get. */
export function patternDetails({ likelihood, category, language, framework, cwe, owasp, ...threat }: Threat) {
  const { misses, description, attack, mitigations, example, test, related } = threat;
  return {
    code: example.core,
    likelihood,
    category,
    language,
    framework,
    cwe,
    owasp,
    misses,
    description,
    attack,
    mitigations,
    vulnerable: example.vulnerable,
    fixed: example.fixed,
    test,
    related,
  };
}
