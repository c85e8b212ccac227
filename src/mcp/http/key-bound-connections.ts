import type { Principal } from "./authenticate.ts";

/** Who has opened something, as far as it matters for its end. */
type KeyHolder = Pick<Principal, "id" | "isStillValid">;

/** Sessions and streams outlive their request. Each is registered with the key that opened it, and closed when the key ends. */
export interface KeyBoundConnections {
  /** Calls `close` at most once, when the key ends. Returns a function that unregisters it. */
  add(principal: KeyHolder, close: () => void): () => void;
  /** Closes everything whose key was revoked or has expired. */
  closeInvalid(): Promise<void>;
  closeAll(): void;
}

export function createKeyBoundConnections(): KeyBoundConnections {
  const entries = new Map<symbol, { readonly principal: KeyHolder; readonly close: () => void }>();
  const close = (id: symbol): void => {
    const entry = entries.get(id);
    entries.delete(id);
    entry?.close();
  };
  return {
    add(principal, onKeyEnded) {
      const id = Symbol(principal.id);
      entries.set(id, { principal, close: onKeyEnded });
      return () => void entries.delete(id);
    },
    async closeInvalid() {
      const validity = new Map<KeyHolder, Promise<boolean>>();
      for (const [id, { principal }] of [...entries]) {
        const valid = validity.get(principal) ?? principal.isStillValid();
        validity.set(principal, valid);
        if (!(await valid)) close(id);
      }
    },
    closeAll() {
      for (const id of [...entries.keys()]) close(id);
    },
  };
}
