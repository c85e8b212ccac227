import * as z from "zod";
import { listDecisions } from "../../app/decisions/list-decisions.ts";
import { searchDecisions } from "../../app/recall/search-decisions.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { NO_OUTCOME } from "../../domain/decisions/decision-store.ts";
import { shortCheckAgain } from "../check-again-words.ts";
import { type DecisionRow, decisionRow } from "./decision-row.ts";
import { moment } from "./moment.ts";
import { definePageCall } from "./page-call.ts";

export interface FoundDecision extends DecisionRow {
  /** A weak one only comes close. */
  readonly strength: "strong" | "weak";
  /** Why it should be looked at again, in a few words. */
  readonly check_again: string | null;
  /** Where it matched, if that is not its statement. */
  readonly matched: { readonly part: string; readonly text: string } | null;
}

export interface SearchDecisionsResult {
  readonly decisions: readonly FoundDecision[];
  /** How many were found, or why none were. */
  readonly message: string;
  /** How many of the closest ones the filters kept out. */
  readonly kept_out: number;
}

const { shape } = listDecisions.input;
const MOST_FOUND = 20;

export const searchDecisionsCall = definePageCall({
  name: "search-decisions",
  effect: "read",
  input: z.strictObject({
    query: searchDecisions.input.shape.query,
    domain: shape.domain,
    standing: shape.standing,
    outcome: shape.outcome,
    /** The kind of author, or the name of the program or of the person behind it in any case. */
    author: shape.author,
    since: moment.optional(),
    until: moment.optional(),
  }),
  async run({ query, ...filter }, { perform, say }): Promise<SearchDecisionsResult> {
    const found = await perform(searchDecisions, { query, limit: MOST_FOUND });
    say(found.notices);
    const kept = found.results.filter(({ decision }) => passes(decision, filter));
    return {
      decisions: kept.map(({ decision, strength, checkAgain, matched }) => ({
        ...decisionRow(decision),
        strength,
        check_again: shortCheckAgain(checkAgain).check_again ?? null,
        matched: matched ? { part: matched.part, text: matched.text } : null,
      })),
      message: found.message,
      kept_out: found.results.length - kept.length,
    };
  },
});

interface Filter {
  readonly domain?: string | undefined;
  readonly standing?: string | undefined;
  readonly outcome?: string | undefined;
  readonly author?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

const comparable = (text: string): string => text.trim().normalize().toLowerCase();

/** The same conditions that a list of decisions has. */
function passes(decision: Decision, { domain, standing, outcome, author, since, until }: Filter): boolean {
  const { kind, name, person } = decision.author;
  const authors = [kind, name, ...(person === undefined ? [] : [person])].map(comparable);
  return (
    (domain === undefined || decision.domain === domain) &&
    (standing === undefined || decision.standing === standing) &&
    (outcome === undefined || (decision.outcome?.status ?? NO_OUTCOME) === outcome) &&
    (author === undefined || authors.includes(comparable(author))) &&
    (since === undefined || decision.createdAt >= since) &&
    (until === undefined || decision.createdAt < until)
  );
}
