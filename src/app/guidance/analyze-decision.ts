import * as z from "zod";
import { triggeredBy } from "../../domain/decisions/antipattern.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/history-of.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import { similarTo } from "../recall/similar-decisions.ts";
import { defineOperation } from "../shared/operation.ts";
import { applicableAntipatterns, fittingSkills } from "../skills/applicable-skills.ts";
import type { DescribedAntipattern } from "../skills/described-skill.ts";
import { skillOf } from "../skills/skill-of.ts";
import type { GuidanceDeps } from "./deps.ts";
import { preventionOf } from "./follow-guidance.ts";
import { isSaid } from "./get-warnings.ts";

const SIMILAR = 5;
/** Each costs a search; whoever turned more down rarely did so for what they had in common with failures. */
const MOST_ALTERNATIVES = 5;

/** Something known to go wrong, that was turned down. */
export type AvoidedAntipattern = { readonly alternative: string } & (
  | { readonly known: { readonly id: string; readonly pattern: string } }
  | { readonly mined: DescribedAntipattern }
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
    const { outcomes } = await historyOf(decision, deps);
    return {
      decision,
      outcome: outcomes.at(-1),
      taught: await skillOf(deps, decision),
      prevention: await preventionOf(deps, scope, decision.id),
      similar: (await similarTo(decision, deps, SIMILAR)).filter(isSaid),
      avoided: await avoidedBy(decision, deps),
    };
  },
});

/** Alternatives that set off what comes with the program, or are like what kept failing here; unless it does so itself. */
async function avoidedBy(decision: Decision, deps: GuidanceDeps): Promise<AvoidedAntipattern[]> {
  const { statement, alternatives, id, project } = decision;
  const own = new Set(triggeredBy(statement, deps.antipatterns));
  const ownGroup = (await deps.store.skillOf(project, id))?.id;
  const avoided: AvoidedAntipattern[] = [];
  const named = new Set<string>();
  for (const alternative of alternatives.slice(0, MOST_ALTERNATIVES)) {
    for (const { id: known, pattern } of triggeredBy(alternative, deps.antipatterns).filter(
      (one) => !own.has(one),
    )) {
      if (!named.has(known)) avoided.push({ alternative, known: { id: known, pattern } });
      named.add(known);
    }
    const fitting = await fittingSkills(await searchForStatement(alternative, project, deps), project, deps);
    for (const mined of await applicableAntipatterns(fitting, deps)) {
      const group = mined.record.id;
      if (group !== ownGroup && !named.has(group)) avoided.push({ alternative, mined });
      named.add(group);
    }
  }
  return avoided;
}
