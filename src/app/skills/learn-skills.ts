import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { SkillFacts } from "../../domain/skills/skill.ts";
import { groupAll, placeOf } from "../../domain/skills/skill-cluster.ts";
import { isLive, lifeOf, type SkillLife } from "../../domain/skills/skill-life.ts";
import { kinOf } from "../recall/kin-of.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";

/**
 * What an outcome means for decisions like this one. A decision is placed once, with its first outcome; after that only the
 * group is counted up again. Answers whether that brought about a skill or antipattern that was not there before.
 */
export async function learnFrom(decision: Decision, deps: SkillDeps, call: Call): Promise<boolean> {
  const { id, project } = decision;
  const judge = await judgeOf(deps);
  const known = await deps.store.skillOf(project, id);
  const place = known
    ? { group: known.id, absorbs: [] }
    : placeOf(id, await deps.store.nearGroups(project, await kinOf(decision, deps)));
  const learned = await deps.store.learnSkill(project, id, place, judge, actOf(deps, call));
  if (!learned) return false;
  const { skill, before } = learned;
  const life = judge(skill);
  const isNew = before.stage === "forming" || (before.stage !== "retired" && before.kind !== life.kind);
  return isNew && isLive(life);
}

/** Notes which skills aged or were contradicted; the counts are up to date already. */
export async function reviewSkills(project: string, deps: SkillDeps, call: Call): Promise<void> {
  await deps.store.reviewSkills(project, await judgeOf(deps), actOf(deps, call));
}

export const relearnSkills = defineOperation({
  name: "relearn-skills",
  summary: "Group all decisions of a project anew by what they are about, and count up what became of them.",
  effect: "update",
  role: "agent",
  input: z.strictObject({}),
  async run(_, deps: SkillDeps, call) {
    const project = projectOf(call);
    const judge = await judgeOf(deps);
    const settled = await deps.store.settledDecisions(project);
    const kin = new Map<string, ReadonlyMap<string, number>>();
    for (const { id } of settled) {
      call.signal.throwIfAborted();
      const decision = await deps.store.findDecision(project, id);
      if (decision) kin.set(id, await kinOf(decision, deps));
      call.progress(kin.size, settled.length, "Comparing decisions");
    }
    const groups = groupAll(settled, (id) => kin.get(id) ?? new Map());
    await deps.store.replaceSkills(project, groups, judge, actOf(deps, call));
    const skills = await deps.store.listSkills(project);
    return {
      decisions: settled.length,
      groups: groups.size,
      live: skills.filter((one) => isLive(judge(one))),
    };
  },
});

async function judgeOf({ betaMath, clock }: SkillDeps): Promise<(facts: SkillFacts) => SkillLife> {
  const math = await betaMath();
  const now = clock.now();
  return (facts) => lifeOf(facts, math, now);
}
