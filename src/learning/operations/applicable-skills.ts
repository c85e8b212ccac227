import type { LearnedAntipattern } from "../../decisions/index.ts";
import { searchForStatement, settledCandidates } from "../../recall/index.ts";
import { type Call, mayWrite } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { isCounted } from "../rules/estimate.ts";
import { CONFIDENT, factsOf, isLive, type SkillRecord } from "../rules/skill.ts";
import { isOnTrial, isShown } from "../rules/skill-trial.ts";
import type { SkillDeps } from "./deps.ts";
import {
  type DescribedAntipattern,
  type DescribedSkill,
  describeAntipattern,
  describeSkill,
  type SkillWithLife,
  withLife,
} from "./describe-skill.ts";
import { type KnownWays, waysAround } from "./estimate-decision.ts";

/** A warning names only the newest decisions behind an antipattern; nobody opens more. */
const MOST_EVIDENCE_IN_WARNING = 5;
const MOST_ANTIPATTERNS = 3;

/** A group that the proposed decision would join, at any stage. */
export interface FittingSkill {
  readonly record: SkillRecord;
  /** How probable it is that the proposed decision goes its way. */
  readonly applicability: number;
}

export interface SkillFilter {
  readonly sessionId?: Screened | undefined;
  readonly minConfidence?: number | undefined;
  readonly limit: number;
}

export interface ApplicableSkills {
  /** Most applicable first. */
  readonly skills: readonly DescribedSkill[];
  readonly antipatterns: readonly DescribedAntipattern[];
  /** How many skills are on trial and withheld from this session. */
  readonly withheld: number;
}

/** The skill of the way that a proposed decision goes, counted from what the estimate counts. */
export async function skillOfWay(
  { way, evidence }: Pick<KnownWays, "way" | "evidence">,
  scope: Scope,
  { store }: SkillDeps,
): Promise<FittingSkill[]> {
  const [first] = way ?? [];
  const record = first && (await store.skillOf(scope, first.id));
  if (!record) return [];
  const outcomes = evidence.filter(isCounted).map(({ settled: { id, status, score, at } }) => ({
    decisionId: id,
    status,
    score,
    at,
    domain: record.domain,
  }));
  return [
    {
      record: { ...record, ...factsOf(record.id, record.project, outcomes) },
      applicability: evidence.find((one) => one.way === way)?.sameWay ?? 0,
    },
  ];
}

/** The same for a statement that nothing was searched for yet. */
export async function skillsFitting(
  statement: string,
  scope: Scope,
  deps: SkillDeps,
): Promise<FittingSkill[]> {
  const searched = await searchForStatement(statement, scope, deps);
  const settled = await settledCandidates(searched, deps);
  return skillOfWay(await waysAround({ statement, alternatives: [] }, searched, settled, deps), scope, deps);
}

/**
 * The skills and antipatterns for a proposed decision. If trials are on and the session is known, a new skill is shown in
 * half of the sessions only, and the exposure is observed.
 */
export async function applicableSkills(
  deps: SkillDeps,
  call: Call,
  fitting: readonly FittingSkill[],
  { sessionId, minConfidence = CONFIDENT, limit }: SkillFilter,
): Promise<ApplicableSkills> {
  const living = await liveSkillsAmong(fitting, deps);
  const skills = ofKind(living, "skill")
    .filter(({ confidence }) => confidence >= minConfidence)
    .slice(0, limit);
  const shown = shownInSession(skills, sessionId ?? call.actor.sessionId, deps, call);
  return {
    skills: await Promise.all(shown.map((skill) => describeSkill(skill, deps))),
    antipatterns: await describeAntipatterns(living, deps),
    withheld: skills.length - shown.length,
  };
}

/** The antipatterns for a proposed decision. They are never on trial. */
export async function applicableAntipatterns(
  fitting: readonly FittingSkill[],
  deps: SkillDeps,
): Promise<readonly DescribedAntipattern[]> {
  return describeAntipatterns(await liveSkillsAmong(fitting, deps), deps);
}

export const toLearnedAntipattern = ({
  record,
  pattern,
  severity,
  recommendation,
  evidence,
}: DescribedAntipattern): LearnedAntipattern => ({
  pattern,
  severity,
  recommendation,
  successes: record.successes,
  outcomes: record.tally.outcomes,
  evidence: evidence.slice(0, MOST_EVIDENCE_IN_WARNING),
});

/** The live skills among these groups, most applicable first. */
export async function liveSkillsAmong(
  fitting: readonly FittingSkill[],
  deps: SkillDeps,
): Promise<SkillWithLife[]> {
  const applicability = new Map(fitting.map(({ record, applicability }) => [record.id, applicability]));
  const living = await withLife(
    fitting.map(({ record }) => record),
    deps,
  );
  return living
    .filter(({ life }) => isLive(life))
    .map((skill) => ({ ...skill, applicability: applicability.get(skill.record.id) ?? 0 }))
    .sort((a, b) => b.applicability - a.applicability || mostCertainFirst(a, b));
}

/** All live skills, most certain first. */
export async function liveSkills(scope: Scope, domain: string, deps: SkillDeps): Promise<SkillWithLife[]> {
  const living = await withLife(await deps.store.listSkills(scope, domain), deps);
  return living.filter(({ life }) => isLive(life)).sort(mostCertainFirst);
}

export const ofKind = (living: readonly SkillWithLife[], kind: "skill" | "antipattern"): SkillWithLife[] =>
  living.filter(({ life }) => life.kind === kind);

function describeAntipatterns(
  living: readonly SkillWithLife[],
  deps: SkillDeps,
): Promise<DescribedAntipattern[]> {
  const worst = ofKind(living, "antipattern").slice(0, MOST_ANTIPATTERNS);
  return Promise.all(worst.map((antipattern) => describeAntipattern(antipattern, deps)));
}

/** For an antipattern a lower confidence in success means more certainty. */
const certainty = ({ life, confidence }: SkillWithLife): number =>
  life.kind === "antipattern" ? 1 - confidence : confidence;

const mostCertainFirst = (a: SkillWithLife, b: SkillWithLife): number =>
  certainty(b) - certainty(a) || (a.record.id < b.record.id ? -1 : 1);

/** Leaves out the skills on trial that this session must not see. Whether it saw them is an observation. */
function shownInSession(
  skills: readonly SkillWithLife[],
  session: Screened | undefined,
  deps: SkillDeps,
  call: Call,
): readonly SkillWithLife[] {
  if (!deps.skillTrials || session === undefined || !mayWrite(call)) return skills;
  const isShownHere = ({ record }: SkillWithLife): boolean => isShown(record.project, session, record.id);
  const at = deps.clock.now();
  for (const skill of skills.filter(({ life }) => isOnTrial(life))) {
    const { id, project } = skill.record;
    const exposure = { project, skill: id, session, shown: isShownHere(skill), at };
    deps.observations.add({ kind: "exposure", exposure });
  }
  return skills.filter((skill) => !isOnTrial(skill.life) || isShownHere(skill));
}
