import { posterior } from "../calibration/calibration.ts";
import type { Standing } from "../decisions/decision.ts";
import type { OutcomeStatus } from "../decisions/outcome.ts";
import { isFiller } from "../decisions/subject.ts";
import type { Severity } from "../shared/severity.ts";
import { type SkillFacts, worked } from "./skill.ts";

/** A decision of a group, with what became of it. */
export interface Lived {
  readonly decisionId: string;
  readonly statement: string;
  readonly standing: Standing;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  readonly lessons: readonly string[];
}

/** What a group says, in the words of its decisions and their lessons. */
export interface SkillWords {
  readonly statement: string;
  readonly recommendation: string;
  readonly whenToUse: string;
  readonly examples: readonly string[];
  /** What of the kind went wrong, where something did. */
  readonly antipattern?: string | undefined;
}

export interface AntipatternWords {
  readonly pattern: string;
  readonly recommendation: string;
}

const MOST_EXAMPLES = 3;
const MOST_SHARED_WORDS = 5;
/** The estimated success rate up to which a pattern is of high and of medium severity; three failures of three are 0.2. */
const HIGH = 0.25;
const MEDIUM = 0.4;

/** The most typical of what worked names it; what was learned from it again and again, or else last, is the advice. */
export function skillWords({ domain, tally, successes }: SkillFacts, group: readonly Lived[]): SkillWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((one) => !worked(one)));
  const typical = good[0] ?? bad[0];
  const statement = typical?.statement ?? "";
  const shared = sharedWords(good.length > 0 ? good : bad, statement);
  return {
    statement,
    recommendation:
      lessonOf(good) ??
      `Decide it like this again: ${successes} of ${tally.outcomes} worked out. No lesson was recorded.`,
    whenToUse:
      shared.length > 0
        ? `For decisions about ${shared.join(", ")}.`
        : `For decisions about ${domain} that are like its examples.`,
    examples: [...new Set(good.map((one) => one.statement))].slice(0, MOST_EXAMPLES),
    antipattern: failureOf(bad),
  };
}

/** The most typical of what failed names it, and the lessons of the failures say what to do; else what worked does. */
export function antipatternWords(
  { tally, successes }: SkillFacts,
  group: readonly Lived[],
): AntipatternWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((one) => !worked(one)));
  const failed = `${tally.outcomes - successes} of ${tally.outcomes} failed`;
  const instead = good[0] && `Of the like this worked: ${good[0].statement}`;
  return {
    pattern: (bad[0] ?? good[0])?.statement ?? "",
    recommendation:
      lessonOf(bad) ??
      instead ??
      `Look at what happened before deciding like this: ${failed}, and no lesson was recorded.`,
  };
}

export function severityOf({ tally }: Pick<SkillFacts, "tally">): Severity {
  const rate = posterior(tally).mean;
  if (rate <= HIGH) return "high";
  return rate <= MEDIUM ? "medium" : "low";
}

function failureOf(bad: readonly Lived[]): string | undefined {
  const [typical] = bad;
  if (!typical) return undefined;
  const lesson = lessonOf(bad);
  return lesson === undefined ? typical.statement : `${typical.statement}: ${lesson}`;
}

/**
 * What is most like all the others comes first: the mean share of the group that has a word, over the words of its
 * statement. What still holds goes before what was replaced; of equals the newest goes first, then the lower id.
 */
function byTypicality(group: readonly Lived[]): Lived[] {
  const having = countWords(group.map(({ statement }) => statement));
  const typicality = new Map(
    group.map((one) => {
      const words = tellingWords(one.statement);
      const sum = words.reduce((total, word) => total + (having.get(word) ?? 0), 0);
      return [one, words.length === 0 ? 0 : sum / words.length];
    }),
  );
  return [...group].sort(
    (a, b) =>
      Number(b.standing === "active") - Number(a.standing === "active") ||
      (typicality.get(b) ?? 0) - (typicality.get(a) ?? 0) ||
      b.at.getTime() - a.at.getTime() ||
      (a.decisionId < b.decisionId ? -1 : 1),
  );
}

/**
 * Of all lessons the one that others repeat: most outcomes have a lesson with at least half of its words. Where none
 * recurs it is the newest one; of one outcome the first that was written down.
 */
function lessonOf(group: readonly Lived[]): string | undefined {
  const newestFirst = [...group].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? -1 : 1),
  );
  const known = newestFirst.map(({ lessons }) =>
    lessons.map((lesson) => ({ lesson, words: new Set(tellingWords(lesson)) })),
  );
  const repeats = ({ words }: { words: ReadonlySet<string> }): number =>
    known.filter((lessons) =>
      lessons.some((other) => {
        const common = [...words].filter((word) => other.words.has(word)).length;
        return common > 0 && common * 2 >= words.size;
      }),
    ).length;
  const counted = known.flat().map((one) => ({ ...one, repeated: repeats(one) }));
  return counted.reduce<(typeof counted)[number] | undefined>(
    (best, one) => (best && best.repeated >= one.repeated ? best : one),
    undefined,
  )?.lesson;
}

/** The words that at least half of the statements have, the commonest first, as the typical one spells them. */
function sharedWords(group: readonly Lived[], typical: string): string[] {
  const having = countWords(group.map(({ statement }) => statement));
  return (typical.match(WORD) ?? [])
    .filter((word, i, all) => !isFiller(word.toLowerCase()) && all.indexOf(word) === i)
    .map((word) => ({ word, count: having.get(word.toLowerCase()) ?? 0 }))
    .filter(({ count }) => count * 2 >= group.length && count > 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_SHARED_WORDS)
    .map(({ word }) => word);
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Each once, in lower case. */
function tellingWords(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [...new Set(words)].filter((word) => !isFiller(word));
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of tellingWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
