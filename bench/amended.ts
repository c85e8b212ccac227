import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Wiring } from "../src/main/wire.ts";
import { embedQuery } from "../src/recall/operations/embed-query.ts";
import { type Answer, findAnswers } from "../src/recall/operations/find-relevant.ts";
import { textQuery } from "../src/shared/words/search-text.ts";
import { callOf, openMemory } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";
import { type DecisionRecord, type RememberedFields, remember } from "./young-memory/asking.ts";

const RECORDS = join(root, "..", "shared", "data", "decisions", "adrs.jsonl");
const SHOWN = 5;
const shown = process.env["MEMBRIA_BENCH_SHOW"];

interface AmendedPair {
  readonly older: string;
  readonly newer: string;
  readonly question: string;
  /** The rule may be fitted to the first half. The other half only judges it. */
  readonly half: "tune" | "held";
}

interface YoungQuestion {
  readonly repo: string;
  readonly question: string;
  readonly also: readonly string[];
}

interface Siblings {
  readonly subject: string;
  readonly worked: { readonly trials: readonly { readonly statement: string; readonly reasoning: string }[] };
}

interface ReplacedRecord extends DecisionRecord {
  readonly superseded_by: readonly string[];
  readonly superseded_by_inferred: readonly string[];
}

const read = <T>(path: string): T[] => JSON.parse(readFileSync(join(root, "bench", path), "utf8")) as T[];

const line = (id: string, title: string, reasoning = ""): DecisionRecord => ({
  id,
  title,
  repo: "",
  context: reasoning,
  decision: "",
  consequences: "",
});
const contextOf = ({ context }: DecisionRecord): RememberedFields => ({ reasoning: context });

const FORMS: Readonly<Record<string, (record: DecisionRecord) => RememberedFields>> = {
  "title alone": () => ({}),
  "title, context, decision and consequences": ({ context, decision, consequences }) => ({
    reasoning: [context, decision].filter(Boolean).join("\n\n"),
    consequences: [consequences],
  }),
};

async function ask(question: string, memory: Wiring): Promise<readonly Answer[]> {
  const { scope } = await callOf(memory);
  const { meaning } = await embedQuery(question, memory);
  if (!meaning) throw new Error("The question could not be embedded.");
  const query = { text: textQuery(question), meaning, scope, mode: "balanced", limit: SHOWN } as const;
  return (await findAnswers(query, memory)).results;
}

await measureAmended();
await measureSiblings();
if (existsSync(RECORDS)) await measureRecords();
else console.log("\n  The public decision records are not beside this checkout, so they are left out.");

/** All pairs in one memory: the older ones, then the others, then the newer ones. No link is stored. */
async function measureAmended(): Promise<void> {
  const pairs = read<AmendedPair>("questions/amended-pairs.json");
  const fillers = read<string>("questions/amended-fillers.json");
  const memory = await openMemory(join(folder, "amended"));
  const recordOf = await remember(
    [
      ...pairs.map(({ older }, i) => line(`older ${i}`, older)),
      ...fillers.map((filler) => line(filler, filler)),
      ...pairs.map(({ newer }, i) => line(`newer ${i}`, newer)),
    ],
    contextOf,
    memory,
  );
  for (const half of ["tune", "held"] as const) {
    const count = { of: 0, newerFirst: 0, staleFirst: 0, marked: 0, falselyMarked: 0 };
    for (const [i, { question, half: ofPair }] of pairs.entries()) {
      if (ofPair !== half) continue;
      const results = await ask(question, memory);
      const ids = results.map(({ decision }) => recordOf.get(decision.id) as string);
      const [newer, older] = [ids.indexOf(`newer ${i}`), ids.indexOf(`older ${i}`)];
      count.of++;
      if (newer === 0) count.newerFirst++;
      if (older === 0) count.staleFirst++;
      for (const [at, { perhapsReplacedBy }] of results.entries()) {
        if (perhapsReplacedBy === undefined) continue;
        if (at === older) count.marked++;
        else if (recordOf.get(perhapsReplacedBy) !== ids[at]?.replace("older", "newer"))
          count.falselyMarked++;
      }
      if (shown === "all") console.log(`  ${half} ${i}: newer at ${newer}, older at ${older}`);
    }
    const { of } = count;
    console.log(`\nAmended without a link, ${half} (n = ${of})`);
    console.log(`  the newer one is first: ${shareOf(count.newerFirst, of)}, goal ≥ 10 of 12 of both halves`);
    console.log(`  the stale one is first: ${shareOf(count.staleFirst, of)}`);
    console.log(`  the older one is marked: ${shareOf(count.marked, of)}`);
    console.log(`  other results that are marked: ${count.falselyMarked}`);
  }
  await memory.close();
}

