import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { RecallDeps } from "./deps.ts";

export interface EmbeddedQuery {
  readonly meaning?: CandidateQuery["meaning"];
  /** A message for the reply, if the search was limited in some way. */
  readonly note?: Notice | undefined;
  /** Set if embedding failed and may succeed the next time. */
  readonly failed?: true;
}

export interface EmbeddedQueries extends Omit<EmbeddedQuery, "meaning"> {
  /** In the order of the queries; empty if they could not be embedded. */
  readonly meanings: readonly NonNullable<EmbeddedQuery["meaning"]>[];
}

/** The query's vector if this process has the active model of the memory, or else a note that says why not. */
export async function embedQuery(query: string, deps: RecallDeps): Promise<EmbeddedQuery> {
  const { meanings, ...rest } = await embedQueries([query], deps);
  return { meaning: meanings[0], ...rest };
}

/** The same for several queries, all of them or none. They are one call to the embedder. */
export async function embedQueries(
  queries: readonly string[],
  { meaning, store, log }: RecallDeps,
): Promise<EmbeddedQueries> {
  const embedder = await meaning.embedder();
  if (!embedder) return { meanings: [], note: "Searched by words only: no embedding model is in use." };
  const active = await store.activeModel();
  if (active === undefined) return { meanings: [], note: "Searched by words only: nothing is embedded yet." };
  if (active !== embedder.model) {
    return {
      meanings: [],
      note: {
        text: `Searched by words only: the memory was embedded with ${active}, and this process has ${embedder.model}.`,
        remedies: [{ remedy: "switch-model" }],
      },
    };
  }
  try {
    const vectors = await embedder.embed(queries, "query");
    if (vectors.length < queries.length) return FAILED;
    const pending = await store.pendingEmbeddings();
    const note = pending > 0 ? notEmbedded(pending) : undefined;
    return { meanings: vectors.map((vector) => ({ model: active, vector })), note };
  } catch (error) {
    log.warn("The query could not be embedded; words are searched instead.", { error });
    const tooSlow = error instanceof Fault && error.reason === "embedding_timeout";
    return tooSlow ? TOO_SLOW : FAILED;
  }
}

const FAILED: EmbeddedQueries = {
  meanings: [],
  note: "Searched by words only: the query could not be embedded.",
  failed: true,
};

const TOO_SLOW: EmbeddedQueries = {
  meanings: [],
  note: "Searched by words only: the query could not be embedded in time.",
  failed: true,
};

const notEmbedded = (pending: number): string =>
  `${pending === 1 ? "1 decision is" : `${pending} decisions are`} not embedded yet, and searched by words only.`;
