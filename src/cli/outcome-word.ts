import * as z from "zod";
import { OUTCOME_STATUSES, type OutcomeStatus } from "../domain/decisions/outcome.ts";

/** What people say instead of the name of a status. */
const OTHER_WORDS = new Map<unknown, OutcomeStatus>([
  ["succeeded", "success"],
  ["partly", "partial"],
  ["failed", "failure"],
]);

export const OutcomeWord = z.preprocess((word) => OTHER_WORDS.get(word) ?? word, z.enum(OUTCOME_STATUSES));
