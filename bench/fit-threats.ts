import { fitLogistic } from "../src/domain/recall/logistic.ts";
import type { ThreatEvidence } from "../src/domain/threats/threat-relevance.ts";
import { builtIndex, labelledTasks } from "./labelled-tasks.ts";
import { qualityOf } from "./threat-quality.ts";

/**
 * Prints the weights of `src/domain/threats/threat-relevance.ts`, from the development half alone: every pattern for every task,
 * with those tasks to which none applies. `npx tsx bench/fit-threats.ts`; `--test` also judges the other half, which
 * nothing is fitted on.
 */
const SILENT = 0.975;

const index = await builtIndex();
for (const byMeaning of [true, false]) {
  const tasks = await labelledTasks("dev", byMeaning);
  const others = await labelledTasks("dev-unrelated", byMeaning);
  const values = ({ words, meaning = 0, otherTasks, file }: ThreatEvidence): number[] => [
    Math.sqrt(words),
    ...(byMeaning ? [meaning] : []),
    otherTasks,
    file,
  ];
  const examples = [...tasks, ...others].flatMap(({ question, patterns }) =>
    index.weigh(question).map(({ threat, evidence }) => ({
      values: values(evidence),
      holds: patterns.includes(threat.id),
      weight: 1,
    })),
  );
  const [, ...weights] = fitLogistic(examples) as [number, ...number[]];
  const strength = (evidence: ThreatEvidence): number =>
    values(evidence).reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
  const strongest = others
    .map(({ question }) => Math.max(...index.weigh(question).map(({ evidence }) => strength(evidence))))
    .sort((a, b) => a - b);
  const bias = -(strongest[Math.ceil(SILENT * strongest.length)] ?? 0);
  const names = byMeaning ? ["words", "meaning", "otherTasks", "file"] : ["words", "otherTasks", "file"];
  console.log(byMeaning ? "with meaning" : "by words alone");
  console.log(
    "  fitted:",
    `bias ${bias.toFixed(2)}`,
    names.map((name, i) => `${name} ${weights[i]?.toFixed(2)}`).join(" "),
  );
  const judged = process.argv.includes("--test")
    ? (["dev", "dev-unrelated", "test", "unrelated"] as const)
    : (["dev", "dev-unrelated"] as const);
  for (const half of judged) {
    const { precision, recall, silent } = qualityOf(index, await labelledTasks(half, byMeaning));
    console.log(
      `  ${half}: precision@3 ${precision.toFixed(3)}, recall@3 ${recall.toFixed(3)}, silent ${silent.toFixed(3)}`,
    );
  }
}
