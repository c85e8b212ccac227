import type { Principal } from "./principal.ts";

/** What outlives its request, such as sessions and streams, by the key it was opened with. It ends with the key. */
export interface Leases {
  /** Returns the way to give it up. `end` is called at most once. */
  hold(principal: Principal, end: () => void): () => void;
  /** Ends what belongs to keys that no longer open. */
  review(): Promise<void>;
  endAll(): void;
}

export function createLeases(): Leases {
  const held = new Map<symbol, { readonly principal: Principal; readonly end: () => void }>();
  const end = (lease: symbol): void => {
    const entry = held.get(lease);
    held.delete(lease);
    entry?.end();
  };
  return {
    hold(principal, onEnd) {
      const lease = Symbol(principal.id);
      held.set(lease, { principal, end: onEnd });
      return () => void held.delete(lease);
    },
    async review() {
      const verdicts = new Map<Principal, Promise<boolean>>();
      for (const [lease, { principal }] of [...held]) {
        const verdict = verdicts.get(principal) ?? principal.stillOpen();
        verdicts.set(principal, verdict);
        if (!(await verdict)) end(lease);
      }
    },
    endAll() {
      for (const lease of [...held.keys()]) end(lease);
    },
  };
}
