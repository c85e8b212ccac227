import * as z from "zod";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import {
  confidenceWithDefault,
  decisionArguments,
  decisionHints,
  savingDecision,
} from "../memory/decision-tools.ts";
import { mamaTool } from "./dialect.ts";

const DEFAULT_CONFIDENCE = 0.5;
const LABELS = ["user_decision", "assistant_insight"] as const;
const STATES = ["pending", ...OUTCOME_STATUSES] as const;

export const saveDecisionTool = mamaTool({
  name: "save_decision",
  canonicalName: "save_decision",
  title: "Save a decision",
  description:
    "Save a decision with its reasoning and confidence. What held for the topic until now is superseded.",
  successor: "memory_save_decision",
  ...savingDecision,
  input: z.strictObject({
    ...decisionArguments,
    confidence: confidenceWithDefault(DEFAULT_CONFIDENCE),
    type: z.enum(LABELS).default("user_decision").describe("A label; the author is whoever calls"),
    outcome: z.enum(STATES).default("pending"),
  }),
  hints: {
    ...decisionHints,
    type: { suggestion: `Use one of ${LABELS.join(", ")}.` },
    outcome: { suggestion: `Use one of ${STATES.join(", ")}.` },
  },
  toOperation: ({ topic, decision, reasoning, confidence, type, outcome }) => ({
    topic,
    statement: decision,
    reasoning,
    confidence: confidence ?? DEFAULT_CONFIDENCE,
    confidenceStated: confidence !== undefined,
    label: type,
    ...(outcome !== "pending" && { outcome }),
  }),
  fields: { statement: "decision", label: "type" },
});
