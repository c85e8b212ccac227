import { likenessOf } from "../domain/likeness.ts";
import { massOf } from "../domain/query-terms.ts";
import { RELEVANT } from "../domain/relevance.ts";
import { type TextQuery, textQuery } from "../domain/search-text.ts";
import { isFitting } from "../domain/skill-cluster.ts";
import { CONFIDENT, isLive } from "../domain/skill-life.ts";
import { isOnTrial, isShown } from "../domain/skill-trial.ts";
import type { FoundCandidates, Scope } from "../domain/store.ts";
import type { Screened } from "../domain/text.ts";
import {
  type DescribedAntipattern,
  type DescribedSkill,
  describeAntipattern,
  describeSkill,
  type LivingSkill,
  livingSkills,
} from "./described-skill.ts";
import { embedQuery } from "./embed-query.ts";
import { actOf, type Call, type Deps } from "./operation.ts";

const PER_METHOD = 100;

export interface WantedSkills {
  readonly statement: string;
  readonly domain?: string | undefined;
  readonly sessionId?: Screened | undefined;
  readonly minConfidence?: number | undefined;
  readonly limit: number;
  /** What a search for the statement found in the scope of the call, where one was made already. */
  readonly found?: FoundCandidates | undefined;
}

export interface ApplicableSkills {
  /** The most applicable first. */
  readonly skills: readonly DescribedSkill[];
  readonly antipatterns: readonly DescribedAntipattern[];
  /** How many skills are on trial and not shown in this session. */
  readonly withheld: number;
}

/**
 * What the memory has learned about decisions like the one proposed, for whoever is about to make it. Where trials are on
 * and the session is known, a new skill is shown in half of the sessions, and which it was is remembered.
 */
export async function applicableSkills(
  deps: Deps,
  call: Call,
  wanted: WantedSkills,
): Promise<ApplicableSkills> {
  const { statement, domain, sessionId, minConfidence = CONFIDENT, limit } = wanted;
  const relevances = await relevancesTo(statement, call.scope, deps, wanted.found);
  const living = await liveSkills(call.scope, domain, relevances, deps);
  const skills = ofKind(living, "skill")
    .filter(({ confidence }) => confidence >= minConfidence)
    .slice(0, limit);
  const shown = await onTrial(skills, sessionId ?? call.actor.sessionId, deps, call);
  return {
    skills: await Promise.all(shown.map((skill) => describeSkill(skill, deps))),
    antipatterns: await Promise.all(
      ofKind(living, "antipattern")
        .slice(0, limit)
        .map((one) => describeAntipattern(one, deps)),
    ),
    withheld: skills.length - shown.length,
  };
}

/** Decisions of every standing that are relevant to a statement: what happened stays true. */
export async function relevancesTo(
  statement: string,
  scope: Scope,
  deps: Deps,
  found?: FoundCandidates,
): Promise<ReadonlyMap<string, number>> {
  const text = { ...textQuery(statement), phrases: [], onlyPhrases: false };
  const { candidates, terms, rowsInIndex } = found ?? (await search(statement, text, scope, deps));
  const asked = { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare };
  return new Map(
    candidates
      .map((row): [string, number] => [row.id, likenessOf(row, asked)])
      .filter(([, relevance]) => relevance >= RELEVANT),
  );
}

async function search(
  statement: string,
  text: TextQuery,
  scope: Scope,
  deps: Deps,
): Promise<FoundCandidates> {
  const { meaning } = await embedQuery(statement, deps);
  return deps.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
}

/**
 * Those that are shown at all, the surest first. With relevances only those that a decision would belong to, the most
 * relevant first: a skill applies to what it would be learned from.
 */
export async function liveSkills(
  scope: Scope,
  domain: string | undefined,
  relevances: ReadonlyMap<string, number> | undefined,
  deps: Deps,
): Promise<LivingSkill[]> {
  const living = (await livingSkills(await deps.store.listSkills(scope, domain), deps)).filter(({ life }) =>
    isLive(life),
  );
  if (!relevances) return living.sort(bySureness);
  const fitting = (await deps.store.nearGroups(relevances)).filter(isFitting);
  const relevance = new Map(fitting.map((group) => [group.id, mean(group.relevances)]));
  return living
    .flatMap((one) => {
      const applicability = relevance.get(one.record.id);
      return applicability === undefined ? [] : [{ ...one, applicability }];
    })
    .sort((a, b) => b.applicability - a.applicability || bySureness(a, b));
}

const mean = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;

export const ofKind = (living: readonly LivingSkill[], kind: "skill" | "antipattern"): LivingSkill[] =>
  living.filter(({ life }) => life.kind === kind);

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
  deps: Deps,
  call: Call,
): Promise<readonly LivingSkill[]> {
  if (!deps.skillTrials || session === undefined) return skills;
  const tried = skills.filter(({ life }) => isOnTrial(life));
  const shown = ({ record }: LivingSkill): boolean => isShown(record.project, session, record.id);
  if (tried.length > 0) {
    const exposures = tried.map((one) => ({ skill: one.record.id, shown: shown(one) }));
    await deps.store.exposeSkills(session, exposures, actOf(deps, call));
  }
  return skills.filter((one) => !isOnTrial(one.life) || shown(one));
}
