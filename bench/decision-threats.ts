import { isAboutSuchCode } from "../src/domain/guidance/warnings/threats.ts";
import { DECISION_RECORDS } from "../test/support/decision-records.ts";
import { builtIndex, embedded } from "./labelled-tasks.ts";
import { shareOf } from "./share-of.ts";

/**
 * How many decisions of other people get a threat, and which: `npx tsx bench/decision-threats.ts`, with `--list` all of
 * them, to be judged by hand.
 */
const index = await builtIndex();
for (const { name, items } of DECISION_RECORDS) {
  const statements = items.map(({ title, decision }) => `${title}. ${firstSentence(decision)}`.slice(0, 300));
  const vectors = await embedded(statements);
  const told = statements.flatMap((text, i) => {
    const found = index.find({ text, vector: vectors[i] }).find(isAboutSuchCode);
    return found ? [{ text, id: found.threat.id, relevance: found.relevance }] : [];
  });
  console.log(`${name}: a threat with ${shareOf(told.length, statements.length)}`);
  if (!process.argv.includes("--list")) continue;
  for (const { text, id, relevance } of told) console.log(`  ${id} ${relevance.toFixed(2)}: ${text}`);
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? "";
}
