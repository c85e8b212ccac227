import * as z from "zod";
import { recordOutcome } from "../../app/decisions/record-outcome.ts";
import { saveDecision } from "../../app/proposals/save-decision.ts";
import type { ResultOf } from "../../app/shared/operation.ts";
import { STANDINGS } from "../../domain/decisions/decision.ts";
import { type OutcomeStatus, PLAIN_SCORES } from "../../domain/decisions/outcome.ts";
import { LINK_STATES, PROPOSABLE_RELATIONS, type ProposableRelation } from "../../domain/links/link.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import type { ArgumentHints } from "../arguments.ts";
import { confidenceHint, decisionIdHint } from "../shared-arguments.ts";

const { shape } = saveDecision.input;

/** The flat tools and those of 1.1 take and give almost the same, under two names. */
export const decisionArguments = {
  topic: shape.topic.describe("What it is about, e.g. auth_strategy; reuse it for related decisions"),
  decision: shape.statement.describe("What was decided"),
  reasoning: boundedText(1, LIMITS.text).describe("Why"),
};

/** A default is listed and stored, but it is not what somebody stated. */
export const confidenceWithDefault = (confidence: number) =>
  shape.confidence.meta({ default: confidence, description: "0 to 1" });

export const statedOr =
  (usual: number) =>
  (confidence: number | undefined): { confidence: number; confidenceStated: boolean } => ({
    confidence: confidence ?? usual,
    confidenceStated: confidence !== undefined,
  });

export const decisionHints = {
  topic: { suggestion: "Name the topic, such as auth_strategy." },
  decision: { suggestion: "Say in a sentence what was decided." },
  reasoning: { suggestion: "Say why it was decided so." },
  confidence: confidenceHint,
} satisfies ArgumentHints;

const SavedDecision = z.object({
  decision_id: z.string(),
  topic: z.string(),
  superseded: z.array(z.string()),
  standing: z.enum(STANDINGS),
  repeated: z.boolean(),
  proposal_id: z.string().optional(),
  held_back_by: z.array(z.string()).optional(),
  links: z
    .array(
      z.object({
        link_id: z.string(),
        to_id: z.string(),
        relationship: z.enum(PROPOSABLE_RELATIONS),
        status: z.enum(LINK_STATES),
      }),
    )
    .optional(),
});

type Saved = ResultOf<typeof saveDecision>;

export const savingDecision = {
  operation: saveDecision,
  result: z.object({ success: z.literal(true), data: SavedDecision }),
  fromOperation: ({ decision, superseded, repeated, proposal, heldBack, links, notices }: Saved) => ({
    success: true as const,
    data: {
      decision_id: decision.id,
      topic: decision.topic,
      superseded: superseded.map(({ id }) => id),
      standing: decision.standing,
      repeated,
      ...(proposal && { proposal_id: proposal.id }),
      ...(heldBack.length > 0 && { held_back_by: heldBack.map(({ id }) => id) }),
      ...(links.length > 0 && {
        links: links.map(({ id, to, relation, state }) => ({
          link_id: id,
          to_id: to,
          relationship: relation as ProposableRelation,
          status: state,
        })),
      }),
    },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }: { data: z.output<typeof SavedDecision> }) =>
    [
      opening(data),
      ...(data.superseded.length > 0 ? [`It supersedes ${data.superseded.join(", ")}.`] : []),
      ...(data.links ?? []).map(
        ({ link_id, relationship, to_id }) =>
          `Link proposed (${link_id}): ${data.decision_id} ${relationship} ${to_id}. Status: Pending user approval`,
      ),
    ].join("\n"),
};

