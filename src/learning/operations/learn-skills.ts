/** Learns skills: groups decisions that went the same way, when an outcome comes, when vectors come, or all anew. */
import * as z from "zod";
import {
  affinity,
  type Decision,
  decisionsById,
  findDecision,
  GENERAL_DOMAIN,
  isStopWord,
  type StatedChoice,
  sameWay,
} from "../../decisions/index.ts";
import { decisionsSharing, findSimilarWithOutcome, type SettledCandidate } from "../../recall/index.ts";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { indexedWords } from "../../shared/words/search-text.ts";
import type { Rebuilt } from "../../store/log/store-health.ts";
import { isLive, lifeOf, type SkillFacts, type SkillLife, skillIdOf } from "../rules/skill.ts";
import { groupAll, placeInGroup } from "../rules/skill-cluster.ts";
import type { AloneDecision } from "../rules/skill-store.ts";
import {
  aloneAmong,
  groupsNear,
  learnSkill,
  listSkills,
  rebuildSkills,
  replaceSkills,
  settledDecisions,
  skillOfDecision,
  storeSkillReviews,
} from "../sql/skills.ts";
import type { SkillDeps } from "./deps.ts";

/** How often grouping is tried again when an outcome came in meanwhile. */
const TRIES = 3;

/**
 * Updates the group of a decision after an outcome. A decision is placed in a group once, with its first outcome; later
 * outcomes only recount the group. Returns whether this created a new skill or antipattern.
 */
