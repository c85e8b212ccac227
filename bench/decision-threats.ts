import { isAboutSuchCode } from "../src/learning/rules/pattern-warnings.ts";
import { DECISION_RECORDS } from "../test/support/decision-records.ts";
import { builtIndex, embedded } from "./labelled-tasks.ts";
import { shareOf } from "./share-of.ts";

/**
 * How many decisions of other people get a threat, and which: `npx tsx bench/decision-threats.ts`, with `--list` all of
 * them, to be judged by hand. The rule was chosen on the odd ones, so that the even ones tell whether it is right.
 */
const index = await builtIndex();
for (const { name, items } of DECISION_RECORDS) {
  const statements = items.map(({ title, decision }) => `${title}. ${firstSentence(decision)}`.slice(0, 300));
  const vectors = await embedded(statements);
  const told = statements.map((text, i) => index.find({ text, vector: vectors[i] }).find(isAboutSuchCode));
  console.log(`${name}: a threat with ${shareOf(told.filter(Boolean).length, told.length)}`);
  for (const parity of ["odd", "even"]) {
    const numbers = told.flatMap((found, i) =>
      found && (i % 2 === 0) === (parity === "odd") ? [i + 1] : [],
    );
    console.log(`  ${parity} ones: ${numbers.length}`);
    if (!process.argv.includes("--list")) continue;
    for (const number of numbers) {
      const { threat, relevance } = told[number - 1] ?? {};
      console.log(`    ${number} ${threat?.id} ${relevance?.toFixed(2)}: ${statements[number - 1]}`);
    }
  }
}

/** Some records begin with the target of a link, which says nothing. */
function firstSentence(text: string): string {
  return text.replace(/^\s*\[[^\]]*\]:\s*\S+\s*/, "").split(/(?<=[.!?])\s/)[0] ?? "";
}
