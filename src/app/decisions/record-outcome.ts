import * as z from "zod";
import { adviceOn } from "../../domain/calibration/advice.ts";
import { calibrate } from "../../domain/calibration/calibration.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { metricsFrom, OUTCOME_STATUSES, requireAgreement, Score } from "../../domain/decisions/outcome.ts";
import { DomainSlug } from "../../domain/decisions/subject.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { jsonObject, textList } from "../../domain/shared/text.ts";
import { reflectOnTargets } from "../proposals/reflect.ts";
import { actOf, type Call, type Deps, defineOperation } from "../shared/operation.ts";
import { learnFrom, reviewSkills } from "../skills/learn-skills.ts";
import { skillOf } from "../skills/skill-of.ts";

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
        performanceMetrics: screen.json("reported.performanceMetrics", reported.performanceMetrics),
      },
      lessons: screen.list("lessons", lessons),
      metrics: metricsFrom(reported),
    };
    const recorded = await deps.store.recordOutcome(call.scope, ref, outcome, actOf(deps, call));
    const learned = await learnedFrom(recorded.decision, deps, call);
    learnLater(recorded.decision, deps, call);
    const before = calibrate(recorded.before);
    const after = calibrate(recorded.after);
    return {
      ...recorded,
      skillGenerated: learned.skill,
      before,
      after,
      recommendation: adviceOn({ ...after, rate: after.mean, outcomes: after.sampleSize }),
      notices: [
        ...(recorded.replaced
          ? [`It replaces the outcome ${recorded.replaced}, which stays in the history.`]
          : []),
        ...learned.notices,
        ...describeChanges(screen.changes),
      ],
    };
  },
});

/**
 * The check of the group that the outcome belongs to. The outcome is recorded already, and a failure here must not make it
 * look otherwise: learning all skills anew makes up for it.
 */
async function learnedFrom(decision: Decision, deps: Deps, call: Call) {
  try {
    if (!(await learnFrom(decision, deps, call))) return { notices: [] };
    const taught = await skillOf(deps, decision.id);
    if (taught?.kind !== "antipattern") return { skill: taught?.skill, notices: [] };
    const { severity, record, life } = taught.antipattern;
    return {
      notices: [
        {
          text: `Decisions like it keep failing (${life.because.replace(".", "")}): antipattern ${record.id} of ${severity} severity.`,
          remedies: [{ remedy: "list-skills" } as const],
        },
      ],
    };
  } catch (error) {
    deps.log.error("The skill check after an outcome failed", { error });
    return {
      notices: [
        {
          text: `The outcome is recorded, but skills were not updated: ${Fault.from(error).message}`,
          remedies: [{ remedy: "relearn-skills" } as const],
        },
      ],
    };
  }
}

/** What was just learned may speak against what holds, and others may have aged. The caller does not wait for it. */
function learnLater({ id, project, topic, topicStated }: Decision, deps: Deps, call: Call): void {
  const { signal } = new AbortController();
  const later = { ...call, scope: project, signal };
  deps.background.start("Reflection after an outcome", () =>
    reflectOnTargets({ targets: [topicStated ? topic : id] }, deps, later),
  );
  deps.background.start("Review of skills", () => reviewSkills(project, deps, later));
}
