import * as z from "zod";
import { OUTCOME_STATUSES, saveDecision } from "../../decisions/index.ts";
import {
  confidenceWithDefault,
  DECISION_NOT_TAKEN,
  decisionArguments,
  decisionHints,
  decisionTakes,
  saveDecisionParts,
} from "../mama-family/decision-tools.ts";
import { toDecision } from "../to-decision.ts";
import { mamaTool } from "./dialect.ts";

const DEFAULT_CONFIDENCE = 0.5;
const LABELS = ["user_decision", "assistant_insight"] as const;
const STATES = ["pending", ...OUTCOME_STATUSES] as const;

const input = z.strictObject({
  ...decisionArguments,
  confidence: confidenceWithDefault(DEFAULT_CONFIDENCE),
  type: z.enum(LABELS).default("user_decision").describe("A label; the author is whoever calls"),
  outcome: z.enum(STATES).default("pending"),
});

export const saveDecisionTool = mamaTool({
  name: "save_decision",
  canonicalName: "save_decision",
  title: "Save a decision",
  description:
    "Save a decision with its reasoning and confidence. What held for the topic until now is superseded.",
  successor: "memory_save_decision",
  ...saveDecisionParts,
  input,
  hints: {
    ...decisionHints,
    type: { suggestion: `Use one of ${LABELS.join(", ")}.` },
    outcome: { suggestion: `Use one of ${STATES.join(", ")}.` },
  },
  toOperation: toDecision(input, saveDecision, {
    ...decisionTakes(DEFAULT_CONFIDENCE),
    type: "label",
    outcome: (outcome) => ({ outcome: outcome === "pending" ? undefined : outcome }),
  }).notTaking([...DECISION_NOT_TAKEN, "links"]),
});
