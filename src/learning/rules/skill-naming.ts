/** Puts a skill, an antipattern or a replaced failure into words, from the decisions behind it and their lessons. */
import { createHash } from "node:crypto";
import { posterior, type Sums } from "../../calibration/index.ts";
import {
  baseWords,
  GENERAL_DOMAIN,
  isStopWord,
  type OutcomeStatus,
  type Standing,
  worked,
} from "../../decisions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { LearnedSeverity } from "../../shared/severity.ts";
import type { SkillFacts } from "./skill.ts";

/** A decision of a group, with its outcome and lessons. */
export interface GroupedDecision {
  readonly decisionId: string;
  readonly statement: string;
  readonly domain: string;
  /** Only if it was stated. */
  readonly topic?: string | undefined;
  readonly standing: Standing;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  readonly lessons: readonly string[];
}

/**
 * The description of a skill. It is that of one decision of the group, with counts over all of them; what comes from
 * another decision is given with the id of that one.
 */
export interface SkillWords {
  readonly statement: string;
  readonly recommendation: string;
  readonly whenToUse: string;
  readonly examples: readonly string[];
  /** A typical failure in the group with its id, if there was one. */
  readonly antipattern?: string | undefined;
}

export interface AntipatternWords {
  readonly pattern: string;
  readonly recommendation: string;
}

const MOST_EXAMPLES = 3;
/** Estimated success rates up to which an antipattern has high and medium severity. Three failures of three give 0.2. */
const HIGH = 0.25;
const MEDIUM = 0.4;

/** Named after the most typical success. */
export function skillWords(facts: SkillFacts, group: readonly GroupedDecision[]): SkillWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((decision) => !worked(decision)));
  const typical = good[0] ?? bad[0];
  return {
    statement: typical?.statement ?? "",
    recommendation: `${countsOf(facts, group)} ${adviceFrom(lessonFor(typical, good))}`,
    whenToUse: typical ? whenToUse(typical) : "",
    examples: [...new Set(good.map((decision) => decision.statement))].slice(0, MOST_EXAMPLES),
    antipattern: bad[0] && failureText(bad[0], bad),
  };
}

/** Named after the most typical failure. Without a lesson it says what worked instead, if something did. */
export function antipatternWords(facts: SkillFacts, group: readonly GroupedDecision[]): AntipatternWords {
  const good = byTypicality(group.filter(worked));
  const bad = byTypicality(group.filter((decision) => !worked(decision)));
  const typical = bad[0] ?? good[0];
  const lesson = lessonFor(typical, bad);
  const instead =
    lesson === undefined && good[0] ? `This worked, ${good[0].decisionId}: ${good[0].statement}` : undefined;
  return {
    pattern: typical?.statement ?? "",
    recommendation: `${failuresOf(facts)} ${instead ?? adviceFrom(lesson)}`,
  };
}

export function severityOf({ tally }: Pick<SkillFacts, "tally">): LearnedSeverity {
  const rate = posterior(tally).mean;
  if (rate <= HIGH) return "high";
  return rate <= MEDIUM ? "medium" : "low";
}

/** The situation of the decision as far as it is stated, and otherwise the decision itself. */
function whenToUse({
  topic,
  domain,
  decisionId,
}: Pick<GroupedDecision, "topic" | "domain" | "decisionId">): string {
  const isGeneral = domain === GENERAL_DOMAIN;
  if (topic === undefined) return `For ${isGeneral ? "" : `${domain} `}decisions like ${decisionId}.`;
  return `When deciding about ${topic.replaceAll("_", " ")}${isGeneral ? "" : ` in ${domain}`}.`;
}

/** The statement of a failure with its id and a lesson. */
function failureText(failure: GroupedDecision, failures: readonly GroupedDecision[]): string {
  const lesson = lessonFor(failure, failures);
  const taught = lesson === undefined ? "" : ` ${lessonText(lesson)}`;
  return `${asSentence(`${failure.decisionId}: ${failure.statement}`)}${taught}`;
}

/** The end of a text of somebody else is marked, because a lesson follows. */
const asSentence = (text: string): string => (/[.!?…。！？]$/u.test(text) ? text : `${text}.`);

const adviceFrom = (lesson: GivenLesson | undefined): string =>
  lesson === undefined ? "No lesson was recorded." : lessonText(lesson);

