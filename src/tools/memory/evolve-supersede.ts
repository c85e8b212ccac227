import * as z from "zod";
import { supersedeDecision } from "../../app/decisions/supersede-decision.ts";
import { memoryTool } from "../mama/dialect.ts";
import { decisionId, decisionIdHint } from "../membria/fields.ts";
import { confidenceWithDefault, decisionArguments, decisionHints } from "./decision-tools.ts";

const DEFAULT_CONFIDENCE = 0.7;

export const evolveSupersedeTool = memoryTool({
  name: "memory_evolve_supersede",
  canonicalName: "evolve/supersede",
  title: "Supersede a decision",
  description:
    "Replace one decision by a new one, whatever its topic. Use when you know its id; to decide on a topic use memory_save_decision.",
  operation: supersedeDecision,
  input: z.strictObject({
    old_decision_id: decisionId,
    decision: decisionArguments.decision,
    reasoning: decisionArguments.reasoning,
    topic: decisionArguments.topic.optional().describe("That of the old one unless given"),
    confidence: confidenceWithDefault(DEFAULT_CONFIDENCE),
  }),
  hints: { ...decisionHints, old_decision_id: decisionIdHint },
  result: z.object({
    success: z.literal(true),
    data: z.object({ decision_id: z.string(), topic: z.string(), superseded: z.array(z.string()) }),
  }),
  toOperation: ({ old_decision_id, decision, reasoning, topic, confidence }) => ({
    supersedes: [old_decision_id],
    statement: decision,
    reasoning,
    topic,
    confidence: confidence ?? DEFAULT_CONFIDENCE,
    confidenceStated: confidence !== undefined,
  }),
  fields: { supersedes: "old_decision_id", statement: "decision" },
  fromOperation: ({ decision, superseded, sameTopic, notices }) => {
    const others = sameTopic.map(({ id }) => id);
    const said = [
      ...notices,
      ...(others.length > 0 ? [`On the same topic holds as well: ${others.join(", ")}.`] : []),
    ];
    return {
      success: true as const,
      data: {
        decision_id: decision.id,
        topic: decision.topic,
        superseded: superseded.map(({ id }) => id),
      },
      ...(said.length > 0 && { notices: said }),
    };
  },
  text: ({ data }) =>
    `Decision saved: ${data.decision_id} (topic: ${data.topic})\nIt supersedes ${data.superseded.join(", ")}.`,
});
