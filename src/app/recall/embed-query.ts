import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { RecallDeps } from "./deps.ts";

export interface EmbeddedQuery {
  readonly meaning?: CandidateQuery["meaning"];
  /** What a reply has to say about it. */
  readonly note?: Notice | undefined;
  /** Set when it went wrong and may go well the next time. */
  readonly failed?: true;
}

/** The query's vector, where the memory's model can be had, and what to say about it. */
export async function embedQuery(query: string, { meaning, store, log }: RecallDeps): Promise<EmbeddedQuery> {
  const embedder = await meaning.embedder();
  if (!embedder) return { note: "Searched by words only: no embedding model is in use." };
  const active = await store.activeModel();
  if (active === undefined) return { note: "Searched by words only: nothing is embedded yet." };
  if (active !== embedder.model) {
    return {
      note: {
        text: `Searched by words only: the memory was embedded with ${active}, and this process has ${embedder.model}.`,
        remedies: [{ remedy: "switch-model" }],
      },
    };
  }
  try {
    const [vector] = await embedder.embed([query], "query");
    if (!vector) return FAILED;
    const pending = await store.pendingEmbeddings();
    const note = pending > 0 ? notEmbedded(pending) : undefined;
    return { meaning: { model: active, vector }, note };
  } catch (error) {
    log.warn("The query could not be embedded; words are searched instead.", { error });
    return FAILED;
  }
}

const FAILED: EmbeddedQuery = {
  note: "Searched by words only: the query could not be embedded.",
  failed: true,
};

const notEmbedded = (pending: number): string =>
  `${pending === 1 ? "1 decision is" : `${pending} decisions are`} not embedded yet, and searched by words only.`;
