import * as z from "zod";
import { SEARCH_MODES } from "../../domain/recall/ranking.ts";
import { RELEVANCE_THRESHOLD } from "../../domain/recall/relevance.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { textQuery } from "../../domain/shared/search-text.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { embedQuery } from "./embed-query.ts";
import { findRelevant, type RelevantDecisions } from "./find-relevant.ts";

export const SEARCH_METHODS = ["words", "meaning", "graph"] as const;
export type SearchMethod = (typeof SEARCH_METHODS)[number];

export const searchDecisions = defineOperation({
  name: "search-decisions",
  summary: "Find decisions by their words and by what they mean, and say which of them still hold.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    query: boundedText(1, LIMITS.statement),
    limit: z.number().int().min(1).max(20).default(5),
    mode: z.enum(SEARCH_MODES).default("balanced"),
    /** A decision that the caller expects to find: the result says where it is, or why it is missing. */
    expected: DecisionRef.optional(),
  }),
  async run({ query, limit, mode, expected }, deps: RecallDeps, { scope }) {
    const { meaning, note } = await embedQuery(query, deps);
    const relevant = await findRelevant({ text: textQuery(query), meaning, scope, mode, limit }, deps);
    const { results, found, leftOut, candidates } = relevant;
    const methods: SearchMethod[] = ["words", ...(meaning ? (["meaning"] as const) : []), "graph"];
    return {
      results,
      more: Math.max(0, found - limit),
      leftOut,
      missed: expected === undefined ? undefined : await explainExpected(expected, relevant, scope, deps),
      methods,
      message: messageOf(found, leftOut, candidates),
      notices: note === undefined ? [] : [note],
    };
  },
});

/** Says where an expected decision is in the results, or why it is not there. */
async function explainExpected(
  ref: string,
  { results, leftOut, found }: RelevantDecisions,
  scope: Scope,
  { store }: RecallDeps,
): Promise<{ id: string; because: string; relevance?: number | undefined }> {
  const decision = await store.findDecision(scope, ref);
  if (!decision) {
    return { id: ref, because: `there is no decision ${ref} in ${scope}; it may belong to another project` };
  }
  const { id } = decision;
  const place = results.findIndex((one) => one.decision.id === id);
  if (place >= 0) {
    return { id, because: `it is result ${place + 1}`, relevance: results[place]?.relevance };
  }
  const left = leftOut.find(({ ranked }) => ranked.candidate.id === id);
  if (left) return { id, because: reasonLeftOut(left), relevance: left.ranked.relevance };
  return found > results.length
    ? { id, because: `it may stand below the limit: ${found - results.length} more were relevant` }
    : {
        id,
        because:
          "it was no candidate: it has none of the words that were looked up, and others are nearer in meaning",
      };
}

function reasonLeftOut({ because, inFavourOf, ranked }: RelevantDecisions["leftOut"][number]): string {
  if (because === "standing")
    return `it is ${ranked.candidate.standing}, and the mode strict returns only what holds`;
  if (because === "target") return `${inFavourOf} has the same target and stands for it`;
  return `its relevance is below ${RELEVANCE_THRESHOLD}: what it says and what was asked have too little in common`;
}

/** How many decisions were found, or why none were. */
function messageOf(
  found: number,
  leftOut: readonly { readonly because: string }[],
  candidates: number,
): string {
  if (found > 0) return `Found ${found} decision${found === 1 ? "" : "s"}.`;
  if (candidates === 0) return "Found nothing: no decision shares a word or a meaning with the query.";
  const dropped = leftOut.filter(({ because }) => because === "standing").length;
  return dropped > 0 && dropped === leftOut.length
    ? "Found nothing that holds: what matches was replaced or withdrawn. The mode balanced or audit shows it."
    : "Found nothing relevant: what comes closest is about something else. Other words may help, or the mode audit.";
}
