import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/app/decisions/capture-decision.ts";
import { embedMemory } from "../src/app/recall/embed-memory.ts";
import { embedQuery } from "../src/app/recall/embed-query.ts";
import { PER_METHOD } from "../src/app/recall/find-relevant.ts";
import { perform } from "../src/app/shared/operation.ts";
import type { Candidate } from "../src/domain/recall/candidate.ts";
import { informationIn } from "../src/domain/recall/query-terms.ts";
import { type Ranked, rank } from "../src/domain/recall/ranking.ts";
import { fillWithWeak, MOST_WITH_WEAK } from "../src/domain/recall/strength.ts";
import { textQuery } from "../src/domain/shared/search-text.ts";
import type { Wiring } from "../src/main/wire.ts";
import { callOf, openMemory } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

const RECORDS = join(root, "..", "shared", "data", "decisions", "adrs.jsonl");

interface DecisionRecord {
  readonly id: string;
  readonly repo: string;
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
}

interface YoungQuestion {
  readonly repo: string;
  /** The record that answers it. */
  readonly id: string;
  readonly question: string;
  /** The same question in other words. */
  readonly also: readonly string[];
}

/** How much of a record is remembered: people and agents also write decisions of one line. */
const FORMS: Readonly<Record<string, (record: DecisionRecord) => readonly [string, string]>> = {
  "title, context, decision and consequences": ({ context, decision, consequences }) => [
    [context, decision].filter(Boolean).join("\n\n"),
    consequences,
  ],
  "title and context": ({ context }) => [context, ""],
  "title alone": () => ["", ""],
};

/** A question asked in a young memory. */
interface Asked {
  /** Its number in its file, from 1. */
  readonly number: number;
  /** The record that answers it; foreign questions have none. */
  readonly answer?: string | undefined;
  /** The first five results: strong ones, with weak ones, and with whatever ranks highest. */
  readonly strong: readonly string[];
  readonly shown: readonly string[];
  readonly withoutFloor: readonly string[];
  /** All candidates for the fit, in the order in which they fill up. */
  readonly rest: readonly Ranked<Candidate>[];
}

/** The questions that the floor was fitted on, and all. */
const PARTS: Readonly<Record<string, (asked: Asked) => boolean>> = {
  "odd-numbered, fitted": ({ number }) => number % 2 === 1,
  "even-numbered": ({ number }) => number % 2 === 0,
  all: () => true,
};

const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(join(root, "bench", "questions", `${name}.json`), "utf8")) as T[];

if (existsSync(RECORDS)) await measure();
else console.log("  The public decision records are not beside this checkout, so there is nothing to measure with.");

async function measure(): Promise<void> {
  const young = read<YoungQuestion>("young-questions");
  const foreign = read<{ readonly question: string }>("foreign-questions").slice(0, smoke ? 4 : undefined);
  const records = readFileSync(RECORDS, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DecisionRecord);
  const repos = [...new Set(young.map(({ repo }) => repo))].slice(0, smoke ? 1 : undefined);
  for (const [form, textsOf] of Object.entries(FORMS)) {
    const own: Asked[] = [];
    const otherWords: Asked[] = [];
    const unrelated: Asked[] = [];
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
      }
      for (const [i, { question }] of foreign.entries())
        unrelated.push({ ...(await ask(question, memory, idOf)), number: i + 1 });
      await memory.close();
    }
    console.log(`\n${form}`);
    if (process.argv.includes("--fit")) fit(own.filter(PARTS["odd-numbered, fitted"]!), unrelated);
    else report(own, otherWords, unrelated);
  }
}

/** Puts the records into a memory; the result has the record of each decision. */
async function remember(
  records: readonly DecisionRecord[],
  textsOf: (record: DecisionRecord) => readonly [string, string],
  memory: Wiring,
): Promise<ReadonlyMap<string, string>> {
  const call = await callOf(memory);
  const idOf = new Map<string, string>();
  for (const record of records) {
    const [reasoning, consequence] = textsOf(record);
    const { decision } = await perform(
      captureDecision,
      {
        statement: record.title,
        ...(reasoning !== "" && { reasoning }),
        consequences: consequence === "" ? [] : [consequence],
        confidenceStated: false,
      },
      memory,
      call,
    );
    idOf.set(decision.id, record.id);
  }
  await memory.background.idle();
  await perform(embedMemory, {}, memory, call);
  return idOf;
}

async function ask(
  question: string,
  memory: Wiring,
  idOf: ReadonlyMap<string, string>,
): Promise<Omit<Asked, "number" | "answer">> {
  const { scope } = await callOf(memory);
  const { meaning } = await embedQuery(question, memory);
  if (!meaning) throw new Error("The question could not be embedded.");
  const text = textQuery(question);
  const found = await memory.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  const information = informationIn(found.terms, found.rowsInIndex);
  const { strong, weak, leftOut } = rank(
    found.candidates.map((candidate) => ({ ...candidate, id: idOf.get(candidate.id)! })),
    { information, cjkShare: text.cjkShare },
    "balanced",
  );
  const below = leftOut.filter(({ because }) => because === "relevance").map(({ ranked }) => ranked);
  const rest = [...weak, ...below].sort((a, b) => b.score - a.score);
  const idsOf = (list: readonly Ranked<Candidate>[]) => list.map(({ candidate }) => candidate.id);
  return {
    strong: idsOf(strong.slice(0, MOST_WITH_WEAK)),
    shown: idsOf(fillWithWeak(strong, weak, MOST_WITH_WEAK)),
    withoutFloor: idsOf(fillWithWeak(strong, rest, MOST_WITH_WEAK)),
    rest,
  };
}

const answered = (asked: readonly Asked[], by: "strong" | "shown" | "withoutFloor"): number =>
  asked.filter(({ answer, [by]: ids }) => answer !== undefined && ids.includes(answer)).length;

function report(own: readonly Asked[], otherWords: readonly Asked[], unrelated: readonly Asked[]): void {
  for (const [part, belongs] of Object.entries(PARTS)) {
    const [asked, others, foreign] = [own, otherWords, unrelated].map((list) => list.filter(belongs)) as [
      Asked[],
      Asked[],
      Asked[],
    ];
    const silent = (by: "strong" | "shown"): number => foreign.filter(({ [by]: ids }) => ids.length === 0).length;
    console.log(`  ${part}`);
    const line = (what: string, share: string, goal = ""): void =>
      console.log(`    ${what.padEnd(52)} ${share}${goal && `, goal ${goal}`}`);
    line("the right one in the top 5 without a floor", shareOf(answered(asked, "withoutFloor"), asked.length));
    line(
      "of these shown",
      shareOf(answered(asked, "shown"), answered(asked, "withoutFloor")),
      "≥ 90 %",
    );
    line("the right one is strong", shareOf(answered(asked, "strong"), asked.length), "≥ 40 %");
    line("in other words: of these shown", shareOf(answered(others, "shown"), answered(others, "withoutFloor")));
    line("in other words: the right one is strong", shareOf(answered(others, "strong"), others.length));
    line("a foreign question: nothing strong", shareOf(silent("strong"), foreign.length), "≥ 93 %");
    line("a foreign question: anything shown", shareOf(foreign.length - silent("shown"), foreign.length), "≤ 35 %");
  }
}
