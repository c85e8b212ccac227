import * as z from "zod";
import { SEARCH_MODES } from "../domain/ranking.ts";
import { textQuery } from "../domain/search-text.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { embedQuery } from "./embed-query.ts";
import { findRelevant } from "./find-relevant.ts";
import { defineOperation } from "./operation.ts";

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
  }),
  async run({ query, limit, mode }, deps, { scope }) {
    const { meaning, note } = await embedQuery(query, deps);
    const { results, found, leftOut, candidates } = await findRelevant(
      { text: textQuery(query), meaning, scope, mode, limit },
      deps,
    );
    const methods: SearchMethod[] = ["words", ...(meaning ? (["meaning"] as const) : []), "graph"];
    return {
      results,
      more: Math.max(0, found - limit),
      leftOut,
      methods,
      message: messageOf(found, leftOut, candidates),
      notices: note === undefined ? [] : [note],
    };
  },
});

/** Why the answer is as long as it is. */
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
