/** How probable it is that two decisions go the same way, from their meaning and their words. */
import {
  areOfOtherSize,
  doesWithout,
  isOtherChoice,
  type StatedChoice,
  similarity,
  wayWords,
} from "../../decisions/index.ts";
import { levelled, type ModelProfile } from "../../recall/index.ts";

/** A decision, made or proposed, with its vector if it has one. */
export interface Stated {
  readonly choice: StatedChoice;
  readonly vector?: Float32Array | undefined;
}

/** The logarithm of the odds that two decisions go the same way. Whatever judges that better may take its place. */
export type SameWay = (one: Stated, other: Stated) => number;

/**
 * The weights of a logistic model, fitted to the halves of `bench/judgement/siblings.json` and `bench/sets/estimates.json`
 * that may be used for fitting. `near`: the cosine, on a scale on which unrelated texts are at 0; `words`: the share of common words; `without`: how much of what one does
 * without the other takes; `otherSize`: a number of quite another size; `turnedDown`: how much one resembles what the
 * other turned down.
 */
interface Weights {
  readonly bias: number;
  readonly near: number;
  readonly words: number;
  readonly without: number;
  readonly otherSize: number;
  readonly turnedDown: number;
}

const BY_MEANING: Weights = {
  bias: -3.2,
  near: 6.9,
  words: 4.5,
  without: -4.5,
  otherSize: -8,
  turnedDown: -13.5,
};
/** Where one has no vector. */
const BY_WORDS: Weights = { ...BY_MEANING, bias: -1.6, near: 0, words: 7 };

/** Of two that choose different things for the same purpose. */
const OTHERWISE = -8;

/** By a model whose cosines have this profile; without one only words are compared. */
export const sameWayBy =
  (profile: ModelProfile | undefined): SameWay =>
  (one, other) => {
    if (isOtherChoice(one.choice, other.choice)) return OTHERWISE;
    const near = nearness(one, other, profile);
    const features = featuresOf(one.choice, other.choice, near ?? 0);
    const weights = near === undefined ? BY_WORDS : BY_MEANING;
    return FEATURES.reduce((sum, feature) => sum + weights[feature] * features[feature], weights.bias);
  };

export const FEATURES = [
  "near",
  "words",
  "without",
  "otherSize",
  "turnedDown",
] as const satisfies readonly (keyof Weights)[];
type Features = Readonly<Record<(typeof FEATURES)[number], number>>;

/** What the probability depends on. It is the same whichever comes first. */
export function featuresOf(one: StatedChoice, other: StatedChoice, near: number): Features {
  const [first, second] = [wayWords(one), wayWords(other)];
  return {
    near,
    words: similarity(first.taken, second.taken),
    without: Math.max(doesWithout(one, other), doesWithout(other, one)),
    otherSize: areOfOtherSize(one, other) ? 1 : 0,
    turnedDown: Math.max(
      0,
      ...second.turnedDown.map((text) => similarity(first.taken, text)),
      ...first.turnedDown.map((text) => similarity(second.taken, text)),
    ),
  };
}

function nearness(one: Stated, other: Stated, profile: ModelProfile | undefined): number | undefined {
  const [a, b] = [one.vector, other.vector];
  if (!profile || !a || !b || a.length !== b.length) return undefined;
  let cosine = 0;
  for (let i = 0; i < a.length; i++) cosine += (a[i] as number) * (b[i] as number);
  return levelled(cosine, profile);
}
