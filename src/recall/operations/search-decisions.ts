import * as z from "zod";
import { decisionPassages, findDecision, historiesOf, outcomePassages } from "../../decisions/index.ts";
import { readCodeCauses } from "../../repository/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { questionQuery } from "../../shared/words/search-text.ts";
import { OtherWordings } from "../rules/match-candidates.ts";
import { type MatchedPart, matchedPart, stemsIn } from "../rules/matched-part.ts";
import { SEARCH_MODES } from "../rules/ranking.ts";
import type { ComputedAnswer } from "./answer-cache.ts";
import type { RecallDeps } from "./deps.ts";
import { embedQueries, meaningSoon } from "./embed-query.ts";
import {
  type Answers,
  findAnswers,
  type NotReturned,
  type RankedDecision,
  type SearchOptions,
  type Wording,
} from "./find-relevant.ts";

/** How many of those that were left out an explanation names. */
const MOST_LEFT_OUT = 20;

export const SEARCH_METHODS = ["words", "meaning", "graph"] as const;
export type SearchMethod = (typeof SEARCH_METHODS)[number];

export const searchDecisions = defineOperation({
  name: "search-decisions",
  summary: "Find decisions by their words and by what they mean, and say which of them still hold.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    query: boundedText(1, LIMITS.statement),
    /** Other wordings of the same question. */
    also: OtherWordings.default([]),
    limit: z.number().int().min(1).max(20).default(5),
    mode: z.enum(SEARCH_MODES).default("balanced"),
    /** A decision that the caller expects to find: the result says where it is, or why it is missing. */
    expected: DecisionRef.optional(),
  }),
  async run({ query, also, limit, mode, expected }, deps: RecallDeps, { scope }) {
    const question = { query, others: withoutRepetitions(query, also), limit, mode };
    const { answers, parts, methods, notes } =
      expected === undefined
        ? await answerAgain(question, scope, deps)
        : (await answerQuestion(question, scope, deps)).answer;
    const { strong, leftOut } = answers;
    const { causes, places } = await readCodeCauses(
      answers.results.map(({ decision }) => decision),
      scope,
      deps,
    );
    const results = answers.results.map((result) => {
      const { id } = result.decision;
      const checkAgain = [...(result.checkAgain ?? []), ...(causes.get(id) ?? [])];
      return {
        ...result,
        ...(checkAgain.length > 0 && { checkAgain }),
        places: places.get(id),
        matched: parts.get(id),
      };
    });
    return {
      results,
      more: Math.max(0, strong - limit),
      strong,
      weak: weakIn(answers),
      leftOut: leftOut.slice(0, MOST_LEFT_OUT),
      missed: expected === undefined ? undefined : await explainExpected(expected, answers, scope, deps),
      methods: [...methods],
      message: messageOf(answers),
      notices: notes,
    };
  },
});

interface Asked extends SearchOptions {
  readonly query: string;
  readonly others: readonly string[];
}

/** The part of a reply that depends on the memory and the question alone, not on the repository. */
interface FoundByQuestion {
  readonly answers: Answers;
  readonly parts: Awaited<ReturnType<typeof matchedParts>>;
  readonly methods: readonly SearchMethod[];
  readonly notes: readonly Notice[];
}

/** The same question has the same answer until the memory changes. */
function answerAgain(asked: Asked, scope: Scope, deps: RecallDeps): Promise<FoundByQuestion> {
  const { query, others, limit, mode } = asked;
  return deps.answers.answerTo(["search", scope, query, others, limit, mode], deps, async () => {
    const { answer, cacheable } = await answerQuestion(asked, scope, deps);
    const leftOut = mostToKeep(answer.answers);
    return { answer: { ...answer, answers: { ...answer.answers, leftOut } }, cacheable };
  });
}

/** Of some hundred candidates only these are ever shown, and those that say why nothing holds. */
function mostToKeep({ leftOut }: Answers): Answers["leftOut"] {
  const replaced = leftOut.find(isReplaced);
  const first = leftOut.slice(0, MOST_LEFT_OUT);
  return replaced && !first.includes(replaced) ? [...first, replaced] : first;
}

async function answerQuestion(
  { query, others, limit, mode }: Asked,
  scope: Scope,
  deps: RecallDeps,
): Promise<ComputedAnswer<FoundByQuestion>> {
  // It is begun first, because it runs in another process while this one searches for the words.
  const embedding = embedQueries([query, ...others], deps);
  const [first, ...otherWordings] = [query, ...others].map((wording, i) => ({
    text: questionQuery(wording),
    soon: meaningSoon(embedding, i),
  })) as [Wording, ...Wording[]];
  const answers = await findAnswers({ ...first, otherWordings, scope, mode, limit }, deps);
  const { meanings, notes, failed } = await embedding;
  const [meaning] = meanings;
  const parts = await matchedParts(query, answers.results, scope, deps);
  const methods: SearchMethod[] = ["words", ...(meaning ? (["meaning"] as const) : []), "graph"];
  return { answer: { answers, parts, methods, notes }, cacheable: !failed };
}

