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
      `  ${short ? "short" : "long"}: { ${byMeaning ? fitted(some) : fitted(some, ["words", "otherTasks"])} },`,
    );
  }
  const halves = process.argv.includes("--kept") ? (["fitted", "kept"] as const) : (["fitted"] as const);
  for (const half of halves) {
    const judged = half === "fitted" ? tasks : await labelledTasks(half, byMeaning);
    console.log(`  the ${half} half, with the weights in use`);
    for (const line of qualityReport(index, judged)) console.log(`    ${line}`);
  }
}

type Feature = "words" | "meaning" | "closest" | "otherTasks";

function valueIn(evidence: ThreatEvidence, feature: Feature): number {
  return feature === "words" ? Math.sqrt(evidence.words) : (evidence[feature] ?? 0);
}

/** Without the file, which few tasks name. The meaning is left out where it would count against a pattern. */
function fitted(
  tasks: readonly LabelledTask[],
  features: readonly Feature[] = ["words", "meaning", "closest", "otherTasks"],
): string {
  const evidenceFor = ({ question }: LabelledTask) => index.weigh({ ...question, file: undefined });
  const examples = tasks.flatMap((task) =>
    evidenceFor(task).map(({ threat, evidence }) => ({
      values: features.map((feature) => valueIn(evidence, feature)),
      holds: task.patterns.includes(threat.id),
      weight: 1,
    })),
  );
  const [, ...weights] = fitLogistic(examples) as [number, ...number[]];
  const against = features.find((feature, i) => feature !== "otherTasks" && (weights[i] ?? 0) < 0);
  if (against)
    return fitted(
      tasks,
      features.filter((feature) => feature !== against),
    );
  const strength = (evidence: ThreatEvidence): number =>
    features.reduce((sum, feature, i) => sum + valueIn(evidence, feature) * (weights[i] ?? 0), 0);
  const strongest = tasks
    .filter(isHarmless)
    .map((task) => Math.max(...evidenceFor(task).map(({ evidence }) => strength(evidence))))
    .sort((a, b) => a - b);
  const bias = -(strongest[Math.ceil(SILENT * strongest.length) - 1] ?? 0);
  return [
    `bias: ${bias.toFixed(2)}`,
    ...features.map((name, i) => `${name}: ${weights[i]?.toFixed(2)}`),
  ].join(", ");
}
