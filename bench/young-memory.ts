import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openMemory } from "./memory.ts";
import { questions } from "./questions.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";
import {
  type Asked,
  answered,
  ask,
  type DecisionRecord,
  keptOf,
  type RememberedFields,
  remember,
  silent,
} from "./young-memory/asking.ts";
import { type FittedOn, fitFloor } from "./young-memory/fit-floor.ts";
import { type AskedWithAlso, reportAlso } from "./young-memory/with-also.ts";

const RECORDS = join(root, "..", "shared", "data", "decisions", "adrs.jsonl");

interface YoungQuestion {
  readonly repo: string;
  /** The record that answers it. */
  readonly id: string;
  readonly question: string;
  /** The same question in other words. */
  readonly also: readonly string[];
}

const questionsOf = new Map(
  questions<{ readonly id: string; readonly questions: readonly string[] }>("capture-questions").map(
    (one) => [one.id, one.questions],
  ),
);
const LONGEST_SOURCE = 4_000;

/** How much of a record is remembered: people and agents also write decisions of one line. */
const FORMS: Readonly<Record<string, (record: DecisionRecord) => RememberedFields>> = {
  "title, context, decision and consequences": ({ context, decision, consequences }) => ({
    reasoning: [context, decision].filter(Boolean).join("\n\n"),
    consequences: [consequences],
  }),
  "title and context": ({ context }) => ({ reasoning: context }),
  "title alone": () => ({}),
  "title, with context and decision as its source": ({ context, decision }) => ({
    source: [context, decision].filter(Boolean).join("\n\n").slice(0, LONGEST_SOURCE),
  }),
  "title, with three questions that it answers": ({ id }) => ({ questions: questionsOf.get(id) ?? [] }),
};

const isOdd = ({ number }: Asked): boolean => number % 2 === 1;
const PARTS: Readonly<Record<string, (asked: Asked) => boolean>> = {
  "odd-numbered, which the floor was fitted on": isOdd,
  "even-numbered": (asked) => !isOdd(asked),
  all: () => true,
};

if (existsSync(RECORDS)) await measure();
else
  console.log(
    "  The public decision records are not beside this checkout, so there is nothing to measure with.",
  );

async function measure(): Promise<void> {
  const young = questions<YoungQuestion>("young-questions");
  const foreign = questions<{ readonly question: string }>("foreign-questions").slice(
    0,
    smoke ? 4 : undefined,
  );
  const records = readFileSync(RECORDS, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DecisionRecord);
  const repos = [...new Set(young.map(({ repo }) => repo))].slice(0, smoke ? 1 : undefined);
  const forms: FittedOn[] = [];
  for (const [form, textsOf] of Object.entries(FORMS)) {
    const own: Asked[] = [];
    const otherWords: Asked[] = [];
    const unrelated: Asked[] = [];
    const withAlso: AskedWithAlso = { own: [], foreign: [], elsewhere: [], elsewhereAlone: [] };
    for (const repo of repos) {
      const memory = await openMemory(join(folder, `${form}-${repo}`.replace(/[^a-z0-9]+/gi, "-")));
      const idOf = await remember(
        records.filter((record) => record.repo === repo),
        textsOf,
        memory,
      );
      for (const [i, { repo: asked, id, question, also }] of young.entries()) {
        if (asked !== repo) continue;
        own.push({ ...(await ask(question, memory, idOf)), number: i + 1, answer: id });
        for (const other of also)
          otherWords.push({ ...(await ask(other, memory, idOf)), number: i + 1, answer: id });
        withAlso.own.push({ ...(await ask(question, memory, idOf, also)), number: i + 1, answer: id });
      }
      const elsewhere = young.filter((one) => one.repo !== repo).slice(0, smoke ? 4 : undefined);
      for (const [i, { question }] of foreign.entries()) {
        unrelated.push({ ...(await ask(question, memory, idOf)), number: i + 1 });
        const { also } = elsewhere[i % elsewhere.length]!;
        withAlso.foreign.push({ ...(await ask(question, memory, idOf, also)), number: i + 1 });
      }
      for (const [i, { question, also }] of elsewhere.entries()) {
        withAlso.elsewhereAlone.push({ ...(await ask(question, memory, idOf)), number: i + 1 });
        withAlso.elsewhere.push({ ...(await ask(question, memory, idOf, also)), number: i + 1 });
      }
      await memory.close();
    }
    forms.push({ own: own.filter(isOdd), unrelated: unrelated.filter(isOdd) });
    console.log(`\n${form}`);
    report(own, otherWords, unrelated);
    reportAlso(own, withAlso);
  }
  if (process.argv.includes("--fit")) fitFloor(forms);
}

function report(own: readonly Asked[], otherWords: readonly Asked[], unrelated: readonly Asked[]): void {
  for (const [part, belongs] of Object.entries(PARTS)) {
    const [asked, others, foreign] = [own, otherWords, unrelated].map((list) => list.filter(belongs)) as [
      Asked[],
      Asked[],
      Asked[],
    ];
    console.log(`  ${part}`);
    const line = (what: string, share: string, goal = ""): void =>
      console.log(`    ${what.padEnd(52)} ${share}${goal && `, goal ${goal}`}`);
    line(
      "the right one in the top 5 without a floor",
      shareOf(answered(asked, "withoutFloor"), asked.length),
    );
    line("of these shown", keptShare(asked), "≥ 90 %");
    line("the right one is shown", shareOf(answered(asked, "shown"), asked.length));
    line("the right one is strong", shareOf(answered(asked, "strong"), asked.length), "≥ 40 %");
    line("in other words: of these shown", keptShare(others));
    line("in other words: the right one is strong", shareOf(answered(others, "strong"), others.length));
    line("a foreign question: nothing strong", shareOf(silent(foreign, "strong"), foreign.length), "≥ 93 %");
    line(
      "a foreign question: anything shown",
      shareOf(foreign.length - silent(foreign, "shown"), foreign.length),
      "≤ 35 %",
    );
  }
}

function keptShare(asked: readonly Asked[]): string {
  const { kept, of } = keptOf(asked);
  return shareOf(kept, of);
}
