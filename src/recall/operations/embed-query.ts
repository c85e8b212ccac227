/** The vectors of queries and statements, with a note where there is none. */
import type { Decision } from "../../decisions/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import {
  isComparable,
  levelled,
  type ModelProfile,
  SCRIPT_NAMES,
  unreadScript,
} from "../rules/model-profile.ts";
import type { CandidateQuery } from "../rules/recall-store.ts";
import type { RecallDeps } from "./deps.ts";

export interface EmbeddedQuery {
  readonly meaning?: ComparableVector | undefined;
  /** Messages for the reply, if the search was limited in some way. */
  readonly notes: readonly Notice[];
  /** Set if embedding failed and may succeed the next time. */
  readonly failed?: true;
}

interface EmbeddedQueries extends Omit<EmbeddedQuery, "meaning"> {
  /** In the order of the queries; undefined for what could not be embedded or is not comparable. */
  readonly meanings: readonly EmbeddedQuery["meaning"][];
}

/**
 * The query's vector if this process has the active model of the memory and knows what its cosines mean, or else a note
 * that says why not.
 */
export async function embedQuery(query: string, deps: RecallDeps): Promise<EmbeddedQuery> {
  const { meanings, ...rest } = await embedQueries([query], deps);
  return { meaning: meanings[0], ...rest };
}

/** The meaning of one of the queries, for a search that begins before it is there. */
export function meaningSoon(
  embedding: Promise<EmbeddedQueries>,
  which = 0,
): Promise<EmbeddedQuery["meaning"]> {
  const soon = embedding.then(({ meanings }) => meanings[which]);
  // If the search fails first, nobody waits for it, and its own failure must not end the process.
  soon.catch(() => {});
  return soon;
}

/** The same for several queries, in one call to the embedder. The notes are about the first. */
export async function embedQueries(
  queries: readonly string[],
  { meaning, profiles, store, log }: RecallDeps,
): Promise<EmbeddedQueries> {
  const byWords = (...notes: Notice[]): EmbeddedQueries => ({ meanings: [], notes });
  const embedder = await meaning.embedder();
  if (!embedder) return byWords("Searched by words only: no embedding model is in use.");
  const { activeModel: model, pending } = await store.searchedState();
  if (model === undefined) return byWords("Searched by words only: nothing is embedded yet.");
  if (model !== embedder.model) return byWords(otherModel(model, embedder.model));
  const profile = await profiles.of(model);
  if (!profile) return byWords(unknownModel(model));
  const unread = unreadNotes(queries[0] ?? "", profile);
  const comparable = queries.filter((query) => isComparable(query, profile));
  if (comparable.length === 0) return byWords(...unread);
  try {
    const vectors = await embedder.embed(comparable, "query");
    if (vectors.length < comparable.length) return FAILED;
    const byQuery = new Map(comparable.map((query, i) => [query, vectors[i] as Float32Array]));
    return {
      meanings: queries.map((query) => {
        const vector = byQuery.get(query);
        return vector && { model, vector, profile };
      }),
      notes: [...unread, ...(pending > 0 ? [notEmbedded(pending)] : [])],
    };
  } catch (error) {
    log.warn("The query could not be embedded; words are searched instead.", { error });
    const tooSlow = error instanceof Fault && error.reason === "embedding_timeout";
    return tooSlow ? TOO_SLOW : FAILED;
  }
}

const FAILED: EmbeddedQueries = {
  meanings: [],
  notes: ["Searched by words only: the query could not be embedded."],
  failed: true,
};

const TOO_SLOW: EmbeddedQueries = {
  meanings: [],
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

/** A vector with the profile of its model. Whatever judges cosines needs both, so nothing else is searched with. */
export interface ComparableVector {
  readonly model: string;
  readonly vector: Float32Array;
  readonly profile: ModelProfile;
}

/** The stored vector of a decision; undefined if it has none, or none that can be judged. */
export async function storedVector(
  { id, project, statement }: Decision,
  { store, profiles }: Pick<RecallDeps, "store" | "profiles">,
): Promise<ComparableVector | undefined> {
  const stored = await store.vectorOf(project, id);
  const profile = stored && (await profiles.of(stored.model));
  return profile && isComparable(statement, profile) ? { ...stored, profile } : undefined;
}

interface EmbeddedStatement {
  readonly vector?: Float32Array | undefined;
  /** Why there is no vector. */
  readonly missing?: "no-model" | "other-model" | "failed" | undefined;
}

/**
 * The vector of a statement by the model that knowledge of the build was embedded with: the one that the search used, or
 * a new one, because a memory without decisions searches without.
 */
export async function embedStatement(
  statement: string,
  model: string,
  known: CandidateQuery["meaning"],
  { meaning, log }: Pick<RecallDeps, "meaning" | "log">,
): Promise<EmbeddedStatement> {
  if (known?.model === model) return { vector: known.vector };
  const embedder = await meaning.embedder();
  if (!embedder) return { missing: "no-model" };
  if (embedder.model !== model) return { missing: "other-model" };
  try {
    const [vector] = await embedder.embed([statement], "query");
    return { vector };
  } catch (error) {
    log.warn("The context could not be embedded; words are searched instead.", { error });
    return { missing: "failed" };
  }
}

/**
 * How close texts are to each other in meaning, on the scale of the shipped model. Undefined without a model, or with one
 * of which that is not known.
 */
export async function closenessBetween(
  texts: readonly string[],
  { meaning, profiles, log }: Pick<RecallDeps, "meaning" | "profiles" | "log">,
): Promise<((one: string, other: string) => number) | undefined> {
  const embedder = await meaning.embedder();
  const profile = embedder && (await profiles.of(embedder.model));
  if (!profile || !texts.every((text) => isComparable(text, profile))) return undefined;
  try {
    const vectors = await embedder.embed(texts, "query");
    const byText = new Map(texts.map((text, i) => [text, vectors[i]]));
    return (one, other) => levelled(cosine(byText.get(one), byText.get(other)), profile);
  } catch (error) {
    log.warn("Statements could not be compared by their meaning; their words are compared.", { error });
    return undefined;
  }
}

/** Of vectors of length 1, as all stored ones are; 0 if one is missing. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
