import * as z from "zod";
import { PROPOSABLE_RELATIONS } from "../../domain/links/link.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";

/** The arguments that identify a link, as in the document. */
export const linkEnds = {
  from_id: DecisionRef.describe("Source decision id"),
  to_id: DecisionRef.describe("Target decision id"),
  relationship: z.enum(PROPOSABLE_RELATIONS),
};