export async function learnFrom(decision: Decision, deps: SkillDeps, call: Call): Promise<boolean> {
  const { id, project } = decision;
  const judge = await lifeJudge(deps);
  const current = await skillOfDecision(deps.memory, project, id);
  const placement = current
    ? { group: current.id, absorbs: [] }
    : placeInGroup(id, await groupsNear(deps.memory, project, await groupable(decision, deps)));
  const learned = await learnSkill(deps.memory, project, id, placement, judge, actOf(deps, call));
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
async function placeAgain(
  alone: readonly AloneDecision[],
  deps: SkillDeps,
  { actor, signal }: Pick<Call, "actor" | "signal">,
): Promise<void> {
  const judge = await lifeJudge(deps);
  const waiting = new Set(alone.map(({ id }) => id));
  for (const { id, project } of alone) {
    if (signal.aborted) return;
    waiting.delete(id);
    const decision = await findDecision(deps.memory, project, id);
    if (!decision) continue;
    const found = await groupable(decision, deps);
    const placed = new Map([...found].filter(([other]) => !waiting.has(other)));
    const placement = placeInGroup(id, await groupsNear(deps.memory, project, placed));
    // Left alone it stays what it is, which needs no write.
    if (placement.group === skillIdOf(id) && (await skillOfDecision(deps.memory, project, id))) continue;
    await learnSkill(deps.memory, project, id, placement, judge, { by: actor, at: deps.clock.now() });
  }
}

/** Records which skills have aged or were contradicted. The counts are already up to date. */
export async function reviewSkills(project: string, deps: SkillDeps, call: Call): Promise<void> {
  await storeSkillReviews(deps.memory, project, await lifeJudge(deps), actOf(deps, call));
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
    const skills = await listSkills(deps.memory, project);
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
    if (await replaceSkills(deps.memory, project, groups, judge, act)) return groups;
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

/** All settled decisions of a project, grouped by what they are about. */
async function groupsOf(
  project: string,
  deps: SkillDeps,
  call: Pick<Call, "signal" | "progress">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const settled = await settledDecisions(deps.memory, project);
  const similar = new Map<string, ReadonlyMap<string, number>>();
  for (const { id } of settled) {
    call.signal.throwIfAborted();
    const decision = await findDecision(deps.memory, project, id);
    if (decision) similar.set(id, await groupable(decision, deps));
    call.progress(similar.size, settled.length, "Comparing decisions");
  }
  return groupAll(settled, (id) => similar.get(id) ?? new Map());
}

/** The decisions with an outcome that are about the same thing and went the same way. */
async function groupable(decision: Decision, deps: SkillDeps): Promise<ReadonlyMap<string, number>> {
  const similar = await findSimilarWithOutcome(decision, deps);
  if (similar.size === 0) return similar;
  const decisions = await decisionsById(deps.memory, decision.project, [...similar.keys()]);
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

/** An outcome may be recorded while the decisions of a project are compared, and then they are compared again. */
const REBUILD_TRIES = 5;

/** Rebuilds the skills of a project from its decisions and outcomes. @throws Fault `unavailable`. */
export async function rebuildSkillsOf(project: string, deps: SkillDeps, call: Regrouping): Promise<Rebuilt> {
  const math = await deps.betaMath();
  for (let tries = 1; tries <= REBUILD_TRIES; tries++) {
    const groups = await groupsOf(project, deps, call);
    const judge: Parameters<typeof rebuildSkills>[3] = (facts, at) => lifeOf(facts, math, at);
    const act = { by: call.actor, at: deps.clock.now() };
    const rebuilt = await rebuildSkills(deps.memory, project, groups, judge, act);
    if (rebuilt) return rebuilt;
  }
  throw outcomesComeIn(project, "Everything else was rebuilt. Try again later.");
}

/**
 * More are left to `relearn-skills`: so many come only with another model or an import, and a command that embeds them
 * would end much later.
 */
const MOST_PLACED = 500;

/**
 * An outcome that is recorded before its decision is embedded is compared by words alone, and often stays by itself.
 * When such decisions got their vectors, they are compared again, and only they: a search for each. `relearn-skills`
 * compares all of a project, and may find a better place for one that was grouped by its words.
 */
export async function groupEmbedded(
  decisionIds: readonly string[],
  deps: SkillDeps,
  signal: AbortSignal,
): Promise<void> {
  const actor = { author: MEMORY_AUTHOR, role: "agent", client: MEMORY_AUTHOR.name } as const;
  if (signal.aborted) return;
  const alone = await aloneAmong(deps.memory, decisionIds);
  if (alone.length <= MOST_PLACED) await placeAgain(alone, deps, { actor, signal });
}

/** How many others with an outcome it takes for a lesson to be near. */
const FEWEST_OTHERS = 2;
const MOST_COMPARED = 8;

/**
 * Whether an outcome is likely to teach something: others that share its words and went the same way have outcomes. It
 * takes a fraction of the check itself, which compares all decisions also by their meaning, and only decides whether the
 * reply waits for that.
 */
export async function mayTeachNow(
  decision: Decision,
  { memory }: Pick<SkillDeps, "memory">,
): Promise<boolean> {
  const { id, project, statement } = decision;
  const words = [...new Set(indexedWords(statement))].filter((word) => !isStopWord(word));
  const sharing = await decisionsSharing(memory, project, words, MOST_COMPARED + 1);
  const settled = sharing.filter((other) => other.id !== id && other.outcome !== undefined);
  if (settled.length < FEWEST_OTHERS) return false;
  const alike = goingTheSameWay(
    decision,
    settled.map((other) => ({ decision: other, relevance: 0 })),
  );
  return alike.size >= FEWEST_OTHERS;
}

/** Words that tell nothing are no obstacle if the meaning is as close as this. */
const CLOSE_IN_MEANING = 0.8;
/** Decisions of different domains are in one situation only if they are as relevant to each other as this. */
const CLOSE_ACROSS_DOMAINS = 0.7;

/** A decision, made or proposed. What was only proposed has replaced nothing, and its domain need not be known. */
type Choosing = StatedChoice & Partial<Pick<Decision, "id" | "domain" | "supersedes">>;

/** The relevance of the decisions that went the same way: a group is about one choice, not about a subject. */
export function goingTheSameWay(
  choice: Choosing,
  settled: readonly SettledCandidate[],
): ReadonlyMap<string, number> {
  return new Map(
    settled
      .filter(
        ({ decision, relevance }) =>
          isOneSituation(choice, decision, relevance) && isSameWay(choice, decision, relevance),
      )
      .map(({ decision, relevance }) => [decision.id, relevance]),
  );
}

function isOneSituation(choice: Choosing, { domain }: Decision, relevance: number): boolean {
  const isKnown =
    choice.domain !== undefined && choice.domain !== GENERAL_DOMAIN && domain !== GENERAL_DOMAIN;
  return !isKnown || choice.domain === domain || relevance >= CLOSE_ACROSS_DOMAINS;
}

/** Whoever replaces a decision does otherwise, however much of its words the new one keeps. */
function isSameWay(choice: Choosing, decision: Decision, relevance: number): boolean {
  if (hasReplaced(choice, decision) || hasReplaced(decision, choice)) return false;
  return sameWay(choice, decision) || (relevance >= CLOSE_IN_MEANING && affinity(choice, decision) === 0);
}

const hasReplaced = (newer: Choosing, older: Choosing): boolean =>
  older.id !== undefined && newer.supersedes?.includes(older.id) === true;
