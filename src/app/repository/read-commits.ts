import type { Checkout, HistoryQuery, WholeCommit } from "../../domain/shared/ports.ts";

export interface ReadingLimits {
  /** A history with more commits is left for another time. */
  readonly most?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ((read: number) => void) | undefined;
}

const COMMITS_PER_MESSAGE = 500;

/** The commits that are asked for, oldest first. Undefined if there are too many, or the reader gave up. */
export async function readCommits(
  checkout: Pick<Checkout, "history">,
  query: HistoryQuery,
  { most = Number.POSITIVE_INFINITY, signal, onProgress }: ReadingLimits,
): Promise<WholeCommit[] | undefined> {
  const commits: WholeCommit[] = [];
  const history = checkout.history(query)[Symbol.asyncIterator]();
  let giveUp = (): void => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  signal.addEventListener("abort", giveUp);
  try {
    while (!signal.aborted) {
      // git may think for long before its first word.
      const next = await Promise.race([history.next(), givenUp]);
      if (next?.done) return commits;
      if (next === undefined || commits.length === most) break;
      commits.push(next.value);
      if (commits.length % COMMITS_PER_MESSAGE === 0) onProgress?.(commits.length);
    }
    void history.return?.();
    return undefined;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