function countsOf({ tally, successes }: SkillFacts, group: readonly GroupedDecision[]): string {
  const partly = group.filter((decision) => worked(decision) && decision.status === "partial").length;
  // Of a large group only the newest decisions are read.
  const note = partly > 0 && group.length === tally.outcomes ? `, ${partly} of them partly` : "";
  return `${successes} of ${tally.outcomes} decisions like this worked out${note}.`;
}

const failuresOf = ({ tally, successes }: SkillFacts): string =>
  `${tally.outcomes - successes} of ${tally.outcomes} decisions like this failed.`;

/**
 * Sorts the group by how typical each statement is: for each of its words the number of statements that contain it,
 * averaged over its words. Active decisions come before others, and full successes before partial ones; ties go to the
 * newest, then to the lower id.
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
      Number(b.status === "success") - Number(a.status === "success") ||
      (typicality.get(b) ?? 0) - (typicality.get(a) ?? 0) ||
      b.at.getTime() - a.at.getTime() ||
      (a.decisionId < b.decisionId ? -1 : 1),
  );
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A decision that failed, and the one that replaced it and worked. One such pair teaches what to do instead. */
export interface ReplacedFailure {
  readonly failed: GroupedDecision;
  readonly worked: GroupedDecision;
}

const ID_DIGITS = 16;

/** The failure and the success both agree with what the pair teaches. */
export const AGREEING_OUTCOMES: Sums = { outcomes: 2, score: 2 };

/** Whether the two are about the same thing: they have the same stated topic or a word in common that is no filler. */
export function isOneSubject({ failed, worked }: ReplacedFailure): boolean {
  if (failed.topic !== undefined && failed.topic === worked.topic) return true;
  const words = baseWords(worked.statement);
  return [...baseWords(failed.statement)].some((word) => words.has(word));
}

/** Both decisions determine the id, because one decision may replace several. */
export function pairIdOf({ failed, worked }: ReplacedFailure): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([worked.decisionId, failed.decisionId]))
    .digest("hex");
  return `${ID_PREFIX.skill}_${digest.slice(0, ID_DIGITS)}`;
}

/** The statement is that of the decision that worked, and the antipattern is the one it replaced. */
export function pairWords({ failed, worked }: ReplacedFailure): SkillWords {
  const lesson = lessonFor(worked, [worked]);
  return {
    statement: worked.statement,
    recommendation: `${worked.decisionId} worked out once, after ${failed.decisionId} had failed. ${
      lesson === undefined ? "No lesson was recorded." : lessonText(lesson)
    }`,
    whenToUse: whenToUse(worked),
    examples: [],
    antipattern: failureText(failed, [failed]),
  };
}

/** A decision with what was learned from it. */
interface Taught {
  readonly decisionId: string;
  readonly at: Date;
  readonly lessons: readonly string[];
}

interface GivenLesson {
  readonly lesson: string;
  /** The decision it was recorded for, if that is another than the one it is given with. */
  readonly from?: string | undefined;
}

const lessonText = ({ lesson, from }: GivenLesson): string =>
  `Lesson${from === undefined ? "" : ` of ${from}`}: ${lesson}`;

/**
 * The best lesson of a group for one decision of it. It is the lesson that most decisions repeat, in the words of the
 * decision if it is one of them, and otherwise in those of the newest. If none recurs, it is the first lesson of the
 * decision itself, or else the newest of the others.
 */
function lessonFor(decision: Taught | undefined, group: readonly Taught[]): GivenLesson | undefined {
  const known = [...group]
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? -1 : 1))
    .flatMap(({ decisionId, lessons }) =>
      lessons.map((lesson) => ({ decisionId, lesson, words: new Set(contentWords(lesson)) })),
    );
  const counted = known.map((one) => ({
    ...one,
    isOwn: one.decisionId === decision?.decisionId,
    repeated: new Set([
      one.decisionId,
      ...known.filter((other) => repeats(one, other)).map(({ decisionId }) => decisionId),
    ]).size,
  }));
  const best = counted.reduce<(typeof counted)[number] | undefined>((first, one) => {
    if (!first || one.repeated > first.repeated) return one;
    return one.repeated === first.repeated && one.isOwn && !first.isOwn ? one : first;
  }, undefined);
  return best && { lesson: best.lesson, from: best.isOwn ? undefined : best.decisionId };
}

/** Whether the other lesson has at least half of the words of the first. */
function repeats({ words }: { words: ReadonlySet<string> }, other: { words: ReadonlySet<string> }): boolean {
  const common = [...words].filter((word) => other.words.has(word)).length;
  return common > 0 && common * 2 >= words.size;
}

/** The distinct words of a text in lower case, without filler words. */
function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !isStopWord(word));
}
