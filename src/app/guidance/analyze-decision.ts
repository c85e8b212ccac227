import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { countingOutcome } from "../../domain/decisions/outcome.ts";
import { triggeredBy } from "../../domain/decisions/triggered-antipatterns.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/decision-history.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { similarTo } from "../recall/similar-decisions.ts";
import { defineOperation } from "../shared/operation.ts";
import { applicableAntipatterns, skillsFitting } from "../skills/applicable-skills.ts";
import type { DescribedAntipattern } from "../skills/described-skill.ts";
import { skillOf } from "../skills/skill-of.ts";
import type { GuidanceDeps } from "./deps.ts";
import { isNotDraft } from "./find-precedents.ts";
import { preventionOf } from "./follow-guidance.ts";

const SIMILAR = 5;
/** Each alternative costs a search. */
const MOST_ALTERNATIVES = 5;

/** An antipattern that one of the rejected alternatives would have been. */
export type AvoidedAntipattern = { readonly alternative: string } & (
  | { readonly known: { readonly id: string; readonly pattern: string } }
  | { readonly learned: DescribedAntipattern }
);

export const analyzeDecision = defineOperation({
  name: "analyze-decision",
  summary:
    "What became of a decision: how it was carried out, its outcome, what it taught and what it prevented.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: GuidanceDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    const { outcomes, signals } = await historyOf(decision, deps);
    return {
      decision,
      signals,
      outcome: countingOutcome(decision, outcomes),
      taught: await skillOf(deps, decision),
      prevention: await preventionOf(deps, scope, decision.id),
      similar: (await similarTo(decision, deps, SIMILAR)).filter(isNotDraft),
      avoided: await avoidedBy(decision, deps),
    };
  },
});

/** Antipatterns, shipped or learned here, that an alternative matches and the decision itself does not. */
async function avoidedBy(decision: Decision, deps: GuidanceDeps): Promise<AvoidedAntipattern[]> {
  const { statement, alternatives, id, project } = decision;
  const shipped = await deps.antipatterns();
  const ownAntipatterns = new Set(triggeredBy(statement, shipped));
  const ownGroup = (await deps.store.skillOf(project, id))?.id;
  const avoided: AvoidedAntipattern[] = [];
  const named = new Set<string>();
  for (const alternative of alternatives.slice(0, MOST_ALTERNATIVES)) {
    for (const { id: known, pattern } of triggeredBy(alternative, shipped).filter(
      (antipattern) => !ownAntipatterns.has(antipattern),
    )) {
      if (!named.has(known)) avoided.push({ alternative, known: { id: known, pattern } });
      named.add(known);
    }
    const fitting = await skillsFitting(alternative, project, deps);
    for (const learned of await applicableAntipatterns(fitting, deps)) {
      const group = learned.record.id;
      if (group !== ownGroup && !named.has(group)) avoided.push({ alternative, learned });
      named.add(group);
    }
  }
  return avoided;
}
