/** Advises on the confidence to state, by the outcomes of a domain and by similar decisions. */
import * as z from "zod";
import {
  adviceOn,
  calibrate,
  credibleInterval,
  judgeConfidence,
  MIN_OUTCOMES,
  readRecalibration,
  readTally,
  type Tally,
} from "../../calibration/index.ts";
import { Confidence } from "../../decisions/index.ts";
import { DomainQuery } from "../../shared/names.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { SkillKind } from "../rules/skill.ts";
import { skillsFitting } from "./applicable-skills.ts";
import type { GuidanceDeps, SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, type SkillWithLife, withLife } from "./describe-skill.ts";

export const getConfidenceGuidance = defineOperation({
  name: "get-confidence-guidance",
  summary: "What confidence to state for a decision of a kind, given how such decisions worked out.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({
    domain: DomainQuery,
    confidence: Confidence.optional(),
    statement: boundedText(1, LIMITS.statement).optional(),
  }),
  async run({ domain, confidence, statement }, deps: GuidanceDeps, call) {
    const guidance = await confidenceGuidance(domain, confidence, deps, call);
    const patterns = statement === undefined ? [] : await similarPatterns(statement, call.scope, deps);
    return { ...guidance, patterns };
  },
});

/** The advice of the outcomes of a domain, and of those of whoever asks, on a confidence about to be stated in it. */
export async function confidenceGuidance(
  domain: string,
  confidence: number | undefined,
  deps: GuidanceDeps,
  { scope, actor: { author } }: Pick<Call, "scope" | "actor">,
) {
  const tally = await readTally(deps.memory, scope, domain);
  const basis = await readRecalibration({ domain, author }, deps, scope);
  const own = everyOneStated(tally) ? { outcomes: basis.outcomes, score: basis.score } : undefined;
  if (tally.outcomes < MIN_OUTCOMES) {
    const judged = judgeConfidence(basis, confidence ?? null);
    return {
      known: false as const,
      domain,
      stated: confidence,
      confidence,
      sampleSize: tally.outcomes,
      recommended: judged.recommended,
      recommendation: adviceOn({ ...judged, domain, team: tally, own }),
    };
  }
  const calibration = calibrate(tally);
  const stated = confidence ?? calibration.meanConfidence;
  const judged = judgeConfidence(basis, stated);
  return {
    known: true as const,
    domain,
    calibration,
    stated: confidence,
    confidence: stated,
    gap: stated === null ? null : stated - calibration.mean,
    ...judged,
    interval: credibleInterval(calibration, await deps.betaMath()),
    recommendation: adviceOn({ ...judged, domain, team: tally, own }),
  };
}

/** The basis knows only the outcomes with a stated confidence, so that is when it can count those of whoever asks. */
const everyOneStated = ({ outcomes, bins }: Tally): boolean =>
  bins.reduce((sum, bin) => sum + bin.outcomes, 0) === outcomes;

const MOST_PATTERNS = 3;
/** One decision is a case and no pattern. Fewer than a skill needs are enough here, because the counts are shown. */
const MIN_OUTCOMES_OF_PATTERN = 2;

/** How decisions of a kind worked out, from a group of similar ones with outcomes. */
interface Pattern {
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
async function similarPatterns(
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
