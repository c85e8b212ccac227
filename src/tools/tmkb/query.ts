import * as z from "zod";
import { queryThreats } from "../../app/guidance/query-threats.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { THREAT_FRAMEWORKS, THREAT_LANGUAGES } from "../../domain/threats/threat-scope.ts";
import { QUOTED_NOTICE } from "../quote.ts";
import { agentAnswer } from "./agent-answer.ts";
import { Answer, fullPattern } from "./answer.ts";
import { tmkbTool } from "./dialect.ts";

const { shape } = queryThreats.input;

/** Enough for ten patterns with their programs. The answer for an agent has its own limit. */
const ROOM_FOR_PEOPLE = 30_000;

export const VERBOSITIES = ["agent", "human"] as const;

const NOTHING_FOUND = "No known threat pattern matches this.";

export const queryTool = tmkbTool({
  name: "tmkb_query",
  canonicalName: "tmkb_query",
  title: "Query threats",
  description: "Before coding: authorization flaws that such code tends to have, and fixes.",
  operation: queryThreats,
  input: z.strictObject({
    context: shape.context.describe("What you implement, such as 'background job that exports orders'"),
    language: z.enum(THREAT_LANGUAGES).optional().describe("Only patterns of this language"),
    framework: z
      .enum([...THREAT_FRAMEWORKS, "any"])
      .optional()
      .describe("Only of this framework; any: of all"),
    verbosity: z.enum(VERBOSITIES).default("agent").describe("agent: short; human: in full"),
    file: boundedText(0, LIMITS.name).optional().describe("The file you edit"),
  }),
  result: Answer,
  room: ({ verbosity }) => (verbosity === "human" ? ROOM_FOR_PEOPLE : undefined),
  toOperation: ({ context, language, framework, file }) => ({
    context,
    language,
    framework: framework === "any" ? undefined : framework,
    file: file?.trim() || undefined,
  }),
  fromOperation({ found, experience, notice }, { verbosity }) {
    const sentences = [
      ...(found.length === 0 ? [NOTHING_FOUND] : []),
      ...(notice === undefined ? [] : [notice]),
    ];
    const message = sentences.length > 0 ? sentences.join(" ") : undefined;
    if (verbosity === "agent") return agentAnswer(found, experience, message);
    return {
      pattern_count: found.length,
      patterns: found.map(fullPattern),
      ...(message !== undefined && { message }),
      ...(experience.length > 0 && { memory: [...experience], notice: QUOTED_NOTICE }),
    };
  },
  text: "json",
});
