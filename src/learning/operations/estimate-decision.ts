/** Estimates a proposed decision: reads what is settled about its subject, and computes the posterior of its way. */
import {
  type CalibrationStatus,
  type ConfidenceJudgement,
  calibrate,
  MIN_OUTCOMES,
  type Recommendation,
  recalibrationOf,
  recommendationOf,
} from "../../calibration/index.ts";
import type { StatedChoice } from "../../decisions/index.ts";
import type { CandidateSearch } from "../../recall/index.ts";
import { type Author, personOf } from "../../shared/actor.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { rounded } from "../../shared/rounding.ts";
import {
  ageWeight,
  type Estimate,
  estimateFrom,
  intervalOf,
  riskOfHistory,
  statusOf,
  strengthOf,
} from "../rules/estimate.ts";
import { type Recorded, recordByWays } from "../rules/record-by-ways.ts";
import { sameWayBy } from "../rules/same-way.ts";
import { type SettledPrecedent, type TrackRecord, trackRecord } from "../rules/track-record.ts";
import { type Evidence, evidenceFor, type Settled, type Way, waysOf } from "../rules/ways.ts";
import type { GuidanceDeps, SkillDeps } from "./deps.ts";

/** What is proposed, and on whose word. */
interface Proposed {
  readonly choice: StatedChoice;
  readonly domain: string;
  /** The confidence to judge; else the one that is usually stated about such things is. */
  readonly confidence: number | undefined;
}

/** What everything says about a proposed decision is read from. */
export interface Outlook extends KnownWays {
  readonly record: TrackRecord;
  readonly judged: ConfidenceJudgement;
  /** The middle 95 % of the posterior. */
  readonly interval: readonly [number, number];
  /** How many outcomes the recommendation rests on. */
  readonly outcomes: number;
}

export interface KnownWays {
  readonly ways: readonly Way[];
  readonly evidence: readonly Evidence[];
  /** The way that a decision goes, if one is more probable than all others and than one of its own. */
  readonly way?: Way | undefined;
}

/** Groups what is settled about the subject of a choice into ways, and says which of them it goes. */
export async function waysAround(
  choice: StatedChoice,
  { scope, meaning }: Pick<CandidateSearch, "scope" | "meaning">,
  settled: readonly SettledPrecedent[],
  deps: SkillDeps,
): Promise<KnownWays> {
  const ids = settled.map(({ decision }) => decision.id);
  const vectors = meaning && ids.length > 0 ? await deps.store.vectorsOf(scope, ids) : undefined;
  const known = settled.flatMap(({ decision }) => settledOf(decision, vectors?.get(decision.id)));
  const sameWay = sameWayBy(meaning?.profile);
  const ways = waysOf(known, sameWay);
  const proposed = { choice, vector: meaning?.vector };
  const evidence = evidenceFor(proposed, ways, sameWay, ageWeight(deps.clock.now()));
  return { ways, evidence, way: evidence.find((one) => one.sameWay >= LIKELY)?.way };
}

/** A way that is more probable than all else. */
const LIKELY = 0.5;

export async function estimateDecision(
  { choice, domain, confidence }: Proposed,
  searched: Pick<CandidateSearch, "scope" | "meaning">,
  settled: readonly SettledPrecedent[],
  deps: GuidanceDeps,
  { actor: { author } }: Pick<Call, "actor">,
): Promise<Outlook> {
  const math = await deps.betaMath();
  const known = await waysAround(choice, searched, settled, deps);
  const { ways, evidence } = known;
  const strength = strengthOf(ways);
  const recorded = settled.map(({ decision }) => recordedOf(decision, author, domain));
  const basis = recalibrationOf(
    recordByWays(
      await deps.store.confidenceEvidence(searched.scope, { domain, author }),
      ways,
      new Map(recorded.map((one) => [one.id, one])),
      strength,
    ),
  );
  const tally = await deps.store.tally(searched.scope, domain);
  const { mean, meanConfidence } = calibrate(tally);
  const usual = tally.outcomes < MIN_OUTCOMES ? null : meanConfidence;
  const stated = confidence ?? usual ?? undefined;
  const prior = recommendationOf(basis, stated ?? mean);
  const estimate = estimateFrom(prior.recommended, strength, evidence);
  const recommended = { ...prior, recommended: estimate.mean };
  return {
    ...known,
    record: trackRecord(settled, evidence, riskOfHistory(estimate, math)),
    judged: judgedAs(recommended, estimate, stated, (value) => statusOf(value, estimate, basis, math)),
    interval: intervalOf(estimate, math),
    outcomes: basis.outcomes + estimate.outcomes,
  };
}

function judgedAs(
  recommended: Recommendation,
  { mean }: Estimate,
  stated: number | undefined,
  status: (stated: number) => CalibrationStatus,
): ConfidenceJudgement {
  return stated === undefined
    ? { status: "no_confidence", recommended: null, adjustment: null }
    : { status: status(stated), recommended, adjustment: rounded(mean - stated) };
}

export function settledOf(
  decision: SettledPrecedent["decision"],
  vector: Float32Array | undefined,
): Settled[] {
  const { id, outcome, supersedes } = decision;
  return outcome
    ? [
        {
          id,
          choice: decision,
          vector,
          at: outcome.at,
          score: outcome.score,
          status: outcome.status,
          replaced: supersedes,
        },
      ]
    : [];
}

const recordedOf = (
  { id, confidence, confidenceStated, author, domain: own }: SettledPrecedent["decision"],
  asking: Author,
  domain: string,
): Recorded => ({
  id,
  confidence: confidenceStated ? confidence : undefined,
  ofAuthor: author.kind === asking.kind && personOf(author) === personOf(asking),
  ofDomain: own === domain,
});
