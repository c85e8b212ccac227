import { readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import type { Wiring } from "../src/main/wire.ts";
import { embedMemory } from "../src/recall/operations/embed-memory.ts";
import { searchDecisions } from "../src/recall/operations/search-decisions.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { callOf, openMemory, rewired } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

const SHOWN = 5;

interface Variant {
  readonly id: number;
  readonly kind: string;
  readonly statement: string;
  /** Asks for the statement with its important word in another form. Statements without one are company. */
  readonly query?: string;
  /** Another decision, which gives a short and a long form. */
  readonly speltOutIn?: string;
}

interface Hit {
  readonly kind: string;
  readonly id: number;
  readonly shown: boolean;
  readonly first: boolean;
  readonly strong: boolean;
}

const variants = JSON.parse(
  readFileSync(join(root, "bench", "questions", "word-variants.json"), "utf8"),
) as Variant[];
const memory = await openMemory(join(folder, "variants"));
const idOf = await remember(memory);
const queries = variants.filter(({ query }) => query !== undefined).slice(0, smoke ? 4 : undefined);
report(
  "by words alone",
  await ask(rewired(memory, { meaning: { ...memory.meaning, embedder: async () => undefined } })),
);
report("by words and meaning", await ask(memory));
await memory.close();

/** The decision of each statement. */
async function remember(memory: Wiring): Promise<ReadonlyMap<string, string>> {
  const call = await callOf(memory);
  const idOf = new Map<string, string>();
  for (const { statement, speltOutIn } of variants) {
    for (const text of [statement, ...(speltOutIn === undefined ? [] : [speltOutIn])]) {
      const { decision } = await perform(
        captureDecision,
        { statement: text, confidenceStated: false },
        memory,
        call,
      );
      idOf.set(text, decision.id);
    }
  }
  await memory.background.idle();
  await perform(embedMemory, {}, memory, call);
  return idOf;
}

/** The decision that only spells the word out holds the words of the query nearly always, so it takes no place. */
async function ask(memory: Wiring): Promise<Hit[]> {
  const call = await callOf(memory);
  const hits: Hit[] = [];
  for (const { id, kind, statement, query = "", speltOutIn } of queries) {
    const { results } = await perform(searchDecisions, { query, limit: SHOWN }, memory, call);
    const right = idOf.get(statement);
    const others = results.filter(({ decision }) => decision.id !== idOf.get(speltOutIn ?? ""));
    const found = results.find(({ decision }) => decision.id === right);
    hits.push({
      id,
      kind,
      shown: found !== undefined,
      strong: found?.strength === "strong",
      first: found !== undefined && others[0] === found,
    });
  }
  return hits;
}

function report(way: string, hits: readonly Hit[]): void {
  console.log(`\n${way}: the right one among the ${SHOWN} shown, first, and strong`);
  for (const kind of new Set(hits.map((hit) => hit.kind)))
    line(
      kind,
      hits.filter((hit) => hit.kind === kind),
    );
  line("all", hits);
  console.log(`  not shown: ${hits.flatMap(({ shown, id }) => (shown ? [] : [id])).join(" ")}`);
}

function line(kind: string, hits: readonly Hit[]): void {
  const share = (of: (hit: Hit) => boolean) => shareOf(hits.filter(of).length, hits.length).padEnd(32);
  console.log(
    `  ${kind.padEnd(22)}${share(({ shown }) => shown)}${share(({ first }) => first)}${share(({ strong }) => strong)}`,
  );
}
