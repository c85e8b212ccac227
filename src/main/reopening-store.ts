import type { Store } from "../domain/store.ts";

type Method = (...args: unknown[]) => unknown;

/**
 * Stands for a memory that cannot be opened now. Every call tries to open it again, and fails with the reason, so that a
 * client gets to know it, and goes on working when the memory was brought back.
 */
export function reopeningStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  let opened: Store | undefined;
  const reopen = (): Promise<Store> => {
    opening ??= open().then(
      (store) => {
        opened = store;
        return store;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  const own: Readonly<Record<string, Method>> = {
    close: async () => opened?.close(),
    // The memory cannot change before it is opened, and what changes then is read with the next call.
    follow: (listener) => opened?.follow(listener as Parameters<Store["follow"]>[0]) ?? (() => {}),
  };
  return new Proxy({} as Store, {
    get: (_, name) => {
      // It would be taken for a promise.
      if (name === "then") return undefined;
      return (
        own[String(name)] ??
        (async (...args: unknown[]) => {
          const store = (await reopen()) as unknown as Readonly<Record<string | symbol, Method>>;
          return store[name]?.(...args);
        })
      );
    },
  });
}