function opening(data: z.output<typeof SavedDecision>): string {
  const { decision_id, topic, standing, repeated, held_back_by: held, proposal_id } = data;
  if (held) {
    const stored = repeated
      ? `It is kept as the draft ${decision_id} already`
      : `Stored as the draft ${decision_id}`;
    const accept = proposal_id
      ? ` Ask the person to run: membria proposals accept ${proposal_id}`
      : " Ask the person to look at: membria proposals";
    return `${stored} and nothing was superseded: on ${JSON.stringify(topic)} a person's decision holds (${held.join(", ")}), and only a person replaces it.${accept}`;
  }
  return repeated
    ? `The same decision was saved a few minutes ago as ${decision_id} and is ${standing}; nothing was stored again.`
    : `Decision saved: ${decision_id} (topic: ${topic})`;
}

export const OUTCOMES = {
  SUCCESS: "success",
  FAILED: "failure",
  PARTIAL: "partial",
} as const satisfies Record<string, OutcomeStatus>;
export const OUTCOME_NAMES = [
  "SUCCESS",
  "FAILED",
  "PARTIAL",
] as const satisfies readonly (keyof typeof OUTCOMES)[];
export type OutcomeName = (typeof OUTCOME_NAMES)[number];

interface OutcomeArguments {
  readonly outcome: OutcomeName;
  readonly failure_reason?: string | undefined;
  readonly limitation?: string | undefined;
}

export const outcomeArguments = {
  outcome: z.enum(OUTCOME_NAMES),
  failure_reason: boundedText(1, LIMITS.text).optional().describe("Required for FAILED"),
  limitation: boundedText(1, LIMITS.text).optional().describe("For PARTIAL"),
};

/** A failure without a reason teaches nobody anything, and a reason that belongs to another outcome is a slip. */
export function requireMatchingReason(
  { outcome, failure_reason, limitation }: OutcomeArguments,
  context: z.core.$RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message, input: undefined });
  if (outcome === "FAILED" && failure_reason === undefined)
    refuse("failure_reason", "is required when outcome is FAILED");
  if (outcome !== "FAILED" && failure_reason !== undefined)
    refuse("failure_reason", `belongs to FAILED, and outcome is ${outcome}`);
  if (outcome !== "PARTIAL" && limitation !== undefined)
    refuse("limitation", `belongs to PARTIAL, and outcome is ${outcome}`);
}

/** The one lesson that these tools take has an argument for each kind of outcome. */
export const lessonField = ({ failure_reason }: OutcomeArguments) =>
  ({ "lessons[0]": failure_reason === undefined ? "limitation" : "failure_reason" }) as const;

const outcomeHints = {
  decisionId: decisionIdHint,
  decision_id: decisionIdHint,
  outcome: { suggestion: `Use one of ${OUTCOME_NAMES.join(", ")}.` },
  failure_reason: { suggestion: "Say why it failed, in failure_reason, and only for FAILED." },
  limitation: { suggestion: "Say what it does not do, in limitation, and only for PARTIAL." },
} satisfies ArgumentHints;

export function reportedOutcome(ref: string, { outcome, failure_reason, limitation }: OutcomeArguments) {
  const status = OUTCOMES[outcome];
  const lesson = failure_reason ?? limitation;
  return { ref, status, score: PLAIN_SCORES[status], lessons: lesson === undefined ? [] : [lesson] };
}

type Recorded = ResultOf<typeof recordOutcome>;

export const recordingOutcome = {
  operation: recordOutcome,
  hints: outcomeHints,
  result: z.object({
    success: z.literal(true),
    data: z.object({
      decision_id: z.string(),
      outcome: z.enum(OUTCOME_NAMES),
      score: z.number(),
      outcome_id: z.string(),
      replaced: z.string().nullable(),
      topic: z.string(),
    }),
  }),
  fromOperation: ({ decision, outcome, replaced, notices }: Recorded, args: OutcomeArguments) => ({
    success: true as const,
    data: {
      decision_id: decision.id,
      outcome: args.outcome,
      score: outcome.score,
      outcome_id: outcome.id,
      replaced: replaced ?? null,
      topic: decision.topic,
    },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }: { data: { decision_id: string; outcome: string } }) =>
    `Outcome updated: ${data.decision_id} → ${data.outcome}`,
};
