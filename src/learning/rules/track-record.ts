import {
  affinity,
  type Decision,
  hasFailed,
  isOtherChoice,
  resemblance,
  type StatedChoice,
  sameChoice,
  wayWords,
} from "../../decisions/index.ts";
import { RELEVANCE_THRESHOLD } from "../../recall/index.ts";

/** A decision whose outcome is known, with the probability that it is about the same thing as the proposed one. */
export interface SettledPrecedent {
  readonly decision: Decision;
  readonly relevance: number;
}

/** Decisions that went the same way, most relevant first. */
export interface Way {
  readonly worked: readonly Decision[];
  readonly failed: readonly Decision[];
}

/** How a proposed way worked out so far, beside the other ways for the same thing. */
export interface TrackRecord {
  readonly thisWay: Way;
  readonly otherWays: Way;
  /** Whether the decisions of `thisWay` recognisably make the same choice; else they are the most alike. */
  readonly isSameChoice: boolean;
  /** By how much the failures make it likelier to fail than a decision of which nothing is known, from 0 to 1. */
  readonly risk: number;
}

/**
 * A decision of which nothing is known fails in one of three cases. This weighs as much as two outcomes, so that one
 * failure calls for caution, two of two stop, and one of three is nothing unusual.
 */
const USUAL_FAILURE = 1 / 3;
const USUAL_WEIGHT = 2;
const RISK_OF_EXCESS = 2.1;
/** A decision that is only alike never stops another by itself, and one such failure does not call for caution. */
const MOST_RISK_IF_ALIKE = 0.64;
/**
 * Fitted to half of the pairs in `bench/judgement/siblings.json`: how much more a way must resemble what failed than what
 * worked to be as likely as not the way that failed, and the width of that transition.
 */
const EVEN_LEAN = 0.05;
const LEAN_WIDTH = 0.03;

/** `settled` most relevant first. */
export function trackRecord(proposed: StatedChoice, settled: readonly SettledPrecedent[]): TrackRecord {
  const same = settled.filter(({ decision }) => sameChoice(proposed, decision));
  const relevant = settled.filter(({ relevance }) => relevance >= RELEVANCE_THRESHOLD);
  const isSameChoice = same.length > 0;
  const alike = isSameChoice ? same : relevant.filter(({ decision }) => affinity(proposed, decision) > 0);
  return {
    thisWay: wayOf(alike),
    otherWays: wayOf(relevant.filter((precedent) => !alike.includes(precedent))),
    isSameChoice,
    risk: isSameChoice ? riskOfChoice(wayOf(same)) : riskOfLikeness(proposed, settled),
  };
}

export const countsOf = ({ worked, failed }: Way): { readonly worked: number; readonly of: number } => ({
  worked: worked.length,
  of: worked.length + failed.length,
});

function wayOf(precedents: readonly SettledPrecedent[]): Way {
  const decisions = precedents.map(({ decision }) => decision);
  return {
    worked: decisions.filter((decision) => !hasFailed(decision)),
    failed: decisions.filter(hasFailed),
  };
}

const riskOfChoice = ({ worked, failed }: Way): number => riskOfCounts(failed.length, worked.length);

function riskOfCounts(failed: number, worked: number): number {
  const chance = (failed + USUAL_WEIGHT * USUAL_FAILURE) / (failed + worked + USUAL_WEIGHT);
  return Math.min(1, Math.max(0, RISK_OF_EXCESS * (chance - USUAL_FAILURE)));
}

/**
 * The wording of a way varies, so it is compared with all texts for and against it: what failed and what was rejected in
 * favour of what worked, against what worked and what was rejected in favour of what failed.
 */
function riskOfLikeness(proposed: StatedChoice, settled: readonly SettledPrecedent[]): number {
  const words = wayWords(proposed);
  const [against, inFavour] = [weightedMean(), weightedMean()];
  let failures = 0;
  for (const { decision, relevance } of settled) {
    const failed = hasFailed(decision);
    if (failed) failures += relevance;
    const [own, rejected] = failed ? [against, inFavour] : [inFavour, against];
    // The subject is the same, and so are most words: what tells the two apart is that they choose differently.
    const { taken, turnedDown } = wayWords(decision);
    own.add(isOtherChoice(proposed, decision) ? 0 : resemblance(words, taken), relevance);
    for (const text of turnedDown) rejected.add(resemblance(words, text), relevance);
  }
  const lean = against.value() - inFavour.value();
  const probability = 1 / (1 + Math.exp((EVEN_LEAN - lean) / LEAN_WIDTH));
  return MOST_RISK_IF_ALIKE * riskOfCounts(failures * probability, 0);
}

function weightedMean() {
  let [sum, weights] = [0, 0];
  return {
    add(value: number, weight: number): void {
      sum += weight * value;
      weights += weight;
    },
    value: (): number => (weights === 0 ? 0 : sum / weights),
  };
}
