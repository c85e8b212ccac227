import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import type { FoundThreat, ThreatIndex } from "../../domain/threats/threat-index.ts";
import type { ThreatDeps } from "./deps.ts";

/** What somebody is about to write or decide, and in which file. */
export interface ThreatSubject {
  readonly statement: string;
  /** The path of the file that will be changed. */
  readonly file?: string | undefined;
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
  /** The vector of the statement, if it was embedded already. */
  readonly meaning?: CandidateQuery["meaning"];
}

export interface FoundThreats {
  /** The patterns that apply, most relevant first. */
  readonly found: readonly FoundThreat[];
  /** The number of patterns that apply, including those beyond the limit. */
  readonly total: number;
  readonly byMeaning: boolean;
  /** A message for the reply, if the search was limited in some way. */
  readonly notice?: string | undefined;
}

/** All searches for threats go through here, so that they give the same results. */
export async function findThreats(
  deps: ThreatDeps,
  { statement, file, language, framework, meaning }: ThreatSubject,
  limit: number,
): Promise<FoundThreats> {
  const index = await deps.threats.index();
  const { vector, notice } =
    meaning?.model === index.model
      ? { vector: meaning.vector }
      : await embedStatement(statement, index, deps);
  const found = index.find({ text: statement, vector, file, language, framework });
  return { found: found.slice(0, limit), total: found.length, byMeaning: vector !== undefined, notice };
}

async function embedStatement(
  statement: string,
  index: ThreatIndex,
  { meaning, log }: ThreatDeps,
): Promise<{ vector?: Float32Array | undefined; notice?: string | undefined }> {
  const embedder = await meaning.embedder();
  if (!embedder) return { notice: "Searched by words only: no embedding model is in use." };
  if (embedder.model !== index.model) {
    return { notice: "Searched by words only: the patterns are embedded with the model that is shipped." };
  }
  try {
    const [vector] = await embedder.embed([statement], "query");
    return { vector };
  } catch (error) {
    log.warn("The context could not be embedded; words are searched instead.", { error });
    return { notice: "Searched by words only: the context could not be embedded." };
  }
}
