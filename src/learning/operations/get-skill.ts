import * as z from "zod";
import { ALL_DOMAINS } from "../../shared/names.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { skillNotFound } from "../rules/skill.ts";
import { trialEffect } from "../rules/skill-trial.ts";
import { decisionsOfSkill, findSkill, transitionsOf, trialOf } from "../sql/skills.ts";
import type { SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, withLife } from "./describe-skill.ts";
import { type AnalysedSkill, analysedSkills } from "./get-skills.ts";

/** More than anybody reads of one skill. */
const MOST_DECISIONS = 200;

export const getSkill = defineOperation({
  name: "get-skill",
  summary: "One skill whole: what it was learned from, how it got where it is, and what it does.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: boundedText(1, LIMITS.name) }),
  async run({ ref }, deps: SkillDeps, { scope }) {
    await deps.observations.flushBriefly();
    const record = await findSkill(deps.memory, scope, ref);
    const [current] = record ? await withLife([record], deps) : [];
    if (!record || !current) return { found: "pair", analysed: await requirePair(ref, deps, scope) } as const;
    return {
      found: "group" as const,
      ...current,
      // A group without decisions cannot be judged any more, so its last recorded state is shown.
      life: record.tally.outcomes === 0 ? { ...current.life, ...record.noted } : current.life,
      skill: current.life.kind === "skill" ? await describeSkill(current, deps) : undefined,
      antipattern: current.life.kind === "antipattern" ? await describeAntipattern(current, deps) : undefined,
      decisions: await decisionsOfSkill(deps.memory, scope, record.id, MOST_DECISIONS),
      transitions: await transitionsOf(deps.memory, scope, record.id),
      trial: trialEffect(await trialOf(deps.memory, scope, record.id), await deps.betaMath()),
    };
  },
});

async function requirePair(ref: string, deps: SkillDeps, scope: Scope): Promise<AnalysedSkill> {
  const found = await analysedSkills(scope, ALL_DOMAINS, deps);
  const analysed = found.find(({ id }) => id === ref);
  if (!analysed) throw skillNotFound(ref, scope);
  return analysed;
}
