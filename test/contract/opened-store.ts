import type { Memory } from "../../src/store/file/memory.ts";

/** One memory, as often as it is opened. */
export interface OpenedStore {
  readonly memory: Memory;
  /** Closes `store` and opens the same memory again, as after a restart. */
  reopen(): Promise<Memory>;
  /** The same memory through a second connection, as another process has it. */
  second(): Promise<Memory>;
  /** Closes all of them and removes the memory. */
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;
