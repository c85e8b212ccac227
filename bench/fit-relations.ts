import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RELATIONS } from "../src/decisions/rules/statements/relation.ts";
import { featuresOf, meaningOf } from "../src/decisions/rules/statements/relation-features.ts";
import { chancesBy, type Trees } from "../src/decisions/rules/statements/relation-model.ts";
import { rulesOf } from "../src/decisions/rules/statements/rule-parts.ts";
import { loadEncoder } from "../src/recall/embedding/encoder.ts";
import { openModelDirectory } from "../src/recall/embedding/model-directory.ts";
import { fitTrees, type Labelled } from "./relations/boosted-trees.ts";
import {
  type MadePair,
  nearestOfOthers,
  neighbouringRecords,
  pairsOfChoices,
  pairsOfQuestions,
  pairsOfRecords,
  pairsOfWays,
  randomFrom,
  readRecords,
} from "./relations/pairs.ts";
import { root } from "./workplace.ts";

interface BlindPair {
  readonly id: string;
  readonly half: string;
  readonly old: string;
  readonly new: string;
}

const oddsOf = (chances: readonly number[]): number =>
  (chances[RELATIONS.indexOf("replaces")] ?? 0) + (chances[RELATIONS.indexOf("opposite")] ?? 0);
const nameOf = ({ relation, how }: MadePair): string => `${relation}: ${how}`;

const shown = process.env["MEMBRIA_BENCH_SHOW"];
/** A record is compared with so many others of its repository. */
const NEAREST = 4;
const random = randomFrom(7);
const pairs = [
  ...pairsOfQuestions(random),
  ...pairsOfRecords(random),
  ...pairsOfWays(random, 120),
  ...pairsOfChoices(random, 200),
];

const known = new Map<string, Float32Array>();
const SETS = ["contradictions", "neighbours", "opposites"];
const tune = SETS.flatMap((name) =>
  (JSON.parse(readFileSync(join(root, "bench", "sets", `${name}.json`), "utf8")) as BlindPair[])
    .filter(({ half }) => half === "tune")
    .map(({ id, old, new: newer }) => ({ id, name, older: old, newer })),
);

await embed([
  ...[...pairs, ...tune].flatMap(({ older, newer }) => [older, newer]),
  ...readRecords().map(({ title }) => title),
]);
const close = (one: string, other: string): number => closeness(claimOf(one), claimOf(other));
const every = [...pairs, ...neighbouringRecords(close, NEAREST), ...nearestOfOthers(close, NEAREST)];

/** So many times a pair of real answers counts against one that was made by a rule. */
const NATURAL = /^(?:wording|refined|answer|opposite answer|near|neighbour)$/;
const NATURAL_WEIGHT = 5;
interface Example extends Labelled {
  readonly pair: MadePair;
}

const examplesOf = (byMeaning: boolean): readonly Example[] =>
  every.map((pair) => ({
    pair,
    label: RELATIONS.indexOf(pair.relation),
    weight: pair.weight * (NATURAL.test(pair.how) ? NATURAL_WEIGHT : 1),
    values: valuesOf(pair, byMeaning),
  }));
const SETTINGS = { rounds: 50, depth: 3, rate: 0.18, leastInLeaf: 4, ridge: 2 };
const LIMITS = [0.4, 0.45, 0.5, 0.55, 0.6, 0.7];
const FOLDS = 4;

const fitted = { TREES_BY_WORDS: treesOf(false), TREES_BY_MEANING: treesOf(true) };
if (process.argv.includes("--write")) write();

function treesOf(byMeaning: boolean): Trees {
  const examples = examplesOf(byMeaning);
  console.log(`\n${byMeaning ? "By meaning" : "By words"}, at odds from ${LIMITS.join(", ")}`);
  if (!process.argv.includes("--write") && shown !== "tune") judge(examples);
  const trees = fitTrees(examples, RELATIONS.length, SETTINGS);
  judgeTune(trees, byMeaning);
  return trees;
}

