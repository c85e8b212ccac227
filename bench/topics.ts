import { join } from "node:path";
import type { Wiring } from "../src/main/wire.ts";
import { searchDecisions } from "../src/recall/operations/search-decisions.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { callOf, openMemory } from "./memory.ts";
import { captureAll, questions } from "./questions.ts";
import { shareOf } from "./share-of.ts";
import { folder } from "./workplace.ts";

interface Topic {
  readonly topic: string;
  readonly statement: string;
  readonly reasoning?: string;
  /** "What did we decide about …"; the others are company. */
  readonly asked?: string;
}

const topics = questions<Topic>("topics");
const memory = await openMemory(join(folder, "topics"));
const ids = await captureAll(
  topics.map(({ topic, statement, reasoning }) => ({ topic, statement, ...(reasoning && { reasoning }) })),
  memory,
);

const WAYS: Readonly<Record<string, (topic: Topic) => string>> = {
  "the name of the topic": ({ topic }) => topic,
  "its name with spaces": ({ topic }) => topic.replaceAll("_", " "),
  "what did we decide about …": ({ asked = "" }) => asked,
  "about …": ({ asked = "" }) => asked.replace(/^what did we decide about /, ""),
};

for (const [way, queryOf] of Object.entries(WAYS)) {
  const places: number[] = [];
  for (const [i, topic] of topics.entries()) {
    if (topic.asked === undefined) continue;
    places.push((await resultsOf(queryOf(topic), memory)).indexOf(ids[i] as string));
  }
  console.log(
    `  ${way.padEnd(30)} first ${shareOf(places.filter((place) => place === 0).length, places.length)}, among the first five ${shareOf(places.filter((place) => place >= 0 && place < 5).length, places.length)}`,
  );
}
await memory.close();

async function resultsOf(query: string, wiring: Wiring): Promise<string[]> {
  const { results } = await perform(searchDecisions, { query }, wiring, await callOf(wiring));
  return results.map(({ decision }) => decision.id);
}
