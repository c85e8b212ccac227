import * as z from "zod";
import { NO_OUTCOME } from "../domain/decisions/decision-store.ts";
import { OUTCOME_STATUSES, type OutcomeStatus } from "../domain/decisions/outcome.ts";

/** What people say instead of the name of a status. */
const OTHER_WORDS = new Map<unknown, OutcomeStatus>([
  ["succeeded", "success"],
  ["partly", "partial"],
  ["failed", "failure"],
]);
const statusOf = (word: unknown): unknown => OTHER_WORDS.get(word) ?? word;

export const OutcomeWord = z.preprocess(statusOf, z.enum(OUTCOME_STATUSES));
export const OutcomeFilter = z.preprocess(statusOf, z.enum([...OUTCOME_STATUSES, NO_OUTCOME]).optional());
