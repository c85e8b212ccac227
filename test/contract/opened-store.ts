import type { Store } from "../../src/memory/store.ts";

/** One memory, as often as it is opened. */
export interface OpenedStore {
  readonly store: Store;
  /** Closes `store` and opens the same memory again, as after a restart. */
  reopen(): Promise<Store>;
  /** The same memory through a second connection, as another process has it. */
  second(): Promise<Store>;
  /** Closes all of them and removes the memory. */
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;
