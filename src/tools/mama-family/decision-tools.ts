/** Saving decisions, recording outcomes and naming links: the parts that the tools of MAMA and MAMA 1.1 share. */

import * as z from "zod";
import {
  LINK_STATES,
  type OutcomeStatus,
  PROPOSABLE_RELATIONS,
  type ProposableRelation,
  recordOutcome,
  SCORE_BY_STATUS,
  STANDINGS,
  saveDecision,
} from "../../decisions/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import type { ResultOf } from "../../shared/operations/operation.ts";
import { boundedText, foldLines, LIMITS } from "../../shared/text.ts";
import type { ArgumentHints } from "../arguments.ts";
import { inQuotes } from "../quote.ts";
import { confidenceHint, decisionId, source, sourceHint } from "../shared-arguments.ts";

const { shape } = saveDecision.input;

/** The flat MAMA tools and those of MAMA 1.1 have almost the same arguments and results under different names. */
export const decisionArguments = {
  topic: shape.topic.describe("What it is about, e.g. auth_strategy; reuse it for related decisions"),
  decision: shape.statement.describe("What was decided"),
  reasoning: boundedText(1, LIMITS.text).describe("Why"),
  source,
};

/** The default is listed and stored, but does not count as a stated confidence. */
export const confidenceWithDefault = (confidence: number) =>
  shape.confidence.meta({ default: confidence, description: "0 to 1" });

/** The field that each of these arguments is for. */
export const decisionTakes = (defaultConfidence: number) =>
  ({
    topic: "topic",
    decision: "statement",
    reasoning: "reasoning",
    confidence: (confidence: number | undefined) => ({
      confidence: confidence ?? defaultConfidence,
      confidenceStated: confidence !== undefined,
    }),
    source: "source",
  }) as const;

/** Fields of a decision that a tool with these arguments alone does not take. */
export const DECISION_NOT_TAKEN = [
  "domain",
  "module",
  "alternatives",
  "assumptions",
  "riskLevel",
  "risks",
  "evidence",
  "consequences",
  "sessionId",
  "dueDays",
  "questions",
] as const;

export const decisionHints = {
  topic: { suggestion: "Name the topic, such as auth_strategy." },
  decision: { suggestion: "Say in a sentence what was decided." },
  reasoning: { suggestion: "Say why it was decided so." },
  confidence: confidenceHint,
  source: sourceHint,
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

export const saveDecisionParts = {
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
      ...supersededLines(data),
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
      ? `It is already stored as the draft ${decision_id}`
      : `Stored as the draft ${decision_id}`;
    const accept = proposal_id
      ? ` Ask the person, who can accept ${proposal_id} at a terminal.`
      : " Ask the person, who can list the proposals at a terminal and accept it.";
    return `${stored} and nothing was superseded: a person's decision on ${inQuotes(topic)} holds (${held.join(", ")}), and only a person may replace it.${accept}`;
  }
  return repeated
    ? `The same decision was saved a few minutes ago as ${decision_id} and is ${standing}; nothing was stored again.`
    : savedLine(data);
}

export const savedLine = ({ decision_id, topic }: { readonly decision_id: string; readonly topic: string }) =>
  `Decision saved: ${decision_id} (topic: ${foldLines(topic)})`;

export const supersededLines = ({ superseded }: { readonly superseded: readonly string[] }): string[] =>
  superseded.length > 0 ? [`It supersedes ${superseded.join(", ")}.`] : [];

const OUTCOMES = {
  SUCCESS: "success",
  FAILED: "failure",
  PARTIAL: "partial",
} as const satisfies Record<string, OutcomeStatus>;
const OUTCOME_NAMES = ["SUCCESS", "FAILED", "PARTIAL"] as const satisfies readonly (keyof typeof OUTCOMES)[];

const outcomeArguments = {
  outcome: z.enum(OUTCOME_NAMES),
  failure_reason: boundedText(1, LIMITS.text).optional().describe("Required for FAILED"),
  limitation: boundedText(1, LIMITS.text).optional().describe("For PARTIAL"),
};

interface OutcomeArguments {
  readonly outcome: (typeof OUTCOME_NAMES)[number];
  readonly failure_reason?: string | undefined;
  readonly limitation?: string | undefined;
}

/** Recording an outcome. The documents differ in the name that the id of the decision has. */
export function recordOutcomeParts<const N extends "decisionId" | "decision_id">(
  id: N,
  idHint: ArgumentHints[string],
) {
  type Arguments = OutcomeArguments & { readonly [K in N]: string };
  const withId = <V>(value: V): { readonly [K in N]: V } => ({ [id]: value }) as { [K in N]: V };
  return {
    operation: recordOutcome,
    input: z
      .strictObject({ ...withId(decisionId), ...outcomeArguments })
      .superRefine((args, context) => requireMatchingReason(args as unknown as Arguments, context)),
    hints: { ...outcomeHints, [id]: idHint },
    result: z.object({
      success: z.literal(true),
      data: z.object({
        ...withId(z.string()),
        outcome: z.enum(OUTCOME_NAMES),
        score: z.number(),
        outcome_id: z.string(),
        replaced: z.string().nullable(),
        topic: z.string(),
      }),
    }),
    toOperation({ [id]: ref, outcome, failure_reason, limitation }: Arguments) {
      const status = OUTCOMES[outcome];
      const lesson = failure_reason ?? limitation;
      return { ref, status, score: SCORE_BY_STATUS[status], lessons: lesson === undefined ? [] : [lesson] };
    },
    /** These tools take one lesson, in an argument that depends on the outcome. */
    fields: ({ failure_reason }: OutcomeArguments) =>
      ({ ref: id, "lessons[0]": failure_reason === undefined ? "limitation" : "failure_reason" }) as const,
    fromOperation: (done: ResultOf<typeof recordOutcome>, args: OutcomeArguments) => ({
      success: true as const,
      data: {
        ...withId(done.decision.id),
        outcome: args.outcome,
        score: done.outcome.score,
        outcome_id: done.outcome.id,
        replaced: done.replaced ?? null,
        topic: done.decision.topic,
      },
      ...(done.notices.length > 0 && { notices: done.notices }),
    }),
    text: ({ data }: { data: Pick<Arguments, N | "outcome"> }) =>
      `Outcome updated: ${data[id]} → ${data.outcome}`,
  };
}

const outcomeHints = {
  outcome: { suggestion: `Use one of ${OUTCOME_NAMES.join(", ")}.` },
  failure_reason: { suggestion: "Say why it failed, in failure_reason, and only for FAILED." },
  limitation: { suggestion: "Say what it does not do, in limitation, and only for PARTIAL." },
} satisfies ArgumentHints;

/** A failure needs a reason, so that something is learned from it. A reason for another outcome is a mistake of the caller. */
function requireMatchingReason(
  { outcome, failure_reason, limitation }: OutcomeArguments,
  context: z.core.$RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message, input: undefined });
  if (outcome === "FAILED" && failure_reason === undefined)
    refuse("failure_reason", "is required when outcome is FAILED");
  if (outcome !== "FAILED" && failure_reason !== undefined)
    refuse("failure_reason", `is only for FAILED, but outcome is ${outcome}`);
  if (outcome !== "PARTIAL" && limitation !== undefined)
    refuse("limitation", `is only for PARTIAL, but outcome is ${outcome}`);
}

/** The arguments that identify a link, as in the document. */
export const linkEnds = {
  from_id: DecisionRef.describe("Source decision id"),
  to_id: DecisionRef.describe("Target decision id"),
  relationship: z.enum(PROPOSABLE_RELATIONS),
};
