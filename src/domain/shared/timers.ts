/** Time that passes, so that tests need not wait for it. */
export interface Timers {
  /** Returns a function that keeps it from happening. Only if `keepsAlive` is set, the program does not end before. */
  after(ms: number, work: () => void, options?: { readonly keepsAlive?: boolean }): () => void;
}
