import type { ThreatIndex } from "../src/domain/threats/threat-index.ts";
import type { LabelledTask } from "./labelled-tasks.ts";

/** How many patterns an agent is shown. */
const SHOWN = 3;

export interface Quality {
  /** Precision over the tasks that got an answer. */
  readonly precision: number;
  /** Recall over the tasks that have a matching pattern. */
  readonly recall: number;
  /** The share of tasks without an answer. */
  readonly silent: number;
}

export function qualityOf(index: ThreatIndex, tasks: readonly LabelledTask[]): Quality {
  const judged = tasks.map(({ question, patterns }) => {
    const shown = index.find(question).slice(0, SHOWN);
    const right = shown.filter(({ threat }) => patterns.includes(threat.id)).length;
    return { shown: shown.length, right, wanted: patterns.length };
  });
  const answered = judged.filter(({ shown }) => shown > 0);
  const wanting = judged.filter(({ wanted }) => wanted > 0);
  return {
    precision: mean(answered.map(({ right, shown }) => right / shown)),
    recall: mean(wanting.map(({ right, wanted }) => right / wanted)),
    silent: 1 - answered.length / judged.length,
  };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
