import { posterior } from "../calibration/calibration.ts";
import type { Standing } from "../decisions/decision.ts";
import { type OutcomeStatus, worked } from "../decisions/outcome.ts";
import { isStopWord } from "../decisions/topic.ts";
import type { LearnedSeverity } from "../shared/severity.ts";
import type { SkillFacts } from "./skill.ts";

/** A decision of a group, with its outcome and lessons. */
export interface GroupedDecision {
  readonly decisionId: string;
  readonly statement: string;
  readonly standing: Standing;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  readonly lessons: readonly string[];
}

/** The description of a skill, taken from the statements and lessons of its decisions. */
export interface SkillWords {
  readonly statement: string;
  readonly recommendation: string;
  readonly whenToUse: string;
  readonly examples: readonly string[];
  /** A typical failure in the group, if there was one. */
  readonly antipattern?: string | undefined;
}

export interface AntipatternWords {
  readonly pattern: string;
  readonly recommendation: string;
}

const MOST_EXAMPLES = 3;
const MOST_SHARED_WORDS = 5;
/** Estimated success rates up to which an antipattern has high and medium severity. Three failures of three give 0.2. */
const HIGH = 0.25;
const MEDIUM = 0.4;

/** Named after the most typical success. The advice is the lesson that recurs most, or else the newest one. */
export function skillWords(
  { domain, tally, successes }: SkillFacts,
  group: readonly GroupedDecision[],
): SkillWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((decision) => !worked(decision)));
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
    examples: [...new Set(good.map((decision) => decision.statement))].slice(0, MOST_EXAMPLES),
    antipattern: failureOf(bad),
  };
}

/** Named after the most typical failure. The advice comes from the lessons of failures, or else from what worked. */
export function antipatternWords(
  { tally, successes }: SkillFacts,
  group: readonly GroupedDecision[],
): AntipatternWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((decision) => !worked(decision)));
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

export function severityOf({ tally }: Pick<SkillFacts, "tally">): LearnedSeverity {
  const rate = posterior(tally).mean;
  if (rate <= HIGH) return "high";
  return rate <= MEDIUM ? "medium" : "low";
}

function failureOf(bad: readonly GroupedDecision[]): string | undefined {
  const [typical] = bad;
  if (!typical) return undefined;
  const lesson = lessonOf(bad);
  return lesson === undefined ? typical.statement : `${typical.statement}: ${lesson}`;
}

/**
 * Sorts the group by how typical each statement is: for each of its words the number of statements that contain it,
 * averaged over its words. Active decisions come before others; ties go to the newest, then to the lower id.
 */
function byTypicality(group: readonly GroupedDecision[]): GroupedDecision[] {
  const statementsWith = countWords(group.map(({ statement }) => statement));
  const typicality = new Map(
    group.map((decision) => {
      const words = contentWords(decision.statement);
      const sum = words.reduce((total, word) => total + (statementsWith.get(word) ?? 0), 0);
      return [decision, words.length === 0 ? 0 : sum / words.length];
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
 * The lesson that most outcomes repeat, where repeating means having a lesson with at least half of its words. If none
 * recurs, the newest; within one outcome, the first that was recorded.
 */
function lessonOf(group: readonly GroupedDecision[]): string | undefined {
  const newestFirst = [...group].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? -1 : 1),
  );
  const known = newestFirst.map(({ lessons }) =>
    lessons.map((lesson) => ({ lesson, words: new Set(contentWords(lesson)) })),
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

/** The words that at least half of the statements contain, commonest first, as spelled in the typical statement. */
function sharedWords(group: readonly GroupedDecision[], typical: string): string[] {
  const statementsWith = countWords(group.map(({ statement }) => statement));
  return (typical.match(WORD) ?? [])
    .filter((word, i, all) => !isStopWord(word.toLowerCase()) && all.indexOf(word) === i)
    .map((word) => ({ word, count: statementsWith.get(word.toLowerCase()) ?? 0 }))
    .filter(({ count }) => count * 2 >= group.length && count > 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_SHARED_WORDS)
    .map(({ word }) => word);
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The distinct words in lower case, without filler words. */
function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [...new Set(words)].filter((word) => !isStopWord(word));
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
