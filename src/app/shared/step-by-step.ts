import type { Background } from "./background.ts";

type Method = (...given: unknown[]) => Promise<unknown>;

/** Stores that were wrapped before: there are hundreds of methods, and work begins after every write. */
const known = new WeakMap<object, object>();

/**
 * The same dependencies with a store whose every call is a step, for work in the background: calls of clients are answered
 * between them. Only for calls that return a promise.
 */
export function stepByStep<
  D extends { readonly store: object; readonly background: Pick<Background, "step"> },
>(deps: D): D {
  const wrapped = known.get(deps.store) ?? wrap(deps.store, deps.background);
  known.set(deps.store, wrapped);
  return { ...deps, store: wrapped };
}

const wrap = (store: object, { step }: Pick<Background, "step">): object =>
  Object.fromEntries(
    Object.entries(store as Record<string, Method>).map(([name, call]) => [
      name,
      (...given: unknown[]) => step(() => call(...given)),
    ]),
  );
