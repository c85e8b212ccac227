import type { ThreatIndex } from "../src/threats/rules/threat-index.ts";
import { FILES_OF_STACKS, isHarmless, type LabelledTask, LENGTHS } from "./labelled-tasks.ts";
import { shareOf } from "./share-of.ts";

/** How many patterns an agent is shown. */
const SHOWN = 3;

type Finder = Pick<ThreatIndex, "find">;

export interface Quality {
  /** Precision over the tasks that got an answer. */
  readonly precision: number;
  readonly answered: number;
  /** Recall over the tasks that have a matching pattern. */
  readonly recall: number;
  readonly wanting: number;
  /** The share of tasks without an answer. */
  readonly silent: number;
  readonly tasks: number;
}

export function qualityOf(index: Finder, tasks: readonly LabelledTask[]): Quality {
  const judged = tasks.map(({ question, patterns }) => {
    const shown = index.find(question).slice(0, SHOWN);
    const right = shown.filter(({ threat }) => patterns.includes(threat.id)).length;
    return { shown: shown.length, right, wanted: patterns.length };
  });
  const answered = judged.filter(({ shown }) => shown > 0);
  const wanting = judged.filter(({ wanted }) => wanted > 0);
  return {
    precision: mean(answered.map(({ right, shown }) => right / shown)),
    answered: answered.length,
    recall: mean(wanting.map(({ right, wanted }) => right / wanted)),
    wanting: wanting.length,
    silent: 1 - answered.length / Math.max(1, judged.length),
    tasks: judged.length,
  };
}

/** What there is to say about some tasks: by length, harmless ones, and with files of other stacks. */
export function qualityReport(index: Finder, tasks: readonly LabelledTask[]): string[] {
  const risky = tasks.filter((task) => !isHarmless(task));
  const harmless = tasks.filter(isHarmless);
  const { silent } = qualityOf(index, harmless);
  return [
    ...LENGTHS.flatMap((length) => {
      const { precision, answered, recall, wanting } = qualityOf(
        index,
        risky.filter((task) => task.length === length),
      );
      return [
        `${length}: precision@3 ${share(precision, answered)}`,
        `${length}: recall@3 ${share(recall, wanting)}`,
      ];
    }),
    `harmless tasks without an answer: ${share(silent, harmless.length)}`,
    ...recallByStack(index, risky),
  ];
}

function recallByStack(index: Finder, tasks: readonly LabelledTask[]): string[] {
  const recallIn = (file: string | undefined): number =>
    qualityOf(
      index,
      tasks.map((task) => ({ ...task, question: { ...task.question, file } })),
    ).recall;
  const without = recallIn(undefined);
  const points = (recall: number): string => `${(100 * (recall - without)).toFixed(1)} points`;
  return [
    `recall@3 without a file: ${without.toFixed(3)}`,
    ...Object.entries(FILES_OF_STACKS).map(
      ([stack, file]) => `recall@3 in ${file} (${stack}): ${points(recallIn(file))}`,
    ),
  ];
}

/** Each task counts as one trial, though it may be half right. */
const share = (value: number, n: number): string => shareOf(Math.round(value * n * 10) / 10, n);

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
