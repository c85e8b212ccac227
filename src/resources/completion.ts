import { listDomains } from "../decisions/index.ts";
import type { Deps } from "../memory/index.ts";
import { completeDecisionId } from "../recall/index.ts";
import { type Call, perform } from "../shared/operations/operation.ts";

export interface Completion {
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

/** Suggests values of an argument that start with the typed text. */
export type Completer = (typed: string, deps: Deps, call: Call) => Promise<Completion>;
export type Completers = Readonly<Record<string, Completer>>;

export const decisionIds: Completer = async (typed, deps, call) => {
  // No id is that long.
  if (!completeDecisionId.input.shape.prefix.safeParse(typed).success) return { values: [], hasMore: false };
  const { ids, more } = await perform(completeDecisionId, { prefix: typed }, deps, call);
  return { values: ids, hasMore: more };
};

export const domainNames: Completer = async (typed, deps, call) => {
  const { all } = await perform(listDomains, {}, deps, call);
  return startingWith(all, typed);
};

export const oneOf =
  (values: readonly string[]): Completer =>
  async (typed) =>
    startingWith(values, typed);

/** The limit of the protocol. */
const MAX_VALUES = 100;

export function startingWith(values: readonly string[], typed: string): Completion {
  const fitting = values.filter((value) => value.startsWith(typed.toLowerCase()));
  return { values: fitting.slice(0, MAX_VALUES), hasMore: fitting.length > MAX_VALUES };
}