/** A wording that repeats another one says nothing new. */
export function withoutRepetitions(query: string, also: readonly string[]): readonly string[] {
  const different = new Set(also.map((wording) => wording.trim()));
  different.delete(query.trim());
  return [...different];
}

function weakIn({ results }: Answers): number {
  return results.filter(({ strength }) => strength === "weak").length;
}

/** Says where an expected decision is in the results, or why it is not there. */
async function explainExpected(
  ref: string,
  answers: Answers,
  scope: Scope,
  { memory }: RecallDeps,
): Promise<{ id: string; because: string; relevance?: number | undefined }> {
  const decision = await findDecision(memory, scope, ref);
  if (!decision) {
    return { id: ref, because: `there is no decision ${ref} in ${scope}; it may belong to another project` };
  }
  const { id } = decision;
  const { results, leftOut, strong } = answers;
  const place = results.findIndex((one) => one.decision.id === id);
  const result = results[place];
  if (result) {
    const where = `it is result ${place + 1}`;
    return {
      id,
      because: result.strength === "strong" ? where : `${where}, among those that only come close`,
      relevance: result.relevance,
    };
  }
  const left = leftOut.find(({ ranked }) => ranked.candidate.id === id);
  if (left) return { id, because: reasonLeftOut(left), relevance: left.ranked.relevance };
  const beyond = strong - (results.length - weakIn(answers));
  return beyond > 0
    ? { id, because: `it may stand below the limit: ${beyond} more were relevant` }
    : {
        id,
        because:
          "it was no candidate: it has none of the words that were looked up, and others are nearer in meaning",
      };
}

function reasonLeftOut({ because, inFavourOf, ranked }: NotReturned): string {
  switch (because) {
    case "standing":
      return `it is ${ranked.candidate.standing}, and the mode strict returns only what holds`;
    case "target":
      return `${inFavourOf} has the same target and stands for it`;
    case "closer":
      return "it comes close, but others are closer";
    case "relevance":
      return "its relevance is too low: what it says and what was asked have too little in common";
  }
}

/** How many decisions were found, or why none were. */
function messageOf(answers: Answers): string {
  const { strong, leftOut, candidates } = answers;
  const weak = weakIn(answers);
  if (strong > 0) return `Found ${decisions(strong)}${weak > 0 ? `, and ${weak} that may be meant` : ""}.`;
  if (weak > 0) return `Found nothing that surely fits, and ${decisions(weak)} that may be meant.`;
  if (candidates === 0) return "Found nothing: no decision shares a word or a meaning with the query.";
  return leftOut.some(isReplaced)
    ? "Found nothing that holds: what matches was replaced or withdrawn. The mode balanced or audit shows it."
    : "Found nothing relevant: even what comes closest is about something else. Other words may help.";
}

/** It would have been returned if it still held. */
const isReplaced = ({ because, ranked }: NotReturned): boolean =>
  because === "standing" && ranked.strength !== undefined;

const decisions = (count: number): string => `${count} decision${count === 1 ? "" : "s"}`;

/** The kinds of passages that come from outcomes. */
const LEARNED: ReadonlySet<string> = new Set(["lesson", "metrics"]);

/** For each result, the part in which it matched the query, if that is not its statement. */
async function matchedParts(
  query: string,
  results: readonly RankedDecision[],
  scope: Scope,
  { memory }: Pick<RecallDeps, "memory">,
): Promise<ReadonlyMap<string, MatchedPart>> {
  const learned = results.filter(({ candidate }) => LEARNED.has(candidate.passage?.kind ?? ""));
  const histories =
    learned.length === 0
      ? new Map()
      : await historiesOf(
          memory,
          scope,
          learned.map(({ decision }) => decision.id),
        );
  const wanted = stemsIn(query);
  const parts = new Map<string, MatchedPart>();
  for (const { decision, candidate } of results) {
    const outcomes = histories.get(decision.id)?.outcomes ?? [];
    const passages = [...decisionPassages(decision), ...outcomes.flatMap(outcomePassages)];
    const part = matchedPart(wanted, decision, passages, candidate.passage);
    if (part) parts.set(decision.id, part);
  }
  return parts;
}
