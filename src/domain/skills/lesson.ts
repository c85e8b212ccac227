import { contentWords } from "./content-words.ts";

/** A decision with what was learned from it. */
interface Taught {
  readonly decisionId: string;
  readonly at: Date;
  readonly lessons: readonly string[];
}

export interface GivenLesson {
  readonly lesson: string;
  /** The decision it was recorded for, if that is another than the one it is given with. */
  readonly from?: string | undefined;
}

export const lessonText = ({ lesson, from }: GivenLesson): string =>
  `Lesson${from === undefined ? "" : ` of ${from}`}: ${lesson}`;

/**
 * The best lesson of a group for one decision of it. It is the lesson that most decisions repeat, in the words of the
 * decision if it is one of them, and otherwise in those of the newest. If none recurs, it is the first lesson of the
 * decision itself, or else the newest of the others.
 */
export function lessonFor(decision: Taught | undefined, group: readonly Taught[]): GivenLesson | undefined {
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
