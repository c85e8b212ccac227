/** Advises on the confidence to state, by the outcomes of a domain and by similar decisions. */
import * as z from "zod";
import {
  adviceOn,
  calibrate,
  countWords,
  credibleInterval,
  ENOUGH_OUTCOMES,
  judgeConfidence,
  MIN_OUTCOMES,
  readRecalibration,
  type Tally,
} from "../../calibration/index.ts";
import { Confidence } from "../../decisions/index.ts";
import { searchForStatement } from "../../recall/index.ts";
import { DomainQuery } from "../../shared/names.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { SkillKind } from "../rules/skill.ts";
import type { TrackRecord } from "../rules/track-record.ts";
import { type FittingSkill, skillOfWay } from "./applicable-skills.ts";
import type { GuidanceDeps, SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, type SkillWithLife, withLife } from "./describe-skill.ts";
import { estimateDecision, type Outlook } from "./estimate-decision.ts";
import { findPrecedents } from "./find-precedents.ts";

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
    if (statement === undefined) return { ...guidance, patterns: [] };
    const searched = await searchForStatement(statement, call.scope, deps);
    const settled = (await findPrecedents(searched, deps, call)).settled;
    const choice = { statement, alternatives: [] };
    const outlook = await estimateDecision({ choice, domain, confidence }, searched, settled, deps, call);
    return {
      ...withOutlook(guidance, outlook),
      patterns: await patternsOf(await skillOfWay(outlook, call.scope, deps), deps),
    };
  },
});

type Guidance = Awaited<ReturnType<typeof confidenceGuidance>>;

/** The advice on a decision of which it is known what it says: by the outcomes of its way as well. */
export function withOutlook(guidance: Guidance, { judged, record, interval, outcomes }: Outlook) {
  const { domain, team, own } = guidance;
  const advised = {
    recommended: judged.recommended,
    recommendation: adviceOn({ ...judged, domain, team, own, thisWay: countedWords(record) }),
    /** The middle 95 % of the posterior, where few outcomes say anything. */
    ...(outcomes < ENOUGH_OUTCOMES && outcomes > 0 && { recommendedInterval: interval }),
  };
  return guidance.known
    ? { ...guidance, ...advised, status: judged.status, adjustment: judged.adjustment }
    : { ...guidance, ...advised };
}

const countedWords = ({ thisWay: { counts, decisions } }: TrackRecord): string | undefined =>
  decisions.length > 0 ? countWords(counts) : undefined;

/** The advice of the outcomes of a domain, and of those of whoever asks, on a confidence about to be stated in it. */
export async function confidenceGuidance(
  domain: string,
  confidence: number | undefined,
  deps: GuidanceDeps,
  { scope, actor: { author } }: Pick<Call, "scope" | "actor">,
) {
  const tally = await deps.store.tally(scope, domain);
  const basis = await readRecalibration({ domain, author }, deps, scope);
  const own = everyOneStated(tally) ? { outcomes: basis.outcomes, score: basis.score } : undefined;
  if (tally.outcomes < MIN_OUTCOMES) {
    const judged = judgeConfidence(basis, confidence ?? null);
    return {
      known: false as const,
      domain,
      team: tally,
      own,
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
    team: tally,
    own,
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

async function patternsOf(fitting: readonly FittingSkill[], deps: SkillDeps): Promise<readonly Pattern[]> {
  const groups = await withLife(
    fitting.map(({ record }) => record).filter(({ tally }) => tally.outcomes >= MIN_OUTCOMES_OF_PATTERN),
    deps,
  );
  const current = groups.filter(({ life }) => life.stage !== "retired");
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
