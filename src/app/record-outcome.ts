import * as z from "zod";
import { adviceOn } from "../domain/advice.ts";
import { calibrate } from "../domain/calibration.ts";
import type { Decision } from "../domain/decision.ts";
import { DecisionRef, ID_PREFIX } from "../domain/ids.ts";
import { metricsFrom, OUTCOME_STATUSES, requireAgreement, Score } from "../domain/outcome.ts";
import { describeChanges, startScreening } from "../domain/screening.ts";
import { DomainSlug } from "../domain/subject.ts";
import { jsonObject, textList } from "../domain/text.ts";
import { actOf, type Call, type Deps, defineOperation } from "./operation.ts";
import { reflectOnTargets } from "./reflect.ts";

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
    lessons: textList().default([]),
    domain: DomainSlug.optional(),
  }),
  async run({ ref, status, score, reported, lessons, domain }, deps, call) {
    requireAgreement(status, score);
    const screen = startScreening(deps.secrets);
    const outcome = {
      id: deps.ids.next(ID_PREFIX.outcome),
      status,
      score,
      domain,
      reported: {
        ...reported,
        performanceMetrics: screen.json("performance_metrics", reported.performanceMetrics),
      },
      lessons: screen.list("lessons_learned", lessons),
      metrics: metricsFrom(reported),
    };
    const recorded = await deps.store.recordOutcome(call.scope, ref, outcome, actOf(deps, call));
    reflectLater(recorded.decision, deps, call);
    const before = calibrate(recorded.before);
    const after = calibrate(recorded.after);
    return {
      ...recorded,
      before,
      after,
      recommendation: adviceOn({ ...after, rate: after.mean, outcomes: after.sampleSize }),
      notices: [
        ...(recorded.replaced
          ? [`It replaces the outcome ${recorded.replaced}, which stays in the history.`]
          : []),
        ...describeChanges(screen.changes),
      ],
    };
  },
});

/** What was just learned may speak against what holds. The caller does not wait for it. */
function reflectLater({ id, project, topic, topicStated }: Decision, deps: Deps, call: Call): void {
  const { signal } = new AbortController();
  deps.background.start("Reflection after an outcome", () =>
    reflectOnTargets({ targets: [topicStated ? topic : id] }, deps, { ...call, scope: project, signal }),
  );
}
