import * as z from "zod";
import { evidenceOf, MOST_LINKS, PROPOSABLE_RELATIONS, saveDecision } from "../../decisions/index.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import {
  confidenceWithDefault,
  decisionArguments,
  decisionHints,
  decisionTakes,
  linkEnds,
  saveDecisionParts,
} from "../mama-family/decision-tools.ts";
import { toDecision } from "../to-decision.ts";
import { memoryTool } from "./dialect.ts";

const DEFAULT_CONFIDENCE = 0.7;
const { shape } = saveDecision.input;

const input = z.strictObject({
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
  input,
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
  toOperation: toDecision(input, saveDecision, {
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
