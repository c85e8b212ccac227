import type { WordHit, WordList, WordLists } from "./word-lists.ts";

/**
 * BM25 as FTS5 computes it, in the same order of operations, so that a row has the same score whether it is computed here
 * or by `bm25()`.
 */
const K1 = 1.2;
const B = 0.75;
const LEAST_WEIGHT = 1e-6;

/** How much it says that a row has a word which so many rows have. */
export function weightOf(rowsWithWord: number, rowsInIndex: number): number {
  const weight = Math.log((rowsInIndex - rowsWithWord + 0.5) / (rowsWithWord + 0.5));
  return weight <= 0 ? LEAST_WEIGHT : weight;
}

/** How much less an occurrence says in a row of this length. */
export const lengthFactor = (length: number, averageLength: number): number =>
  K1 * (1 - B + (B * length) / averageLength);

const share = (occurrences: number, factor: number): number =>
  (occurrences * (K1 + 1)) / (occurrences + factor);

/** How often a row has a word that gives it this share of its weight. */
export const occurrencesFrom = (shareOfWeight: number, factor: number): number =>
  Math.max(1, Math.round((factor * shareOfWeight) / (K1 + 1 - shareOfWeight)));

export interface BestRows {
  readonly limit: number;
  /** Only rows of this project; undefined for all. */
  readonly project?: number | undefined;
  /** Rows that are returned whatever their score, if they have any of the words. */
  readonly wanted: readonly number[];
}

/** Scores rows by the words in them. */
export function rowScores({ rows }: Pick<WordLists, "rows">) {
  // They are used again and again, because a search would fill new ones for each query.
  let scores = new Float64Array(0);
  let touched = new Uint32Array(0);

  /** The number of rows with any of the words. Their scores have to be cleared after use. */
  const addUp = (lists: readonly WordList[]): number => {
    const { rows: rowsInIndex, words } = rows.totals();
    const averageLength = words / rowsInIndex;
    if (scores.length <= rows.lastRow()) {
      scores = new Float64Array(rows.lastRow() * 2 + 1);
      touched = new Uint32Array(scores.length);
    }
    let count = 0;
    for (const { rows: having, occurrences } of lists) {
      const weight = weightOf(having.length, rowsInIndex);
      for (let i = 0; i < having.length; i++) {
        const row = having[i] as number;
        const before = scores[row] as number;
        if (before === 0) touched[count++] = row;
        const factor = lengthFactor(rows.lengthOf(row), averageLength);
        scores[row] = before + weight * share(occurrences[i] as number, factor);
      }
    }
    return count;
  };

  return {
    /** The best rows with any of the words, best first, of equals the newer, then the wanted ones that are not among them. */
    best(lists: readonly WordList[], { limit, project, wanted }: BestRows): WordHit[] {
      const count = addUp(lists);
      const hits: WordHit[] = [];
      const least = leastOfBest(touched.subarray(0, count), limit, project);
      const others = new Set(wanted);
      const asked: WordHit[] = [];
      for (let i = 0; i < count; i++) {
        const row = touched[i] as number;
        const words = scores[row] as number;
        scores[row] = 0;
        if (project !== undefined && !rows.isIn(row, project)) continue;
        if (words >= least) hits.push({ row, words });
        else if (others.has(row)) asked.push({ row, words });
      }
      hits.sort((a, b) => b.words - a.words || b.row - a.row);
      const equals = hits.splice(limit).filter(({ row }) => others.has(row));
      return [...hits, ...equals, ...asked];
    },
  };

  function leastOfBest(found: Uint32Array, limit: number, project: number | undefined): number {
    const among = new Float64Array(found.length);
    let count = 0;
    for (const row of found)
      if (project === undefined || rows.isIn(row, project)) among[count++] = scores[row] as number;
    return nthLargest(among.subarray(0, count), limit);
  }
}

/** The n-th largest number, or -Infinity if there are fewer. It reorders the numbers; sorting all would take longer. */
function nthLargest(numbers: Float64Array, n: number): number {
  if (n === 0) return Number.POSITIVE_INFINITY;
  if (numbers.length <= n) return Number.NEGATIVE_INFINITY;
  for (let [from, to] = [0, numbers.length - 1]; ; ) {
    const middle = numbers[(from + to) >> 1] as number;
    let [left, right] = [from, to];
    while (left <= right) {
      while ((numbers[left] as number) > middle) left++;
      while ((numbers[right] as number) < middle) right--;
      if (left <= right) {
        const kept = numbers[left] as number;
        numbers[left++] = numbers[right] as number;
        numbers[right--] = kept;
      }
    }
    if (n - 1 <= right) to = right;
    else if (n - 1 >= left) from = left;
    else return numbers[n - 1] as number;
  }
}
