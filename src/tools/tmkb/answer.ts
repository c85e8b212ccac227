/** The answer about threats: its shape, the short one for an agent, the full one for a person, and the notice on it. */

import * as z from "zod";
import type { Experience } from "../../learning/index.ts";
import { roundTo } from "../../shared/rounding.ts";
import {
  type FoundThreat,
  isOfStack,
  languageOf,
  nearestCode,
  type Surroundings,
  THREAT_SEVERITIES,
  type Threat,
} from "../../threats/index.ts";
import { QUOTED_NOTICE } from "../tool.ts";

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

function shortPattern({ threat }: FoundThreat): Answer["patterns"][number] {
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

/** An agent gets at most three patterns and 500 tokens of four characters. */
export const PATTERNS = 3;
const CHARACTERS = 500 * 4;
/** Longer quotations are cut; the whole text can be read by the id. */
const LONGEST_QUOTE = 160;

/**
 * Adds the patterns first, then code examples and experience of this project in turn, as long as they fit. An entry that
 * does not fit is left out as a whole.
 */
export function agentAnswer(
  found: readonly FoundThreat[],
  experience: readonly Experience[],
  { where, ...about }: Pick<Answer, "message" | "looked_for" | "notice"> & { readonly where: Surroundings },
): Answer {
  let answer: Answer = { pattern_count: 0, patterns: [], ...about };
  const takeIfFits = (extended: Answer): void => {
    if (sizeOf(extended) <= CHARACTERS) answer = extended;
  };
  for (const threat of found.slice(0, PATTERNS)) {
    const patterns = [...answer.patterns, shortPattern(threat)];
    takeIfFits({ ...answer, pattern_count: patterns.length, patterns });
  }
  for (let turn = 0; turn < Math.max(PATTERNS, experience.length); turn++) {
    const match = found[turn];
    const nearest = match && nearestCode(match.threat, where);
    if (nearest !== undefined) {
      const shown = { code: nearest.core, code_for: nearest.framework };
      takeIfFits({
        ...answer,
        patterns: answer.patterns.map((pattern, i) => (i === turn ? { ...pattern, ...shown } : pattern)),
      });
    }
    const quoted = experience[turn];
    if (quoted !== undefined) {
      const memory = [...(answer.memory ?? []), { ...quoted, text: shortened(quoted.text) }];
      takeIfFits({ ...answer, memory, notice: noticeOf(found, memory) ?? "" });
    }
  }
  return answer;
}

/** The text of the answer is its JSON. */
const sizeOf = (answer: Answer): number => [...JSON.stringify(answer)].length;

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= LONGEST_QUOTE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_QUOTE - 1).join("")}…`;
}

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
