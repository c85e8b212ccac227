import { fitLogistic } from "../src/domain/recall/logistic.ts";
import type { ThreatEvidence } from "../src/domain/threats/threat-relevance.ts";
import { isShort } from "../src/domain/threats/threat-words.ts";
import { builtIndex, isHarmless, type LabelledTask, labelledTasks } from "./labelled-tasks.ts";
import { qualityReport } from "./threat-quality.ts";

/**
 * Prints the weights of `src/domain/threats/threat-relevance.ts`, from the half that is meant for it: every pattern for
 * every task, with those tasks to which none applies. `npx tsx bench/fit-threats.ts`; `--kept` also judges the other
 * half, which nothing is fitted on and which is read once, when all else is done.
 */
const SILENT = 0.975;

const index = await builtIndex();
for (const byMeaning of [true, false]) {
  const tasks = await labelledTasks("fitted", byMeaning);
  console.log(byMeaning ? "with meaning" : "by words alone");
  for (const short of [false, true]) {
    const some = tasks.filter(({ question }) => isShort(question.text) === short);
    console.log(
      `  ${short ? "short" : "long"}: { ${fitted(some, byMeaning ? ["words", "meaning", "closest"] : ["words"])} },`,
    );
  }
  const halves = process.argv.includes("--kept") ? (["fitted", "kept"] as const) : (["fitted"] as const);
  for (const half of halves) {
    const judged = half === "fitted" ? tasks : await labelledTasks(half, byMeaning);
    console.log(`  the ${half} half, with the weights in use`);
    for (const line of qualityReport(index, judged)) console.log(`    ${line}`);
  }
}

type Feature = "words" | "meaning" | "closest";

function valueIn(evidence: ThreatEvidence, feature: Feature): number {
  return feature === "words" ? Math.sqrt(evidence.words) : (evidence[feature] ?? 0);
}

/**
 * Which pattern it is is learned from the tasks to which one applies, and how much the resemblance to other tasks counts
 * from all of them, because it is the same for every pattern. Without the file, which few tasks name. What would count
 * against a pattern is left out.
 */
function fitted(tasks: readonly LabelledTask[], features: readonly Feature[]): string {
  const evidenceFor = ({ question }: LabelledTask) => index.weigh({ ...question, file: undefined });
  const examples = tasks
    .filter((task) => !isHarmless(task))
    .flatMap((task) =>
      evidenceFor(task).map(({ threat, evidence }) => ({
        values: features.map((feature) => valueIn(evidence, feature)),
        holds: task.patterns.includes(threat.id),
        weight: 1,
      })),
    );
  const [, ...weights] = fitLogistic(examples) as [number, ...number[]];
  const against = features.find((_, i) => (weights[i] ?? 0) < 0);
  if (against)
    return fitted(
      tasks,
      features.filter((feature) => feature !== against),
    );
  const strengthOf = (evidence: ThreatEvidence): number =>
    features.reduce((sum, feature, i) => sum + valueIn(evidence, feature) * (weights[i] ?? 0), 0);
  const best = tasks.map((task) => {
    const evidence = evidenceFor(task).map((weighed) => weighed.evidence);
    return {
      strength: Math.max(...evidence.map(strengthOf)),
      otherTasks: evidence[0]?.otherTasks ?? 0,
      harmless: isHarmless(task),
    };
  });
  const [, ofStrength, ofOthers] = fitLogistic(
    best.map(({ strength, otherTasks, harmless }) => ({
      values: [strength, otherTasks],
      holds: !harmless,
      weight: 1,
    })),
  ) as [number, number, number];
  const otherTasks = Math.min(0, ofOthers / ofStrength);
  const strongest = best
    .filter(({ harmless }) => harmless)
    .map((task) => task.strength + otherTasks * task.otherTasks)
    .sort((a, b) => a - b);
  const bias = -(strongest[Math.ceil(SILENT * strongest.length) - 1] ?? 0);
  return [
    `bias: ${bias.toFixed(2)}`,
    ...features.map((name, i) => `${name}: ${weights[i]?.toFixed(2)}`),
    `otherTasks: ${otherTasks.toFixed(2)}`,
  ].join(", ");
}
