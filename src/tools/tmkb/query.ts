import * as z from "zod";
import { type Experience, queryThreats } from "../../learning/index.ts";
import { roundTo } from "../../shared/rounding.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import {
  type FoundThreat,
  FRAMEWORKS,
  isOfStack,
  LANGUAGES,
  languageOf,
  nearestCode,
  type Surroundings,
  THREAT_SEVERITIES,
  type Threat,
} from "../../threats/index.ts";
import { QUOTED_NOTICE } from "../tool.ts";
import { tmkbTool } from "./dialect.ts";

/** The answer about threats: its shape, the short one for an agent, the full one for a person, and the notice on it. */

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

function fullPattern(found: FoundThreat, where: Surroundings): Answer["patterns"][number] {
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
const PATTERNS = 3;
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
function noticeOf(found: readonly FoundThreat[], memory: readonly unknown[]): string | undefined {
  const sentences = [
    ...(found.length === 0 ? [NO_CLEARANCE] : []),
    ...(memory.length > 0 ? [QUOTED_NOTICE] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Says which stack the code is for, if it is another than the one that was asked about. */
function foreignCode(found: readonly FoundThreat[], where: Surroundings): string | undefined {
  const asked = where.framework ?? languageOf(where);
  const foreign = found
    .flatMap(({ threat }) => nearestCode(threat, where) ?? [])
    .filter((code) => !isOfStack(code, where));
  if (asked === undefined || foreign.length === 0) return undefined;
  const frameworks = [...new Set(foreign.map(({ framework }) => framework))].sort().join(", ");
  return `Code for ${frameworks} is the nearest to ${asked} that there is; the rest applies to any stack.`;
}

const { shape } = queryThreats.input;

/** Enough for ten patterns with their programs. The answer for an agent has its own limit. */
const ROOM_FOR_PEOPLE = 30_000;

export const VERBOSITIES = ["agent", "human"] as const;

const NOTHING_FOUND = "No known threat pattern matches this.";

export const queryTool = tmkbTool({
  name: "tmkb_query",
  canonicalName: "tmkb_query",
  title: "Query threats",
  description: "Before coding: security flaws of such code, and fixes.",
  operation: queryThreats,
  input: z.strictObject({
    context: shape.context.describe("The task or route"),
    language: z.enum(LANGUAGES).optional().describe("Of the code"),
    framework: z
      .enum([...FRAMEWORKS, "any"])
      .optional()
      .describe("Of the code"),
    verbosity: z.enum(VERBOSITIES).default("agent").describe("human: in full"),
    file: boundedText(0, LIMITS.name).optional().describe("File to edit"),
  }),
  result: Answer,
  room: ({ verbosity }) => (verbosity === "human" ? ROOM_FOR_PEOPLE : undefined),
  toOperation: ({ context, file }) => ({ context, file: file?.trim() || undefined }),
  fromOperation({ found, lookedFor, experience, notice }, { verbosity, language, framework, file }) {
    const where = { language, framework: framework === "any" ? undefined : framework, file };
    const shown = verbosity === "agent" ? found.slice(0, PATTERNS) : found;
    const foreign = foreignCode(shown, where);
    const sentences = [
      ...(found.length === 0 ? [NOTHING_FOUND] : []),
      ...(notice === undefined ? [] : [notice]),
      ...(foreign === undefined ? [] : [foreign]),
    ];
    const about = {
      ...(sentences.length > 0 && { message: sentences.join(" ") }),
      ...(found.length === 0 && { looked_for: [...lookedFor], notice: noticeOf(found, []) }),
    };
    if (verbosity === "agent") return agentAnswer(found, experience, { ...about, where });
    return {
      pattern_count: found.length,
      patterns: found.map((match) => fullPattern(match, where)),
      ...about,
      ...(experience.length > 0 && { memory: [...experience], notice: noticeOf(found, experience) }),
    };
  },
  text: "json",
});
