/** Calls of the list of decisions: list, search, and the domains to choose from. */

import * as z from "zod";
import {
  type Decision,
  listDecisions,
  listDomains,
  NO_OUTCOME,
  readCheckAgain,
} from "../../decisions/index.ts";
import { searchDecisions } from "../../recall/index.ts";
import { shortCheckAgain } from "../decision-facts.ts";
import { type DecisionRow, decisionRow } from "./decision-results.ts";
import { definePageCall, moment } from "./page-call.ts";

export interface ListedDecision extends DecisionRow {
  /** Why it should be looked at again, in a few words. */
  readonly check_again: string | null;
}

interface ListDecisionsResult {
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
    /** Text that the statement or the reasoning contains. */
    text: shape.text,
    since: moment.optional(),
    until: moment.optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: shape.cursor,
    offset: shape.offset,
  }),
  async run(args, { perform, deps, call }): Promise<ListDecisionsResult> {
    const { items, total, cursor } = await perform(listDecisions, args);
    // The code is only asked where one decision is shown: git would be asked for every page.
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

interface FoundDecision extends DecisionRow {
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

interface ListDomainsResult {
  /** In alphabetical order. */
  readonly domains: readonly string[];
}

export const listDomainsCall = definePageCall({
  name: "list-domains",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListDomainsResult> {
    const { all } = await perform(listDomains, {});
    return { domains: all.toSorted((a, b) => a.localeCompare(b, "en")) };
  },
});
