/** Learns skills: groups decisions that went the same way, when an outcome comes, when vectors come, or all anew. */
import * as z from "zod";
import { type Decision, isStopWord } from "../../decisions/index.ts";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { indexedWords } from "../../shared/words/search-text.ts";
import type { Rebuilt } from "../../store/log/store-health.ts";
import { sameWayBy } from "../rules/same-way.ts";
import { isLive, lifeOf, type SkillFacts, type SkillLife, skillIdOf } from "../rules/skill.ts";
import { inOrder, type Settled, waysOf } from "../rules/ways.ts";
import type { SkillDeps } from "./deps.ts";
import { settledOf } from "./estimate-decision.ts";

/** How often grouping is tried again when an outcome came in meanwhile. */
const TRIES = 3;

/**
 * Groups the decisions of a project into ways after an outcome. Returns whether this made a new skill or antipattern of the
 * group of the decision.
 */
export async function learnFrom({ id, project }: Decision, deps: SkillDeps, call: Call): Promise<boolean> {
  const judge = await lifeJudge(deps);
  const known = new Map((await deps.store.listSkills(project)).map((skill) => [skill.id, skill.noted]));
  if (!(await regroup(project, deps, call))) throw outcomesComeIn(project, "Try again later.");
  const skill = await deps.store.skillOf(project, id);
  if (!skill) return false;
  const before = known.get(skill.id) ?? { kind: "skill", stage: "forming" };
  const life = judge(skill);
  const isNew = before.stage === "forming" || (before.stage !== "retired" && before.kind !== life.kind);
  return isNew && isLive(life);
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
    if (!groups) throw outcomesComeIn(project, "Try again later.");
    const skills = await deps.store.listSkills(project);
    return {
      decisions: [...groups.values()].flat().length,
      groups: groups.size,
      live: skills.filter((skill) => isLive(judge(skill))),
    };
  },
});

/** The part of a call that grouping all decisions of a project needs. */
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

function outcomesComeIn(project: string, hint: string): Fault {
  return new Fault(
    "unavailable",
    `Outcomes of the project ${project} keep coming in, so its skills were left alone.`,
    { reason: "store_busy", hint },
  );
}

/** No more are compared with each other; those of a longer history are grouped by the times of their outcomes. */
const MOST_TOGETHER = 150;

/** The settled decisions of a project, grouped into ways. A group is named after its first decision. */
async function groupsOf(
  project: string,
  deps: SkillDeps,
  call: Pick<Call, "signal" | "progress">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = (await deps.store.settledDecisions(project)).map(({ id }) => id);
  const decisions = await deps.store.decisionsById(project, ids);
  const { activeModel } = await deps.store.searchedState();
  const profile = activeModel === undefined ? undefined : await deps.profiles.of(activeModel);
  const vectors = profile ? await deps.store.vectorsOf(project, ids) : undefined;
  const settled = decisions
    .flatMap((decision) => settledOf(decision, vectors?.get(decision.id)))
    .sort(inOrder);
  const groups = new Map<string, readonly string[]>();
  for (let from = 0; from < settled.length; from += MOST_TOGETHER) {
    call.signal.throwIfAborted();
    for (const way of waysOf(settled.slice(from, from + MOST_TOGETHER), sameWayBy(profile)))
      groups.set(
        skillIdOf((way[0] as Settled).id),
        way.map(({ id }) => id),
      );
    call.progress(Math.min(settled.length, from + MOST_TOGETHER), settled.length, "Comparing decisions");
  }
  return groups;
}

async function lifeJudge({ betaMath, clock }: SkillDeps): Promise<(facts: SkillFacts) => SkillLife> {
  const math = await betaMath();
  const now = clock.now();
  return (facts) => lifeOf(facts, math, now);
}

/** An outcome may be recorded while the decisions of a project are compared, and then they are compared again. */
const REBUILD_TRIES = 5;

/** Rebuilds the skills of a project from its decisions and outcomes. @throws Fault `unavailable`. */
export async function rebuildSkillsOf(project: string, deps: SkillDeps, call: Regrouping): Promise<Rebuilt> {
  const math = await deps.betaMath();
  for (let tries = 1; tries <= REBUILD_TRIES; tries++) {
    const groups = await groupsOf(project, deps, call);
    const judge: Parameters<typeof deps.store.rebuildSkills>[2] = (facts, at) => lifeOf(facts, math, at);
    const act = { by: call.actor, at: deps.clock.now() };
    const rebuilt = await deps.store.rebuildSkills(project, groups, judge, act);
    if (rebuilt) return rebuilt;
  }
  throw outcomesComeIn(project, "Everything else was rebuilt. Try again later.");
}

/**
 * An outcome that is recorded before its decision is embedded is compared by words alone. When such decisions got their
 * vectors, their projects are grouped again.
 */
export async function groupEmbedded(
  decisionIds: readonly string[],
  deps: SkillDeps,
  signal: AbortSignal,
): Promise<void> {
  const actor = { author: MEMORY_AUTHOR, role: "agent", client: MEMORY_AUTHOR.name } as const;
  const embedded = await deps.store.decisionsById(ALL_PROJECTS, [...decisionIds]);
  const projects = new Set(embedded.filter(({ outcome }) => outcome).map(({ project }) => project));
  for (const project of projects) {
    if (signal.aborted) return;
    // One project is grouped to its end, or not at all.
    await regroup(project, deps, { actor, signal: new AbortController().signal, progress: () => {} });
  }
}

/** How many others with an outcome it takes for a lesson to be near. */
const FEWEST_OTHERS = 2;
const MOST_COMPARED = 8;

/**
 * Whether an outcome is likely to teach something: others that share its words and went the same way have outcomes. It
 * takes a fraction of the check itself, which compares all decisions also by their meaning, and only decides whether the
 * reply waits for that.
 */
export async function mayTeachNow(decision: Decision, { store }: Pick<SkillDeps, "store">): Promise<boolean> {
  const { id, project, statement } = decision;
  const words = [...new Set(indexedWords(statement))].filter((word) => !isStopWord(word));
  const sharing = await store.decisionsSharing(project, words, MOST_COMPARED + 1);
  const settled = sharing.filter((other) => other.id !== id && other.outcome !== undefined);
  if (settled.length < FEWEST_OTHERS) return false;
  const sameWay = sameWayBy(undefined);
  const alike = settled.filter((other) => sameWay({ choice: decision }, { choice: other }) > 0);
  return alike.length >= FEWEST_OTHERS;
}
