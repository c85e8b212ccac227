import { join } from "node:path";
import { boundTerms } from "../src/recall/rules/query-terms.ts";
import { indexText, searchTerms, textQuery } from "../src/shared/words/search-text.ts";
import { chart } from "./report.ts";
import { loadSets } from "./retrieval/data.ts";
import { repeatable } from "./retrieval/measure.ts";
import { quoted, wordIndex } from "./retrieval/word-index.ts";
import { takeTurns, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SIZES = smoke ? [50, 100] : [1_000, 10_000, 100_000];
const ROUNDS = smoke ? 1 : 25;
const DEPTH = 100;
/** The data sets for the rows and for the queries, and the number of words of each. */
const KINDS = [
  {
    name: "English",
    from: ["supersede-chain", "cosqa-docstring"],
    asking: "adr-context2decision",
    row: 60,
    query: 13,
  },
  { name: "Korean", from: ["klue-sts", "korsts-test"], asking: "klue-sts", row: 20, query: 8 },
];

const sets = loadSets();
if (!sets)
  console.log(
    "  The public retrieval sets are not beside this checkout: there are no words to make rows of.",
  );
for (const kind of sets ? KINDS : []) {
  const textsOf = (names: readonly string[]) =>
    (sets ?? []).filter(({ name }) => names.includes(name)).flatMap(({ documents }) => documents);
  const words = textsOf(kind.from).flatMap(({ title, text }) => wordsOf(`${title} ${text}`));
  const queries = (sets ?? [])
    .filter(({ name }) => name === kind.asking)
    .flatMap(({ queries: all }) => all.map(({ text }) => wordsOf(text).slice(0, kind.query).join(" ")));
  for (const size of SIZES) await measure(kind, size, words, queries);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function measure(
  kind: (typeof KINDS)[number],
  size: number,
  words: readonly string[],
  queries: readonly string[],
): Promise<void> {
  const random = repeatable(size);
  const some = (count: number): string =>
    Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(" ");
  const rows = Array.from({ length: size }, () => ({ title: some(8), text: some(kind.row) }));
  const index = await wordIndex(rows, indexText, { path: join(folder, `${kind.name}-${size}.db`) });
  let asked = 0;
  const next = (): string => queries[asked++ % queries.length] ?? "";
  const samples = await takeTurns(
    [
      {
        name: "any word",
        once: () => timed(() => index.match(searchTerms(next()).map(quoted).join(" OR "), DEPTH)),
      },
      {
        name: "bounded, counts known",
        once: () => {
          const { kept } = boundTerms(index.count(searchTerms(next())));
          return timed(() => index.match(kept.map(({ term }) => quoted(term)).join(" OR "), DEPTH));
        },
      },
      { name: "counting", once: () => timed(() => index.count(searchTerms(next()))) },
      { name: "bounded, with counting", once: () => timed(() => index.find(textQuery(next()), DEPTH)) },
    ],
    ROUNDS,
  );
  index.close();
  chart(`${kind.query} words of ${kind.name} in ${size} rows`, samples, "any word");
}
