import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import type { RecallDeps } from "./deps.ts";

export interface EmbeddedStatement {
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
