import type { MinedAntipattern } from "../../domain/decisions/antipattern.ts";
import { likenessOf } from "../../domain/recall/likeness.ts";
import { massOf } from "../../domain/recall/query-terms.ts";
import { RELEVANT } from "../../domain/recall/relevance.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { SkillRecord } from "../../domain/skills/skill.ts";
import { isFitting } from "../../domain/skills/skill-cluster.ts";
import { CONFIDENT, isLive } from "../../domain/skills/skill-life.ts";
import { isOnTrial, isShown } from "../../domain/skills/skill-trial.ts";
import type { Searched } from "../recall/find-relevant.ts";
import { actOf, type Call, mayWrite } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";
import {
  type DescribedAntipattern,
  type DescribedSkill,
  describeAntipattern,
  describeSkill,
  type LivingSkill,
  livingSkills,
} from "./described-skill.ts";

/** What is learned from is told by its newest; a warning names no more of it than somebody opens. */
const NAMED_IN_WARNING = 5;
const MOST_ANTIPATTERNS = 3;

/** A group that a decision would belong to, whatever its stage is by now. */
export interface FittingSkill {
  readonly record: SkillRecord;
  /** How relevant its decisions are to the statement. */
  readonly applicability: number;
}

export interface WantedSkills {
  readonly sessionId?: Screened | undefined;
  readonly minConfidence?: number | undefined;
  readonly limit: number;
}

export interface ApplicableSkills {
  /** The most applicable first. */
  readonly skills: readonly DescribedSkill[];
  readonly antipatterns: readonly DescribedAntipattern[];
  /** How many skills are on trial and not shown in this session. */
  readonly withheld: number;
}

/** Decisions of every standing that are relevant to a statement: what happened stays true. */
function relevancesAmong({ text, found }: Searched): ReadonlyMap<string, number> {
  const asked = { mass: massOf(found.terms, found.rowsInIndex), cjkShare: text.cjkShare };
  return new Map(
    found.candidates
      .map((row): [string, number] => [row.id, likenessOf(row, asked)])
      .filter(([, relevance]) => relevance >= RELEVANT),
  );
}

/** The groups a decision would belong to, for what a search for its statement found: a skill applies to what it would be learned from. */
export async function fittingSkills(
  searched: Searched,
  scope: Scope,
  { store }: SkillDeps,
): Promise<FittingSkill[]> {
  const fitting = (await store.nearGroups(scope, relevancesAmong(searched))).filter(isFitting);
  const found = await Promise.all(
    fitting.map(async ({ id, relevances }) => {
      const record = await store.findSkill(scope, id);
      return record ? [{ record, applicability: mean(relevances) }] : [];
    }),
  );
  return found.flat();
}

/**
 * What the memory has learned about decisions like the one proposed, for whoever is about to make it. Where trials are on
 * and the session is known, a new skill is shown in half of the sessions, and which it was is remembered.
 */
export async function applicableSkills(
  deps: SkillDeps,
  call: Call,
  fitting: readonly FittingSkill[],
  { sessionId, minConfidence = CONFIDENT, limit }: WantedSkills,
): Promise<ApplicableSkills> {
  const living = await livingAmong(fitting, deps);
  const skills = ofKind(living, "skill")
    .filter(({ confidence }) => confidence >= minConfidence)
    .slice(0, limit);
  const shown = await onTrial(skills, sessionId ?? call.actor.sessionId, deps, call);
  return {
    skills: await Promise.all(shown.map((skill) => describeSkill(skill, deps))),
    antipatterns: await describeAntipatterns(living, deps),
    withheld: skills.length - shown.length,
  };
}

/** What was learned from failures of decisions like the one proposed. It is never on trial. */
export async function applicableAntipatterns(
  fitting: readonly FittingSkill[],
  deps: SkillDeps,
): Promise<readonly DescribedAntipattern[]> {
  return describeAntipatterns(await livingAmong(fitting, deps), deps);
}

/** As warnings take it. */
export const minedFrom = ({ evidence, ...one }: DescribedAntipattern): MinedAntipattern => ({
  ...one,
  evidence: evidence.slice(0, NAMED_IN_WARNING),
});

/** Those of the groups that are shown at all, the most applicable first. */
export async function livingAmong(fitting: readonly FittingSkill[], deps: SkillDeps): Promise<LivingSkill[]> {
  const applicability = new Map(fitting.map((one) => [one.record.id, one.applicability]));
  const living = await livingSkills(
    fitting.map(({ record }) => record),
    deps,
  );
  return living
    .filter(({ life }) => isLive(life))
    .map((one) => ({ ...one, applicability: applicability.get(one.record.id) ?? 0 }))
    .sort((a, b) => b.applicability - a.applicability || bySureness(a, b));
}

/** All that are shown at all, the surest first. */
export async function liveSkills(scope: Scope, domain: string, deps: SkillDeps): Promise<LivingSkill[]> {
  const living = await livingSkills(await deps.store.listSkills(scope, domain), deps);
  return living.filter(({ life }) => isLive(life)).sort(bySureness);
}

export const ofKind = (living: readonly LivingSkill[], kind: "skill" | "antipattern"): LivingSkill[] =>
  living.filter(({ life }) => life.kind === kind);

function describeAntipatterns(
  living: readonly LivingSkill[],
  deps: SkillDeps,
): Promise<DescribedAntipattern[]> {
  const worst = ofKind(living, "antipattern").slice(0, MOST_ANTIPATTERNS);
  return Promise.all(worst.map((one) => describeAntipattern(one, deps)));
}

const mean = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;

/** An antipattern is the surer, the less of it works. */
function bySureness(a: LivingSkill, b: LivingSkill): number {
  return (
    (a.life.kind === "antipattern" ? a.confidence - b.confidence : b.confidence - a.confidence) ||
    (a.record.id < b.record.id ? -1 : 1)
  );
}

async function onTrial(
  skills: readonly LivingSkill[],
  session: Screened | undefined,
  deps: SkillDeps,
  call: Call,
): Promise<readonly LivingSkill[]> {
  if (!deps.skillTrials || session === undefined || !mayWrite(call)) return skills;
  const tried = skills.filter(({ life }) => isOnTrial(life));
  const shown = ({ record }: LivingSkill): boolean => isShown(record.project, session, record.id);
  if (tried.length > 0) {
    const exposures = tried.map((one) => ({ skill: one.record.id, shown: shown(one) }));
    await deps.store.exposeSkills(call.scope, session, exposures, actOf(deps, call));
  }
  return skills.filter((one) => !isOnTrial(one.life) || shown(one));
}
