import * as z from "zod";
import { adviceOn } from "../../domain/calibration/advice.ts";
import { calibrate } from "../../domain/calibration/calibration.ts";
import { OUTCOME_STATUSES, requireAgreement, Score } from "../../domain/decisions/outcome.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { jsonObject, textList } from "../../domain/shared/text.ts";
import { judgeTeam } from "../calibration/read-recalibration.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
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
    const recorded = await deps.store.recordOutcome(call.scope, ref, outcome, actOf(deps, call));
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
