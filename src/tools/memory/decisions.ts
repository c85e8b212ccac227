import * as z from "zod";
import {
  evidenceOf,
  MOST_LINKS,
  PROPOSABLE_RELATIONS,
  saveDecision,
  supersedeDecision,
} from "../../decisions/index.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import {
  confidenceWithDefault,
  DECISION_NOT_TAKEN,
  decisionArguments,
  decisionHints,
  decisionTakes,
  linkEnds,
  recordOutcomeParts,
  saveDecisionParts,
  savedLine,
  supersededLines,
} from "../mama-family/decision-tools.ts";
import { decisionId, decisionIdHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { memoryTool } from "./dialect.ts";

const DEFAULT_CONFIDENCE = 0.7;
const { shape } = saveDecision.input;

const toSave = z.strictObject({
  ...decisionArguments,
  confidence: confidenceWithDefault(DEFAULT_CONFIDENCE),
  evidence: z
    .array(boundedText(1, LIMITS.name))
    .max(LIMITS.listItems)
    .optional()
    .describe("Files, commits, pull requests, notes"),
  alternatives: textList().optional().describe("What was turned down"),
  risks: textList().optional(),
  links: z
    .array(
      z.strictObject({
        to_id: linkEnds.to_id,
        relationship: linkEnds.relationship,
        reason: shape.links.unwrap().element.shape.reason,
      }),
    )
    .max(MOST_LINKS)
    .optional()
    .describe("Proposed; a person approves"),
});

export const memorySaveDecisionTool = memoryTool({
  name: "memory_save_decision",
  canonicalName: "save/decision",
  title: "Save a decision",
  description:
    "Save a choice with its reasoning; what held for the topic is superseded. Use when a technology, pattern or design is chosen. At the end of a session use memory_save_checkpoint, for a lesson memory_save_insight.",
  ...saveDecisionParts,
  input: toSave,
  hints: {
    ...decisionHints,
    evidence: { suggestion: 'Send a list of texts, such as ["src/auth.ts", "PR #12"].' },
    alternatives: { suggestion: 'Send a list of texts, such as ["Sessions in Redis"].' },
    risks: { suggestion: 'Send a list of texts, such as ["Tokens cannot be revoked"].' },
    links: {
      suggestion: 'Send a list such as [{"to_id": "dec_…", "relationship": "refines", "reason": "…"}].',
    },
    "links.to_id": { suggestion: "Send the id of the decision that the link points to (dec_…)." },
    "links.relationship": { suggestion: `Use one of ${PROPOSABLE_RELATIONS.join(", ")}.` },
  },
  toOperation: toDecision(toSave, saveDecision, {
    ...decisionTakes(DEFAULT_CONFIDENCE),
    evidence: (refs) => ({ evidence: refs?.map(evidenceOf) }),
    alternatives: "alternatives",
    risks: "risks",
    links: (links) => ({
      links: links?.map(({ to_id, relationship, reason }) => ({
        to: to_id,
        relation: relationship,
        reason,
      })),
    }),
  }).notTaking([
    "domain",
    "module",
    "assumptions",
    "riskLevel",
    "consequences",
    "label",
    "sessionId",
    "dueDays",
    "questions",
    "outcome",
  ]),
  fields: { "links.to": "links.to_id", "links.relation": "links.relationship" },
});

const toSupersede = z.strictObject({
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
  input: toSupersede,
  hints: { ...decisionHints, old_decision_id: decisionIdHint },
  result: z.object({
    success: z.literal(true),
    data: z.object({ decision_id: z.string(), topic: z.string(), superseded: z.array(z.string()) }),
  }),
  toOperation: toDecision(toSupersede, supersedeDecision, {
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

export const evolveOutcomeTool = memoryTool({
  name: "memory_evolve_outcome",
  canonicalName: "evolve/outcome",
  title: "Record an outcome",
  description:
    "Mark a decision as SUCCESS, FAILED or PARTIAL. Use when it is known how it worked out; to decide otherwise use memory_evolve_supersede.",
  ...recordOutcomeParts("decision_id", decisionIdHint),
});
