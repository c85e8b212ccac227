import { fitLogistic } from "../src/domain/recall/logistic.ts";
import type { ThreatEvidence } from "../src/domain/threats/threat-relevance.ts";
import { builtIndex, isHarmless, labelledTasks } from "./labelled-tasks.ts";
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
  const names = byMeaning ? ["words", "meaning", "otherTasks", "file"] : ["words", "otherTasks", "file"];
  const values = ({ words, meaning = 0, otherTasks, file }: ThreatEvidence): number[] => [
    Math.sqrt(words),
    ...(byMeaning ? [meaning] : []),
    otherTasks,
    file,
  ];
  const examples = tasks.flatMap(({ question, patterns }) =>
    index.weigh(question).map(({ threat, evidence }) => ({
      values: values(evidence),
      holds: patterns.includes(threat.id),
      weight: 1,
    })),
  );
  const [, ...weights] = fitLogistic(examples) as [number, ...number[]];
  const strength = (evidence: ThreatEvidence): number =>
    values(evidence).reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
  const strongest = tasks
    .filter(isHarmless)
    .map(({ question }) => Math.max(...index.weigh(question).map(({ evidence }) => strength(evidence))))
    .sort((a, b) => a - b);
  const bias = -(strongest[Math.ceil(SILENT * strongest.length)] ?? 0);
  console.log(byMeaning ? "with meaning" : "by words alone");
  console.log(
    "  fitted:",
    `bias ${bias.toFixed(2)}`,
    names.map((name, i) => `${name} ${weights[i]?.toFixed(2)}`).join(" "),
  );
  const halves = process.argv.includes("--kept") ? (["fitted", "kept"] as const) : (["fitted"] as const);
  for (const half of halves) {
    const judged = half === "fitted" ? tasks : await labelledTasks(half, byMeaning);
    console.log(`  the ${half} half, with the weights in use`);
    for (const line of qualityReport(index, judged)) console.log(`    ${line}`);
  }
}
