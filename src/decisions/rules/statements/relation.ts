/** What one statement says of another: the same, a refinement, another answer, the opposite, or something else. */

import { isOtherChoice, opposes, type StatedChoice } from "./choice.ts";
import { type Closeness, featuresOf, meaningOf } from "./relation-features.ts";
import { chancesBy } from "./relation-model.ts";
import { TREES_BY_MEANING, TREES_BY_WORDS } from "./relation-weights.ts";
import { type Rule, rulesOf } from "./rule-parts.ts";

/**
 * What the newer of two statements says of the older: the same in other words (`same`), something narrower beside which
 * it holds (`refines`), another answer to the same question (`replaces`), its reverse (`opposite`), or nothing (`other`).
 */
export const RELATIONS = ["same", "refines", "replaces", "opposite", "other"] as const;
export type Relation = (typeof RELATIONS)[number];

export interface StatedRelation {
  readonly relation: Relation;
  /** How likely it is that the two cannot both hold, from 0 to 1. */
  readonly odds: number;
  /** Whether one takes what the other turned down, so that nothing had to be guessed. */
  readonly isStated: boolean;
  /** Whether words alone settle it. */
  readonly isSettled: boolean;
  /** The rules between which it is. */
  readonly rules?: { readonly older: Rule; readonly newer: Rule } | undefined;
}

/** Two long statements have many pairs of rules, and most pairs are about different things. */
const MOST_PAIRS = 24;

/**
 * How likely it has to be that two cannot both hold. What two statements are about is often known by their meaning
 * alone, so by words it has to be likelier. `bench/relations.ts` measures what is told with these.
 */
const AT_ODDS_BY_MEANING = 0.5;
const AT_ODDS_BY_WORDS = 0.6;
/** Below it, meaning makes no difference, and nothing has to be embedded. */
const WORTH_EMBEDDING = 0.15;

/** Whether the two cannot both hold. */
export const isAtOdds = ({ relation }: StatedRelation): boolean =>
  relation === "replaces" || relation === "opposite";

/** The strongest relation between a rule of the older statement and a rule of the newer, by their words. */
export function relationByWords(older: StatedChoice, newer: StatedChoice): StatedRelation {
  const isStated = opposes(older, newer) || opposes(newer, older);
  const isSettled = isStated || isOtherChoice(older, newer);
  let best: StatedRelation = { relation: "other", odds: 0, isStated, isSettled };
  const pairs = rulesOf(older.statement).flatMap((one) =>
    rulesOf(newer.statement).map((other) => ({ older: one, newer: other })),
  );
  for (const rules of pairs.slice(0, MOST_PAIRS)) {
    const chances = chancesBy(TREES_BY_WORDS, featuresOf(rules.older, rules.newer));
    const found = { ...judged(chances, AT_ODDS_BY_WORDS), isStated, isSettled, rules };
    if (strengthOf(found) > strengthOf(best)) best = found;
  }
  return isSettled && !isAtOdds(best) ? { ...best, relation: "replaces", odds: 1 } : best;
}

/** The texts whose closeness would tell more about a relation that was found by words. */
export function textsWorthEmbedding({ odds, isSettled, rules }: StatedRelation): readonly string[] {
  if (isSettled || !rules || odds < WORTH_EMBEDDING) return [];
  return [rules.older, rules.newer].flatMap(({ claim, subject }) => [claim, subject]);
}

/** The relation between the same rules, by their words and their meaning. */
export function relationByMeaning(found: StatedRelation, closeness: Closeness): StatedRelation {
  const { rules, isSettled } = found;
  if (isSettled || !rules || found.odds < WORTH_EMBEDDING) return found;
  const values = [...featuresOf(rules.older, rules.newer), ...meaningOf(rules.older, rules.newer, closeness)];
  return { ...found, ...judged(chancesBy(TREES_BY_MEANING, values), AT_ODDS_BY_MEANING) };
}

function judged(chances: readonly number[], atOddsFrom: number): Pick<StatedRelation, "relation" | "odds"> {
  const chanceOf = (relation: Relation): number => chances[RELATIONS.indexOf(relation)] ?? 0;
  const odds = chanceOf("replaces") + chanceOf("opposite");
  const among: readonly Relation[] =
    odds >= atOddsFrom ? ["replaces", "opposite"] : ["same", "refines", "other"];
  return { relation: among.reduce((most, one) => (chanceOf(one) > chanceOf(most) ? one : most)), odds };
}

/** What cannot both hold counts most, and that two rules are about different things least. */
function strengthOf({ relation, odds }: StatedRelation): number {
  if (relation === "same" || relation === "refines") return Math.max(odds, WORTH_EMBEDDING);
  return odds;
}
