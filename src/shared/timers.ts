/** Time that passes, so that tests need not wait for it. */
export interface Timers {
  /** Returns a function that keeps it from happening. Only if `keepsAlive` is set, the program does not end before. */
  after(ms: number, work: () => void, options?: { readonly keepsAlive?: boolean }): () => void;
}

/** The event loop of this process. */
export interface EventLoop extends Timers {
  /** Milliseconds since any moment. It never goes back. */
  now(): number;
  /** Runs it after what came in meanwhile, such as a message of a client. */
  nextTurn(work: () => void): void;
}
