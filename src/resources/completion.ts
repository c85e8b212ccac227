import { listDomains } from "../app/decisions/list-domains.ts";
import type { Deps } from "../app/deps.ts";
import { completeDecisionId } from "../app/recall/complete-decision-id.ts";
import { type Call, perform } from "../app/shared/operation.ts";

export interface Completion {
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

/** Values of an argument that begin with what was typed so far. */
export type Completer = (typed: string, deps: Deps, call: Call) => Promise<Completion>;
export type Completers = Readonly<Record<string, Completer>>;

export const decisionIds: Completer = async (typed, deps, call) => {
  const { ids, more } = await perform(completeDecisionId, { prefix: typed }, deps, call);
  return { values: ids, hasMore: more };
};

export const domainNames: Completer = async (typed, deps, call) => {
  const { all } = await perform(listDomains, {}, deps, call);
  return beginning(all, typed);
};

export const oneOf =
  (values: readonly string[]): Completer =>
  async (typed) =>
    beginning(values, typed);

/** The protocol takes no more. */
const MOST = 100;

export function beginning(values: readonly string[], typed: string): Completion {
  const fitting = values.filter((value) => value.startsWith(typed.toLowerCase()));
  return { values: fitting.slice(0, MOST), hasMore: fitting.length > MOST };
}