function write(): void {
  const file = join(root, "src", "decisions", "rules", "statements", "relation-weights.ts");
  const constants = Object.entries(fitted).map(([name, trees]) => {
    const lines = trees.map(
      (list) => `  [\n${list.map((tree) => `    ${JSON.stringify(tree)},`).join("\n")}\n  ],`,
    );
    return `// biome-ignore format: it is data, one tree in a line.\nexport const ${name}: Trees = [\n${lines.join("\n")}\n];\n`;
  });
  const head =
    '/** Written by bench/fit-relations.ts, which fits them. */\n\nimport type { Trees } from "./relation-model.ts";\n';
  writeFileSync(file, [head, ...constants].join("\n"));
  console.log(file);
}

/** How often each kind of pair is taken for one at odds, by trees that were fitted without its origin. */
function judge(examples: readonly Example[]): void {
  const origins = [...new Set(examples.map(({ pair }) => pair.origin))];
  const judged: { odds: number; example: Example }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLeftOut = new Set(origins.filter((_, i) => i % FOLDS === fold));
    const others = examples.filter(({ pair }) => !isLeftOut.has(pair.origin));
    const trees = fitTrees(others, RELATIONS.length, SETTINGS);
    for (const example of examples)
      if (isLeftOut.has(example.pair.origin))
        judged.push({ odds: oddsOf(chancesBy(trees, example.values)), example });
  }
  for (const name of [...new Set(every.map(nameOf))].sort()) {
    const list = judged.filter(({ example }) => nameOf(example.pair) === name);
    console.log(`  ${name.padEnd(28)} n = ${String(list.length).padEnd(6)} ${rates(list)}`);
    if (shown === name)
      for (const { odds, example } of list)
        console.log(`    ${odds.toFixed(2)} ${example.pair.older} | ${example.pair.newer}`);
  }
}

/** The halves of the blind sets that may be tuned on. */
function judgeTune(trees: Trees, byMeaning: boolean): void {
  for (const name of SETS) {
    const list = tune
      .filter((pair) => pair.name === name)
      .map((pair) => ({ pair, odds: oddsOf(chancesBy(trees, valuesOf(pair, byMeaning))) }));
    console.log(`  ${`tune ${name}`.padEnd(28)} n = ${String(list.length).padEnd(6)} ${rates(list)}`);
    if (shown === "tune")
      for (const { pair, odds } of list)
        console.log(`    ${odds.toFixed(2)} ${pair.id} ${pair.older} | ${pair.newer}`);
  }
}

function rates(list: readonly { readonly odds: number }[]): string {
  return LIMITS.map((limit) => {
    const count = list.filter(({ odds }) => odds >= limit).length;
    return `${((100 * count) / list.length).toFixed(1)} %`.padStart(8);
  }).join(" ");
}

function valuesOf({ older, newer }: Pick<MadePair, "older" | "newer">, byMeaning: boolean): number[] {
  const [one, other] = [rulesOf(older)[0], rulesOf(newer)[0]];
  if (!one || !other) throw new Error(`There is no rule in ${JSON.stringify([older, newer])}.`);
  return [...featuresOf(one, other), ...(byMeaning ? meaningOf(one, other, closeness) : [])];
}

function claimOf(statement: string): string {
  return rulesOf(statement)[0]?.claim ?? "";
}

function closeness(one: string, other: string): number {
  const [a, b] = [known.get(one), known.get(other)];
  if (!a || !b) throw new Error(`There is no vector of ${JSON.stringify([one, other])}.`);
  return dot(a, b);
}

/** Vectors are kept between runs, because most texts stay the same. */
async function embed(statements: readonly string[]): Promise<void> {
  const folder = join(root, "node_modules", ".cache", "membria");
  const file = join(folder, "vectors-relations.json");
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  for (const [text, row] of Object.entries(kept))
    known.set(text, new Float32Array(new Uint8Array(Buffer.from(row, "base64")).buffer));
  const texts = statements.flatMap((statement) =>
    rulesOf(statement).flatMap(({ claim, subject }) => [claim, subject]),
  );
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  if (missing.length === 0) return;
  const encoder = await loadEncoder(openModelDirectory(join(root, "dist", "model")));
  for (const text of missing) known.set(text, new Float32Array(await encoder.encode(text)));
  mkdirSync(folder, { recursive: true });
  const rows = [...known].map(([text, vector]) => [text, Buffer.from(vector.buffer).toString("base64")]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(rows)));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
