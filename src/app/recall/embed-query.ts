import { isComparable, type ModelProfile, unreadScript } from "../../domain/recall/model-profile.ts";
import { SCRIPT_NAMES } from "../../domain/recall/scripts.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { ComparableVector } from "./comparable-vector.ts";
import type { RecallDeps } from "./deps.ts";

export interface EmbeddedQuery {
  readonly meaning?: ComparableVector | undefined;
  /** Messages for the reply, if the search was limited in some way. */
  readonly notes: readonly Notice[];
  /** Set if embedding failed and may succeed the next time. */
  readonly failed?: true;
}

/**
 * The query's vector if this process has the active model of the memory and knows what its cosines mean, or else a note
 * that says why not.
 */
export async function embedQuery(
  query: string,
  { meaning, profiles, store, log }: RecallDeps,
): Promise<EmbeddedQuery> {
  const embedder = await meaning.embedder();
  if (!embedder) return { notes: ["Searched by words only: no embedding model is in use."] };
  const active = await store.activeModel();
  if (active === undefined) return { notes: ["Searched by words only: nothing is embedded yet."] };
  if (active !== embedder.model) return { notes: [otherModel(active, embedder.model)] };
  const profile = await profiles.of(active);
  if (!profile) return { notes: [unknownModel(active)] };
  const unread = unreadNotes(query, profile);
  if (!isComparable(query, profile)) return { notes: unread };
  try {
    const [vector] = await embedder.embed([query], "query");
    if (!vector) return FAILED;
    const pending = await store.pendingEmbeddings();
    return {
      meaning: { model: active, vector, profile },
      notes: [...unread, ...(pending > 0 ? [notEmbedded(pending)] : [])],
    };
  } catch (error) {
    log.warn("The query could not be embedded; words are searched instead.", { error });
    const tooSlow = error instanceof Fault && error.reason === "embedding_timeout";
    return tooSlow ? TOO_SLOW : FAILED;
  }
}

const FAILED: EmbeddedQuery = {
  notes: ["Searched by words only: the query could not be embedded."],
  failed: true,
};

const TOO_SLOW: EmbeddedQuery = {
  notes: ["Searched by words only: the query could not be embedded in time."],
  failed: true,
};

const otherModel = (active: string, own: string): Notice => ({
  text: `Searched by words only: the memory was embedded with ${active}, and this process has ${own}.`,
  remedies: [{ remedy: "switch-model" }],
});

const unknownModel = (model: string): Notice => ({
  text: `Searched by words only: how close texts are by the model ${model} is not known yet.`,
  remedies: [{ remedy: "fit-model" }],
});

function unreadNotes(query: string, profile: ModelProfile): string[] {
  const script = unreadScript(query, profile);
  return script === undefined ? [] : [`The model cannot read ${SCRIPT_NAMES[script]}: searched by words.`];
}

const notEmbedded = (pending: number): string =>
  `${pending === 1 ? "1 decision is" : `${pending} decisions are`} not embedded yet, and searched by words only.`;
