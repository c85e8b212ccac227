import { personsWords } from "../../src/candidates/rules/persons-choice.ts";
import type { HookDeps } from "../../src/hooks/operations/deps.ts";
import { handleEvent } from "../../src/hooks/operations/handle-event.ts";
import { mostTokens } from "../../src/hooks/rules/reminders.ts";
import type { Wiring } from "../../src/main/wire.ts";
import { embedQuery } from "../../src/recall/operations/embed-query.ts";
import { PER_METHOD, statementQuery } from "../../src/recall/operations/find-relevant.ts";
import { informationIn } from "../../src/recall/rules/query-terms.ts";
import { rank } from "../../src/recall/rules/ranking.ts";
import type { Strength } from "../../src/recall/rules/relevance.ts";
import { findCandidates } from "../../src/recall/sql/search.ts";
import { callOf } from "../memory.ts";

/** Whether meaning is searched, as with a server, or only words, as without one. */
export type By = "meaning" | "words";

export interface Found {
  /** Its number in the file. */
  readonly decision: string;
  readonly relevance: number;
  readonly strength: Strength | undefined;
}

export interface Asked {
  /** The decisions that the session was told of, by their numbers in the file. */
  readonly told: readonly string[];
  readonly tokens: number;
  /** What a search for the same words finds, best first. */
  readonly found: readonly Found[];
}

/** A program that handles hooks: with the shipped model, or without any. */
function hookDeps(memory: Wiring, by: By): HookDeps {
  return {
    ...memory,
    meaningOf: async (text) => (by === "words" ? undefined : (await embedQuery(text, memory)).meaning),
    worktree: { checkedOut: async () => undefined, pathIn: async () => undefined },
    off: new Set(),
    detectsContext: false,
  };
}

/** Sends a prompt as the first of a new session. */
export async function askAsPerson(
  prompt: string,
  session: string,
  by: By,
  memory: Wiring,
  numberOf: ReadonlyMap<string, string>,
): Promise<Asked> {
  const deps = hookDeps(memory, by);
  const call = await callOf(memory);
  const key = { client: `bench-${by}`, session };
  const say = await handleEvent({ ...key, event: "prompt", prompt }, deps, call);
  return {
    told: say?.told.map(({ record }) => numberOf.get(record)!) ?? [],
    tokens: say === undefined ? 0 : mostTokens(say.text),
    found: await search(prompt, deps, memory, numberOf),
  };
}

async function search(
  prompt: string,
  deps: HookDeps,
  memory: Wiring,
  numberOf: ReadonlyMap<string, string>,
): Promise<Found[]> {
  const words = personsWords(prompt);
  if (words === undefined) return [];
  const { scope } = await callOf(memory);
  const text = statementQuery(words);
  const meaning = await deps.meaningOf(words);
  const { candidates, terms, rowsInIndex } = await findCandidates(memory.memory, {
    scope,
    text,
    meaning,
    perMethod: PER_METHOD,
  });
  const information = informationIn(terms, rowsInIndex);
  const ranking = rank(
    candidates,
    { information, cjkShare: text.cjkShare, model: meaning?.profile },
    "balanced",
  );
  return [...ranking.strong, ...ranking.weak, ...ranking.leftOut.map(({ ranked }) => ranked)].map(
    ({ candidate, relevance, strength }) => ({
      decision: numberOf.get(candidate.id)!,
      relevance,
      strength,
    }),
  );
}
