import * as z from "zod";
import { queryThreats } from "../../learning/index.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { FRAMEWORKS, LANGUAGES } from "../../threats/index.ts";
import { Answer, agentAnswer, foreignCode, fullPattern, noticeOf, PATTERNS } from "./answer.ts";
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
