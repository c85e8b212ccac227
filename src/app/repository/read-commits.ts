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
  if (signal.aborted) return undefined;
  const commits: WholeCommit[] = [];
  const history = checkout.history(query)[Symbol.asyncIterator]();
  // git may think for long before its first word.
  const given = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  for (;;) {
    const next = await Promise.race([history.next(), given]);
    if (next?.done) return commits;
    if (next === undefined || signal.aborted || commits.length === most) {
      void history.return?.();
      return undefined;
    }
    commits.push(next.value);
    if (commits.length % COMMITS_PER_MESSAGE === 0) onProgress?.(commits.length);
  }
}
