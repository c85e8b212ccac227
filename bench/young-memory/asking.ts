import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import type { Wiring } from "../../src/main/wire.ts";
import { embedMemory } from "../../src/recall/operations/embed-memory.ts";
import { embedQueries } from "../../src/recall/operations/embed-query.ts";
import { PER_METHOD } from "../../src/recall/operations/find-relevant.ts";
import type { Candidate, SearchedWording } from "../../src/recall/rules/match-candidates.ts";
import { informationIn } from "../../src/recall/rules/query-terms.ts";
import { type Ranked, rankWordings } from "../../src/recall/rules/ranking.ts";
import { fillWithWeak, MOST_WITH_WEAK } from "../../src/recall/rules/relevance.ts";
import { findCandidates } from "../../src/recall/sql/search.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { questionQuery } from "../../src/shared/words/search-text.ts";
import { callOf } from "../memory.ts";

export interface DecisionRecord {
  readonly id: string;
  readonly repo: string;
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
}

/** A question asked in a young memory. */
export interface Asked {
  /** Its number in its file, from 1. */
  readonly number: number;
  /** The record that answers it; foreign questions have none. */
  readonly answer?: string | undefined;
  /** The first five results: strong ones, with weak ones, and with whatever ranks highest. */
  readonly strong: readonly string[];
  readonly shown: readonly string[];
  readonly withoutFloor: readonly string[];
  /** All that is not strong, best first. */
  readonly rest: readonly Ranked<Candidate>[];
}

/** What is remembered of a record besides its title. */
export interface RememberedFields {
  readonly reasoning?: string;
  readonly consequences?: readonly string[];
  readonly source?: string;
  readonly questions?: readonly string[];
}

/** Puts the records into a memory; the result has the record of each decision. */
export async function remember(
  records: readonly DecisionRecord[],
  fieldsOf: (record: DecisionRecord) => RememberedFields,
  memory: Wiring,
): Promise<ReadonlyMap<string, string>> {
  const call = await callOf(memory);
  const idOf = new Map<string, string>();
  for (const record of records) {
    const { reasoning = "", consequences = [], source = "", questions = [] } = fieldsOf(record);
    const { decision } = await perform(
      captureDecision,
      {
        statement: record.title,
        ...(reasoning !== "" && { reasoning }),
        ...(source.trim() !== "" && { source }),
        consequences: consequences.filter((consequence) => consequence !== ""),
        questions: [...questions],
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

/** Asks a question, also in the other wordings of it. */
export async function ask(
  question: string,
  memory: Wiring,
  idOf: ReadonlyMap<string, string>,
  also: readonly string[] = [],
): Promise<Omit<Asked, "number" | "answer">> {
  const { scope } = await callOf(memory);
  const wordings = [question, ...also];
  const { meanings } = await embedQueries(wordings, memory);
  if (meanings.length === 0) throw new Error("The question could not be embedded.");
  const searched: SearchedWording<Candidate>[] = [];
  for (const [i, wording] of wordings.entries()) {
    const text = questionQuery(wording);
    const found = await findCandidates(memory.memory, {
      scope,
      text,
      meaning: meanings[i],
      perMethod: PER_METHOD,
      withPassages: true,
    });
    const information = informationIn(found.terms, found.rowsInIndex);
    searched.push({
      candidates: found.candidates.map((candidate) => ({ ...candidate, id: idOf.get(candidate.id)! })),
      query: { information, cjkShare: text.cjkShare, model: meanings[i]?.profile },
    });
  }
  const { strong, weak, leftOut } = rankWordings(searched, "balanced");
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

/** How many of those that would be answered without a floor are answered with it. */
export function keptOf(asked: readonly Asked[]): { readonly kept: number; readonly of: number } {
  const without = asked.filter(({ answer = "", withoutFloor }) => withoutFloor.includes(answer));
  return { kept: answered(without, "shown"), of: without.length };
}

export const answered = (asked: readonly Asked[], by: "strong" | "shown" | "withoutFloor"): number =>
  asked.filter(({ answer, [by]: ids }) => answer !== undefined && ids.includes(answer)).length;

/** How many of them have no result. */
export const silent = (asked: readonly Asked[], by: "strong" | "shown"): number =>
  asked.filter(({ [by]: ids }) => ids.length === 0).length;
