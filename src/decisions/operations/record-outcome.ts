/** Records how a decision worked out, and signals of it before that. */

import * as z from "zod";
import { adviceOn, calibrate, judgeTeam, posterior } from "../../calibration/index.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import { DomainSlug } from "../../shared/names.ts";
import { actOf, defineOperation } from "../../shared/operations/operation.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, jsonObject, LIMITS, textList } from "../../shared/text.ts";
import { OUTCOME_STATUSES, requireAgreement, Score } from "../rules/outcome.ts";
import { estimateSuccess, SIGNAL_TYPES, VALENCES } from "../rules/signal.ts";
import { addOutcome, addSignal } from "../sql/outcomes.ts";
import type { DecisionDeps } from "./deps.ts";

export const recordOutcome = defineOperation({
  name: "record-outcome",
  summary: "Record how a decision worked out, and learn from it.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    status: z.enum(OUTCOME_STATUSES),
    score: Score,
    reported: z
      .strictObject({
        ciPassed: z.boolean().optional(),
        incidentFound: z.boolean().optional(),
        reliabilityScore: Score.optional(),
        performanceMetrics: jsonObject().optional(),
      })
      .default({}),
    metrics: z
      .strictObject({
        performanceImpact: z.number().optional(),
        reliability: z.number().optional(),
        maintenanceCost: z.number().optional(),
      })
      .default({}),
    lessons: textList().default([]),
    domain: DomainSlug.optional(),
  }),
  async run({ ref, status, score, reported, metrics, lessons, domain }, deps: DecisionDeps, call) {
    requireAgreement(status, score);
    const screen = startScreening(deps.secrets);
    const outcome = {
      id: deps.ids.next(ID_PREFIX.outcome),
      status,
      score,
      domain,
      reported: {
        ...reported,
        performanceMetrics: screen.json("reported.performanceMetrics", reported.performanceMetrics),
      },
      lessons: screen.list("lessons", lessons),
      metrics: { ...metrics, reliability: reported.reliabilityScore ?? metrics.reliability },
    };
    const recorded = await addOutcome(deps.memory, call.scope, ref, outcome, actOf(deps, call));
    const learned = await deps.afterDecision.outcomeRecorded(recorded.decision, call);
    const before = calibrate(recorded.before);
    const after = calibrate(recorded.after);
    const judged = await judgeTeam(after, deps, call.scope);
    return {
      ...recorded,
      skillGenerated: learned.skill,
      before,
      after,
      recommendation: adviceOn({ ...judged, domain: after.domain, team: recorded.after }),
      notices: [
        ...(recorded.duplicate
          ? [
              `${recorded.duplicate} was merged into ${recorded.decision.id}, so it was recorded for that one.`,
            ]
          : []),
        ...(recorded.replaced
          ? [`It replaces the outcome ${recorded.replaced}, which stays in the history.`]
          : []),
        ...learned.notices,
        ...describeChanges(screen.changes),
      ],
    };
  },
  shares: { records: ({ decision, outcome }) => [outcome.id, decision.id] },
});

export const recordSignal = defineOperation({
  name: "record-signal",
  summary: "Record something that happened to a decision before its outcome is known.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    type: z.enum(SIGNAL_TYPES),
    valence: z.enum(VALENCES),
    description: boundedText(1, LIMITS.text).optional(),
    metrics: jsonObject().default({}),
  }),
  async run({ ref, type, valence, description, metrics }, deps: DecisionDeps, call) {
    const screen = startScreening(deps.secrets);
    const reported = {
      id: deps.ids.next(ID_PREFIX.signal),
      type,
      valence,
      description: screen.optional("description", description),
      metrics: screen.json("metrics", metrics) ?? {},
    };
    const recorded = await addSignal(deps.memory, call.scope, ref, reported, actOf(deps, call));
    return {
      ...recorded,
      estimatedSuccess: estimateSuccess(posterior(recorded.tally).mean, recorded.all),
      notices: describeChanges(screen.changes),
    };
  },
  shares: { records: ({ decision, signal }) => [signal.id, decision.id] },
});
