import * as z from "zod";
import { listDecisions } from "../../app/decisions/list-decisions.ts";
import { readCheckAgain } from "../../app/links/read-check-again.ts";
import { shortCheckAgain } from "../check-again-words.ts";
import { type DecisionRow, decisionRow } from "./decision-row.ts";
import { moment } from "./moment.ts";
import { definePageCall } from "./page-call.ts";

export interface ListedDecision extends DecisionRow {
  /** Why it should be looked at again, in a few words. */
  readonly check_again: string | null;
}

export interface ListDecisionsResult {
  readonly decisions: readonly ListedDecision[];
  /** On all pages together. */
  readonly total: number;
  /** For the next page; null on the last one. */
  readonly cursor: string | null;
}

const { shape } = listDecisions.input;

export const listDecisionsCall = definePageCall({
  name: "list-decisions",
  effect: "read",
  input: z.strictObject({
    domain: shape.domain,
    topic: shape.topic,
    standing: shape.standing,
    progress: shape.progress,
    outcome: shape.outcome,
    author: shape.author,
    /** What the statement or the reasoning contains. */
    text: shape.text,
    since: moment.optional(),
    until: moment.optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: shape.cursor,
    offset: shape.offset,
  }),
  async run(args, { perform, deps, call }): Promise<ListDecisionsResult> {
    const { items, total, cursor } = await perform(listDecisions, args);
    // What the code says is read where one decision is shown: git would be asked for every page.
    const causes = await readCheckAgain(items, call.scope, deps);
    return {
      decisions: items.map((decision) => ({
        ...decisionRow(decision),
        check_again: shortCheckAgain(causes.get(decision.id)).check_again ?? null,
      })),
      total,
      cursor: cursor ?? null,
    };
  },
});
