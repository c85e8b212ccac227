import * as z from "zod";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { skillNotFound } from "../../domain/skills/skill.ts";
import { trialEffect } from "../../domain/skills/skill-trial.ts";
import { defineOperation } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, livingSkills } from "./described-skill.ts";

/** More than anybody reads of one skill. */
const MOST_DECISIONS = 200;

export const getSkill = defineOperation({
  name: "get-skill",
  summary: "One skill whole: what it was learned from, how it got where it is, and what it does.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: boundedText(1, LIMITS.name) }),
  async run({ ref }, deps: SkillDeps, { scope }) {
    const record = await deps.store.findSkill(scope, ref);
    const [living] = record ? await livingSkills([record], deps) : [];
    if (!record || !living) throw skillNotFound(ref, scope);
    return {
      ...living,
      // A group that was dissolved has nothing left to be judged by but what was noted of it.
      life: record.tally.outcomes === 0 ? { ...living.life, ...record.noted } : living.life,
      skill: living.life.kind === "skill" ? await describeSkill(living, deps) : undefined,
      antipattern: living.life.kind === "antipattern" ? await describeAntipattern(living, deps) : undefined,
      lived: await deps.store.livedBy(scope, record.id, MOST_DECISIONS),
      transitions: await deps.store.transitionsOf(scope, record.id),
      trial: trialEffect(await deps.store.trialOf(scope, record.id), await deps.betaMath()),
    };
  },
});
