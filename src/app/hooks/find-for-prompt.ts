import { sentencesOf } from "../../domain/hooks/persons-words.ts";
import { saidIn } from "../../domain/hooks/prompt-subject.ts";
import { type FoundDecision, isDoubtfulFailure } from "../../domain/hooks/reminders.ts";
import { repeatsStatement } from "../../domain/hooks/repeated-statement.ts";
import { rareWord } from "../../domain/recall/query-terms.ts";
import { type CandidateSearch, PER_METHOD, statementQuery, strongAmong } from "../recall/find-relevant.ts";
import type { HookDeps } from "./deps.ts";

/** Enough to find some that hold, are new to the session and reach the bar. */
const MOST_FOUND = 12;

/** The strong decisions for the words of a person, and how relevant they are, failures also to a sentence of these. */
export async function findForPrompt(
  words: string,
  project: string,
  deps: HookDeps,
): Promise<readonly FoundDecision[]> {
  const found = await findFor(words, project, deps);
  if (!found.some(isDoubtfulFailure)) return found;
  const sentences = sentencesOf(words).filter((sentence) => sentence !== words);
  const closest = new Map<string, number>();
  for (const sentence of sentences)
    for (const { decision, relevance } of await findFor(sentence, project, deps))
      closest.set(decision.id, Math.max(relevance, closest.get(decision.id) ?? 0));
  return found.map((one) =>
    isDoubtfulFailure(one)
      ? { ...one, relevance: Math.max(one.relevance, closest.get(one.decision.id) ?? 0) }
      : one,
  );
}

async function findFor(text: string, project: string, deps: HookDeps): Promise<FoundDecision[]> {
  const search = await searchFor(text, project, deps);
  const said = saidIn(text, search.found);
  const strong = await strongAmong(search, { mode: "balanced", limit: MOST_FOUND }, deps);
  const { weight } = rareWord(search.found.rowsInIndex);
  return strong.map(({ decision, relevance, candidate: { words = 0, cosine } }) => ({
    decision,
    relevance,
    said,
    isRepeated: repeatsStatement(text, decision.statement),
    ...(cosine === undefined && { rareWords: words / weight }),
  }));
}

async function searchFor(words: string, scope: string, deps: HookDeps): Promise<CandidateSearch> {
  const text = statementQuery(words);
  const meaning = await deps.meaningOf(words);
  const found = await deps.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  return { scope, text, meaning, found };
}
