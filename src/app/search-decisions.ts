import * as z from "zod";
import { massOf } from "../domain/query-terms.ts";
import { rank, SEARCH_MODES } from "../domain/ranking.ts";
import { textQuery } from "../domain/search-text.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { type Deps, defineOperation } from "./operation.ts";

/** Enough for the fusion to know what is usual among the candidates. */
const PER_METHOD = 100;

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
    const text = textQuery(query);
    const { meaning, note } = await meaningOf(query, deps);
    const { candidates, terms, rowsInIndex } = await deps.store.findCandidates({
      scope,
      text,
      meaning,
      perMethod: PER_METHOD,
    });
    const ranking = rank(candidates, { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare }, mode);
    const methods: SearchMethod[] = ["words", ...(meaning ? (["meaning"] as const) : []), "graph"];
    return {
      results: ranking.results.slice(0, limit),
      more: Math.max(0, ranking.results.length - limit),
      leftOut: ranking.leftOut,
      methods,
      message: messageOf(ranking.results.length, ranking.leftOut, candidates.length),
      notices: note === undefined ? [] : [note],
    };
  },
});

/** The query's vector, where the memory's model can be had, and what to say about it. */
async function meaningOf(query: string, { meaning, store, log }: Deps) {
  const embedder = await meaning.embedder();
  if (!embedder) return { note: "Searched by words only: no embedding model is in use." };
  const active = await store.activeModel();
  if (active === undefined) return { note: "Searched by words only: nothing is embedded yet." };
  if (active !== embedder.model) {
    return {
      note: `Searched by words only: the memory was embedded with ${active}, and this process has ${embedder.model}.`,
    };
  }
  try {
    const [vector] = await embedder.embed([query], "query");
    if (!vector) return { note: "Searched by words only: the query could not be embedded." };
    const pending = await store.pendingEmbeddings();
    const note =
      pending > 0 ? `${pending} decisions are not embedded yet, and were searched by words only.` : undefined;
    return { meaning: { model: active, vector }, note };
  } catch (error) {
    log.warn("The query could not be embedded; words are searched instead.", { error });
    return { note: "Searched by words only: the query could not be embedded." };
  }
}

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
