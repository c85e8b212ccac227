import type { Store } from "../memory/index.ts";
import { Fault } from "../shared/errors.ts";

type Method = (...args: unknown[]) => unknown;
type Listener = Parameters<Store["follow"]>[0];

/** The file is not the one that was opened any more. */
const isGone = (error: unknown): boolean => error instanceof Fault && error.reason === "store_replaced";

/**
 * A memory that can be lost and brought back while the program runs. Without one, every call tries to open it again, and
 * fails with the reason, so that a client gets to know it, and goes on working when the memory is back.
 */
export function reopeningStore(open: () => Promise<Store>, first?: Store): Store {
  let opened = first;
  let opening: Promise<Store> | undefined;
  const followers = new Map<Listener, (() => void) | undefined>();

  const follow = (store: Store): void => {
    for (const listener of followers.keys()) followers.set(listener, store.follow(listener));
  };
  const reopen = (): Promise<Store> => {
    opening ??= open()
      .then((store) => {
        opened = store;
        follow(store);
        return store;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  };
  /** Who called is told; the next one gets what is there then. */
  const giveUp = async (store: Store): Promise<void> => {
    if (opened !== store) return;
    opened = undefined;
    // Its file is gone, so that nothing can be done about what goes wrong here.
    await store.close().catch(() => {});
  };
  const own: Readonly<Record<string, Method>> = {
    close: async () => opened?.close(),
    follow(listener) {
      followers.set(listener as Listener, opened?.follow(listener as Listener));
      return () => {
        followers.get(listener as Listener)?.();
        followers.delete(listener as Listener);
      };
    },
  };
  const call = async (name: string | symbol, args: unknown[]): Promise<unknown> => {
    const store = opened ?? (await reopen());
    try {
      return await (store as unknown as Readonly<Record<string | symbol, Method>>)[name]?.(...args);
    } catch (error) {
      if (isGone(error)) await giveUp(store);
      throw error;
    }
  };
  return new Proxy({} as Store, {
    // It would be taken for a promise.
    get: (_, name) =>
      name === "then" ? undefined : (own[String(name)] ?? ((...args: unknown[]) => call(name, args))),
  });
}
