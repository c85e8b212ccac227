import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { spelledOut } from "../../domain/threats/spelled-out.ts";
import type { FoundThreat } from "../../domain/threats/threat-index.ts";
import { embedStatement } from "../recall/embed-statement.ts";
import type { ThreatDeps } from "./deps.ts";

/** What somebody is about to write or decide, and in which file. */
export interface ThreatSubject {
  readonly statement: string;
  /** The path of the file that will be changed. */
  readonly file?: string | undefined;
  /** The vector of the statement, if it was embedded already. */
  readonly meaning?: CandidateQuery["meaning"];
}

export interface FoundThreats {
  /** The patterns that apply, most relevant first. */
  readonly found: readonly FoundThreat[];
  /** The number of patterns that apply, including those beyond the limit. */
  readonly total: number;
  /** The kinds of flaws that there are patterns about. */
  readonly lookedFor: readonly string[];
  readonly byMeaning: boolean;
  /** A message for the reply, if the search was limited in some way. */
  readonly notice?: string | undefined;
}

/** All searches for threats go through here, so that they give the same results. */
export async function findThreats(
  deps: ThreatDeps,
  { statement, file, meaning }: ThreatSubject,
  limit: number,
): Promise<FoundThreats> {
  const index = await deps.threats.index();
  const task = spelledOut(statement);
  const known = task === statement ? meaning : undefined;
  const { vector, missing } = await embedStatement(task, index.model, known, deps);
  const found = index.find({ text: statement, vector, file });
  return {
    found: found.slice(0, limit),
    total: found.length,
    lookedFor: index.kinds,
    byMeaning: vector !== undefined,
    notice: missing && NOTICES[missing],
  };
}

const NOTICES = {
  "no-model": "Searched by words only: no embedding model is in use.",
  "other-model": "Searched by words only: the patterns are embedded with the model that is shipped.",
  failed: "Searched by words only: the context could not be embedded.",
};
