import * as z from "zod";
import { supersedeDecision } from "../../decisions/index.ts";
import {
  confidenceWithDefault,
  DECISION_NOT_TAKEN,
  decisionArguments,
  decisionHints,
  decisionTakes,
  savedLine,
  supersededLines,
} from "../mama-family/decision-tools.ts";
import { decisionId, decisionIdHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { memoryTool } from "./dialect.ts";

const DEFAULT_CONFIDENCE = 0.7;

const input = z.strictObject({
  old_decision_id: decisionId,
  decision: decisionArguments.decision,
  reasoning: decisionArguments.reasoning,
  topic: decisionArguments.topic.optional().describe("That of the old one unless given"),
  confidence: confidenceWithDefault(DEFAULT_CONFIDENCE),
  source: decisionArguments.source,
});

export const evolveSupersedeTool = memoryTool({
  name: "memory_evolve_supersede",
  canonicalName: "evolve/supersede",
  title: "Supersede a decision",
  description:
    "Replace one decision by a new one, whatever its topic. Use when you know its id; to decide on a topic use memory_save_decision.",
  operation: supersedeDecision,
  input,
  hints: { ...decisionHints, old_decision_id: decisionIdHint },
  result: z.object({
    success: z.literal(true),
    data: z.object({ decision_id: z.string(), topic: z.string(), superseded: z.array(z.string()) }),
  }),
  toOperation: toDecision(input, supersedeDecision, {
    old_decision_id: (id) => ({ supersedes: [id] }),
    ...decisionTakes(DEFAULT_CONFIDENCE),
  }).notTaking([...DECISION_NOT_TAKEN, "label"]),
  fields: { supersedes: "old_decision_id" },
  fromOperation: ({ decision, superseded, sameTopic, notices }) => {
    const others = sameTopic.map(({ id }) => id);
    const allNotices = [
      ...notices,
      ...(others.length > 0 ? [`Other decisions on the same topic still hold: ${others.join(", ")}.`] : []),
    ];
    return {
      success: true as const,
      data: {
        decision_id: decision.id,
        topic: decision.topic,
        superseded: superseded.map(({ id }) => id),
      },
      ...(allNotices.length > 0 && { notices: allNotices }),
    };
  },
  text: ({ data }) => [savedLine(data), ...supersededLines(data)].join("\n"),
});
