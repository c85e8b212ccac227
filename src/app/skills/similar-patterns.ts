import type { Scope } from "../../domain/shared/scope.ts";
import type { SkillKind } from "../../domain/skills/skill.ts";
import { skillsFitting } from "./applicable-skills.ts";
import type { SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, type SkillWithLife, withLife } from "./described-skill.ts";

const MOST_PATTERNS = 3;
/** One decision is a case and no pattern. Fewer than a skill needs are enough here, because the counts are shown. */
const MIN_OUTCOMES_OF_PATTERN = 2;

/** How decisions of a kind worked out, from a group of similar ones with outcomes. */
export interface Pattern {
  readonly skillId: string;
  readonly kind: SkillKind;
  /** The typical decision of the group. */
  readonly statement: string;
  readonly successes: number;
  readonly outcomes: number;
  /** The expected success rate: the mean of its posterior. */
  readonly confidence: number;
  readonly recommendation: string;
  /** The ids of its decisions, newest outcome first. */
  readonly evidence: readonly string[];
}

/** The patterns that a proposed decision belongs to, most applicable first. */
export async function similarPatterns(
  statement: string,
  scope: Scope,
  deps: SkillDeps,
): Promise<readonly Pattern[]> {
  const fitting = await skillsFitting(statement, scope, deps);
  const nearest = fitting
    .filter(({ record }) => record.tally.outcomes >= MIN_OUTCOMES_OF_PATTERN)
    .sort((a, b) => b.applicability - a.applicability || (a.record.id < b.record.id ? -1 : 1));
  const groups = await withLife(
    nearest.map(({ record }) => record),
    deps,
  );
  const current = groups.filter(({ life }) => life.stage !== "retired").slice(0, MOST_PATTERNS);
  return Promise.all(current.map((group) => patternOf(group, deps)));
}

async function patternOf(group: SkillWithLife, deps: SkillDeps): Promise<Pattern> {
  const { record, life, confidence } = group;
  const described =
    life.kind === "skill" ? await describeSkill(group, deps) : await describeAntipattern(group, deps);
  return {
    skillId: record.id,
    kind: life.kind,
    statement: "pattern" in described ? described.pattern : described.statement,
    successes: record.successes,
    outcomes: record.tally.outcomes,
    confidence,
    recommendation: described.recommendation,
    evidence: described.evidence,
  };
}
