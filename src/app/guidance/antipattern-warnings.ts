import type { AntipatternExamples } from "../../domain/decisions/antipattern-examples.ts";
import { mentionsRemedy } from "../../domain/decisions/triggered-antipatterns.ts";
import type { TrackRecord } from "../../domain/guidance/track-record.ts";
import type { Warning } from "../../domain/guidance/warning.ts";
import { knownPatterns, resembledPattern } from "../../domain/guidance/warnings/known-patterns.ts";
import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { embedStatement } from "../recall/embed-statement.ts";
import type { GuidanceDeps } from "./deps.ts";

/**
 * By phrases, and where none matches by meaning. Without a model or the examples, phrases still work. A resemblance is a
 * guess, so it is not told of a way that worked here and never failed, or of a statement that names a remedy.
 */
export async function antipatternWarnings(
  statement: string,
  meaning: CandidateQuery["meaning"],
  { thisWay }: TrackRecord,
  deps: GuidanceDeps,
): Promise<Warning[]> {
  const known = await deps.antipatterns();
  const byPhrases = knownPatterns(statement, known);
  const hasWorked = thisWay.worked.length > 0 && thisWay.failed.length === 0;
  if (byPhrases.length > 0 || hasWorked) return byPhrases;
  const examples = await readExamples(deps);
  if (!examples) return [];
  const { vector } = await embedStatement(statement, examples.model, meaning, deps);
  const id = vector && examples.resembled(statement, vector);
  return known.filter((one) => one.id === id && !mentionsRemedy(statement, one, known)).map(resembledPattern);
}

async function readExamples(deps: GuidanceDeps): Promise<AntipatternExamples | undefined> {
  try {
    return await deps.antipatternExamples();
  } catch (error) {
    deps.log.warn("Antipatterns are matched by phrases only.", { error });
    return undefined;
  }
}
