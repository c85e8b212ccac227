import { fitLogistic } from "../src/recall/rules/logistic.ts";
import { RELEVANCE_THRESHOLD } from "../src/recall/rules/relevance.ts";
import {
  isShort,
  strongest,
  type ThreatIndex,
  type ThreatWeights,
  threatRelevance,
} from "../src/threats/rules/threat-index.ts";
import { fitChoice } from "./fit-choice.ts";
import { builtIndex, foldOf, isHarmless, type LabelledTask, labelledTasks } from "./labelled-tasks.ts";
import { qualityReport } from "./threat-quality.ts";

/**
 * Prints the weights of `src/threats/rules/threat-index.ts`, and how good weights are on tasks that they were not
 * fitted on: `npx tsx bench/fit-threats.ts`. The triggers of the patterns were written with these tasks known, which
 * five parts cannot undo; only the held tasks tell how good the search is.
 */
const FOLDS = 5;
/** How often the person who labelled a task may be wrong. Without it tasks that are easily told apart have no best weights. */
const DOUBT = 0.05;
/** How much stronger than the strongest harmless task one has to be, in log odds. */
const MARGIN = 0.3;

const index = await builtIndex();
for (const byMeaning of [true, false]) {
  const tasks = await labelledTasks("fitted", byMeaning);
  console.log(byMeaning ? "with meaning" : "by words alone");
  for (const short of [false, true])
    console.log(`  ${short ? "short" : "long"}: ${shown(fitted(ofLength(tasks, short), byMeaning))},`);
  console.log(`  ${FOLDS} parts, each judged by weights that were fitted on the others`);
  for (const line of qualityReport(crossFitted(tasks, byMeaning), tasks)) console.log(`    ${line}`);
  console.log("  with the weights in use");
  for (const line of qualityReport(index, tasks)) console.log(`    ${line}`);
}

function ofLength(tasks: readonly LabelledTask[], short: boolean): LabelledTask[] {
  return tasks.filter(({ question }) => isShort(question.text) === short);
}

function crossFitted(tasks: readonly LabelledTask[], byMeaning: boolean): Pick<ThreatIndex, "find"> {
  const weights = Array.from({ length: FOLDS }, (_, fold) => {
    const others = tasks.filter(({ question }) => foldOf(question.text, FOLDS) !== fold);
    return [false, true].map((short) => fitted(ofLength(others, short), byMeaning));
  });
  return {
    find(question) {
      const task = index.weigh(question);
      const fit = weights[foldOf(question.text, FOLDS)]?.[Number(task.isShort)];
      const relevance = threatRelevance(task.patterns, task, fit);
      return task.patterns
        .map(({ threat }, i) => ({ threat, relevance: relevance[i] ?? 0, named: 0 }))
        .filter((found) => found.relevance >= RELEVANCE_THRESHOLD)
        .sort((a, b) => b.relevance - a.relevance);
    },
  };
}

/** Without the file, which few tasks name. */
function fitted(tasks: readonly LabelledTask[], byMeaning: boolean): ThreatWeights {
  const weighed = tasks.map((task) => ({
    ...index.weigh({ ...task.question, file: undefined }),
    right: task.patterns,
    applies: !isHarmless(task),
  }));
  const [words = 0, meaning = 0] = fitChoice(
    weighed
      .filter(({ applies }) => applies)
      .map(({ patterns, right }) =>
        patterns.map((one) => ({
          values: [Math.sqrt(one.words), ...(byMeaning ? [one.meaning ?? 0] : [])],
          isRight: right.includes(one.threat.id),
        })),
      ),
  );
  const harmless = weighed.filter(({ applies }) => !applies).length;
  const signals = weighed.map((task) => {
    const most = strongest(task.patterns);
    const values = [most.words, ...(byMeaning ? [most.meaning] : []), task.otherTasks];
    return { values, applies: task.applies };
  });
  const [, ...any] = fitLogistic(
    signals.flatMap(({ values, applies }) => {
      const weight = 1 / (applies ? tasks.length - harmless : harmless);
      return [
        { values, holds: applies, weight: 100 * weight * (1 - DOUBT) },
        { values, holds: !applies, weight: 100 * weight * DOUBT },
      ];
    }),
  );
  const [ofWords = 0, ofMeaning = 0, ofOthers = 0] = byMeaning ? any : [any[0] ?? 0, 0, any[1] ?? 0];
  const bar = Math.max(
    ...signals
      .filter(({ applies }) => !applies)
      .map(({ values }) => values.reduce((sum, value, i) => sum + value * (any[i] ?? 0), 0)),
  );
  return {
    pattern: { words, meaning },
    any: { bias: -bar - MARGIN, words: ofWords, meaning: ofMeaning, otherTasks: ofOthers },
  };
}

function shown({ pattern, any }: ThreatWeights): string {
  const object = (values: object): string =>
    `{ ${Object.entries(values)
      .map(([name, value]) => `${name}: ${(value as number).toFixed(2)}`)
      .join(", ")} }`;
  return `{ pattern: ${object(pattern)}, any: ${object(any)} }`;
}
