import { credibleInterval, posterior } from "../../domain/calibration/calibration.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import {
  AGREEING_OUTCOMES,
  isOneSubject,
  pairIdOf,
  pairWords,
} from "../../domain/skills/replaced-failure.ts";
import { skillConfidence } from "../../domain/skills/skill.ts";
import type { SkillWords } from "../../domain/skills/skill-naming.ts";
import type { SkillDeps } from "./deps.ts";

/** More than anybody reads. */
const MOST_PAIRS = 100;

/** A skill that was not counted but found: a decision failed, and the one that replaced it worked. */
export interface AnalysedSkill extends SkillWords {
  readonly id: string;
  readonly domain: string;
  readonly confidence: number;
  readonly interval: readonly [number, number];
  /** How relevant it is to the statement, if the caller gave one. */
  readonly applicability?: number | undefined;
  /** The decision that worked, then the one that failed. */
  readonly evidence: readonly [string, string];
  /** When the success was recorded. */
  readonly generatedAt: Date;
}

/** What replaced failures teach, newest first. They are found when asked for, and nothing of them is stored. */
export async function analysedSkills(
  scope: Scope,
  domain: string,
  { store, betaMath }: Pick<SkillDeps, "store" | "betaMath">,
): Promise<readonly AnalysedSkill[]> {
  const pairs = (await store.replacedFailures(scope, MOST_PAIRS, domain)).filter(isOneSubject);
  if (pairs.length === 0) return [];
  const interval = credibleInterval(posterior(AGREEING_OUTCOMES), await betaMath());
  return pairs.map((pair) => ({
    ...pairWords(pair),
    id: pairIdOf(pair),
    domain: pair.worked.domain,
    confidence: skillConfidence(AGREEING_OUTCOMES),
    interval,
    evidence: [pair.worked.decisionId, pair.failed.decisionId],
    generatedAt: pair.worked.at,
  }));
}

/** Those of which one of the two decisions is relevant to a statement, most relevant first. */
export function applicableAmong(
  found: readonly AnalysedSkill[],
  relevance: ReadonlyMap<string, number>,
): readonly AnalysedSkill[] {
  return found
    .map((skill) => ({
      ...skill,
      applicability: Math.max(...skill.evidence.map((id) => relevance.get(id) ?? 0)),
    }))
    .filter(({ applicability }) => applicability > 0)
    .sort((a, b) => b.applicability - a.applicability || (a.id < b.id ? -1 : 1));
}