/** What worked several times for one subject, each time for something else: nothing in it replaced anything. */
async function measureSiblings(): Promise<void> {
  const siblings = read<Siblings>("judgement/siblings.json").slice(0, smoke ? 4 : undefined);
  const memory = await openMemory(join(folder, "siblings"));
  await remember(
    siblings.flatMap(({ worked }) =>
      worked.trials.map(({ statement, reasoning }) => line(statement, statement, reasoning)),
    ),
    contextOf,
    memory,
  );
  const found: Answer[] = [];
  for (const { subject } of siblings) found.push(...(await ask(subject, memory)));
  await memory.close();
  reportMarks("What worked in several places, asked by subject", found);
}

async function measureRecords(): Promise<void> {
  const young = read<YoungQuestion>("questions/young-questions.json");
  const records = readFileSync(RECORDS, "utf8")
    .trim()
    .split("\n")
    .map((record) => JSON.parse(record) as ReplacedRecord);
  const replacedBy = new Map(
    records.map(({ id, superseded_by, superseded_by_inferred }) => [
      id,
      [...superseded_by, ...superseded_by_inferred],
    ]),
  );
  for (const [form, textsOf] of Object.entries(FORMS)) {
    const found: Answer[] = [];
    const replaced = new Set<string>();
    for (const repo of [...new Set(young.map((one) => one.repo))].slice(0, smoke ? 1 : undefined)) {
      const memory = await openMemory(join(folder, `${form}-${repo}`.replace(/[^a-z0-9]+/gi, "-")));
      const recordOf = await remember(
        records.filter((record) => record.repo === repo),
        textsOf,
        memory,
      );
      for (const one of young.filter((question) => question.repo === repo))
        for (const question of [one.question, ...one.also]) found.push(...(await ask(question, memory)));
      for (const { decision, perhapsReplacedBy = "" } of found) {
        const by = replacedBy.get(recordOf.get(decision.id) ?? "") ?? [];
        if (by.includes(recordOf.get(perhapsReplacedBy) ?? ""))
          replaced.add(`${decision.id} ${perhapsReplacedBy}`);
      }
      await memory.close();
    }
    reportMarks(`Records of real repositories, ${form}`, found, replaced);
  }
}

/** `replaced` has the pairs of which a record says so. */
function reportMarks(
  title: string,
  found: readonly Answer[],
  replaced: ReadonlySet<string> = new Set(),
): void {
  const marked = found.filter(({ perhapsReplacedBy }) => perhapsReplacedBy !== undefined);
  const rightly = marked.filter((one) => replaced.has(`${one.decision.id} ${one.perhapsReplacedBy}`)).length;
  console.log(`\n${title} (${found.length} results)`);
  console.log(
    `  marked though no record says it was replaced: ${shareOf(marked.length - rightly, found.length)}, goal ≤ 2 %`,
  );
  if (replaced.size > 0) console.log(`  marked and replaced: ${rightly}`);
  if (shown === undefined) return;
  const byId = new Map(found.map(({ decision }) => [decision.id, decision.statement]));
  for (const { decision, perhapsReplacedBy = "" } of marked)
    console.log(`    ${decision.statement} <- ${byId.get(perhapsReplacedBy) ?? perhapsReplacedBy}`);
}
