import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { type SkillFacts, skillIdOf } from "../../domain/skills/skill.ts";
import { groupAll, placeInGroup } from "../../domain/skills/skill-cluster.ts";
import { isLive, lifeOf, type SkillLife } from "../../domain/skills/skill-life.ts";
import type { AloneDecision } from "../../domain/skills/skill-store.ts";
import { findSimilarWithOutcome } from "../recall/similar-with-outcome.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";
import { goingTheSameWay } from "./same-way.ts";

/** How often grouping is tried again when an outcome came in meanwhile. */
const TRIES = 3;

/**
 * Updates the group of a decision after an outcome. A decision is placed in a group once, with its first outcome; later
 * outcomes only recount the group. Returns whether this created a new skill or antipattern.
 */
export async function learnFrom(decision: Decision, deps: SkillDeps, call: Call): Promise<boolean> {
  const { id, project } = decision;
  const judge = await lifeJudge(deps);
  const current = await deps.store.skillOf(project, id);
  const placement = current
    ? { group: current.id, absorbs: [] }
    : placeInGroup(id, await deps.store.nearGroups(project, await groupable(decision, deps)));
  const learned = await deps.store.learnSkill(project, id, placement, judge, actOf(deps, call));
  if (!learned) return false;
  const { skill, before } = learned;
  const life = judge(skill);
  const isNew = before.stage === "forming" || (before.stage !== "retired" && before.kind !== life.kind);
  return isNew && isLive(life);
}

/**
 * Looks again at decisions that are alone in their groups, after more is known about them. Each is placed as if its first
 * outcome came now, in the order of those outcomes and one after the other: those that follow are no neighbours yet, or two
 * that belong together would change places.
 */
export async function placeAgain(
  alone: readonly AloneDecision[],
  deps: SkillDeps,
  { actor, signal }: Pick<Call, "actor" | "signal">,
): Promise<void> {
  const judge = await lifeJudge(deps);
  const waiting = new Set(alone.map(({ id }) => id));
  for (const { id, project } of alone) {
    if (signal.aborted) return;
    waiting.delete(id);
    const decision = await deps.store.findDecision(project, id);
    if (!decision) continue;
    const found = await groupable(decision, deps);
    const placed = new Map([...found].filter(([other]) => !waiting.has(other)));
    const placement = placeInGroup(id, await deps.store.nearGroups(project, placed));
    // Left alone it stays what it is, which needs no write.
    if (placement.group === skillIdOf(id) && (await deps.store.skillOf(project, id))) continue;
    await deps.store.learnSkill(project, id, placement, judge, { by: actor, at: deps.clock.now() });
  }
}

/** Records which skills have aged or were contradicted. The counts are already up to date. */
export async function reviewSkills(project: string, deps: SkillDeps, call: Call): Promise<void> {
  await deps.store.reviewSkills(project, await lifeJudge(deps), actOf(deps, call));
}

export const relearnSkills = defineOperation({
  name: "relearn-skills",
  summary: "Group all decisions of a project anew by what they are about, and count up what became of them.",
  effect: "update",
  role: "agent",
  input: z.strictObject({}),
  async run(_, deps: SkillDeps, call) {
    const project = projectOf(call);
    const judge = await lifeJudge(deps);
    const groups = await regroup(project, deps, call);
    if (!groups) throw outcomesComeIn(project);
    const skills = await deps.store.listSkills(project);
    return {
      decisions: [...groups.values()].flat().length,
      groups: groups.size,
      live: skills.filter((skill) => isLive(judge(skill))),
    };
  },
});

/** Who regroups, and until when. */
type Regrouping = Pick<Call, "actor" | "signal" | "progress">;

/** Groups a project anew. Returns undefined if outcomes came in each time it was tried. */
async function regroup(project: string, deps: SkillDeps, call: Regrouping) {
  const judge = await lifeJudge(deps);
  for (let tries = 1; tries <= TRIES; tries++) {
    const groups = await groupsOf(project, deps, call);
    const act = { by: call.actor, at: deps.clock.now() };
    if (await deps.store.replaceSkills(project, groups, judge, act)) return groups;
  }
  return undefined;
}

const outcomesComeIn = (project: string): Fault =>
  new Fault(
    "unavailable",
    `Outcomes of the project ${project} keep coming in, so its skills were left alone.`,
    {
      reason: "store_busy",
      hint: "Try again later.",
    },
  );

/** All settled decisions of a project, grouped by what they are about. */
export async function groupsOf(
  project: string,
  deps: SkillDeps,
  call: Pick<Call, "signal" | "progress">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const settled = await deps.store.settledDecisions(project);
  const similar = new Map<string, ReadonlyMap<string, number>>();
  for (const { id } of settled) {
    call.signal.throwIfAborted();
    const decision = await deps.store.findDecision(project, id);
    if (decision) similar.set(id, await groupable(decision, deps));
    call.progress(similar.size, settled.length, "Comparing decisions");
  }
  return groupAll(settled, (id) => similar.get(id) ?? new Map());
}

/** The decisions with an outcome that are about the same thing and went the same way. */
async function groupable(decision: Decision, deps: SkillDeps): Promise<ReadonlyMap<string, number>> {
  const similar = await findSimilarWithOutcome(decision, deps);
  if (similar.size === 0) return similar;
  const decisions = await deps.store.decisionsById(decision.project, [...similar.keys()]);
  return goingTheSameWay(
    decision,
    decisions.map((one) => ({ decision: one, relevance: similar.get(one.id) ?? 0 })),
  );
}

async function lifeJudge({ betaMath, clock }: SkillDeps): Promise<(facts: SkillFacts) => SkillLife> {
  const math = await betaMath();
  const now = clock.now();
  return (facts) => lifeOf(facts, math, now);
}
