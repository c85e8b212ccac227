import type { Edge, Graph, Node } from "./graph-data.ts";

/** A domain, and the rows that it takes. */
export interface Band {
  readonly domain: string;
  readonly row: number;
  readonly rows: number;
}

/** Where every node stands, by its index. Time runs from left to right; each domain has rows of its own. */
export interface Layout {
  readonly x: Float64Array;
  /** The number of the row; rows of domains follow each other. */
  readonly row: Float64Array;
  readonly width: number;
  readonly rows: number;
  readonly bands: readonly Band[];
  readonly from: number;
  readonly to: number;
}

/** Room for a statement beside a dot, where there are few. */
const LABELLED = 130;
const DENSE = 14;
/** As many stand far enough apart to be labelled. */
const FEW = 60;
const WIDTH = 1_000;

/**
 * Positions without a simulation, so that they are there at once and the same every time. What replaced each other stands
 * in one row, and a row has nothing else there.
 */
export function layOut({ nodes, edges }: Graph): Layout {
  const count = Math.max(nodes.length, 1);
  const gap = nodes.length <= FEW ? LABELLED : Math.max(DENSE, (LABELLED * FEW) / count);
  const width = WIDTH * Math.max(1, Math.sqrt(count / 300));
  const times = nodes.map(({ at }) => at);
  const from = Math.min(...times);
  const to = Math.max(...times, from + 1);
  const size = nodes.reduce((most, { index }) => Math.max(most, index + 1), 0);
  const x = new Float64Array(size);
  const row = new Float64Array(size);
  for (const { index, at } of nodes) x[index] = ((at - from) / (to - from)) * width;

  const bands: Band[] = [];
  let first = 0;
  for (const [domain, threads] of threadsByDomain(nodes, edges)) {
    const rows = placeThreads(threads, x, row, first, gap);
    bands.push({ domain, row: first, rows });
    first += rows;
  }
  return { x, row, width, rows: Math.max(first, 1), bands, from, to };
}

type Thread = Node[];

/** Decisions of a domain that replaced each other, oldest first; most stand alone. */
function threadsByDomain(nodes: readonly Node[], edges: readonly Edge[]): [string, Thread[]][] {
  const threadOf = new Map<Node, Thread>(nodes.map((node) => [node, [node]]));
  for (const { from, to, relation } of edges) {
    if (relation !== "supersedes" || from.domain !== to.domain) continue;
    const [one, other] = [threadOf.get(from), threadOf.get(to)];
    if (!one || !other || one === other) continue;
    const joined = [...one, ...other];
    for (const node of joined) threadOf.set(node, joined);
  }
  const byDomain = new Map<string, Set<Thread>>();
  for (const node of nodes) {
    const threads = byDomain.get(node.domain) ?? new Set();
    byDomain.set(node.domain, threads.add(threadOf.get(node) as Thread));
  }
  return [...byDomain]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([domain, threads]) => [
      domain,
      [...threads]
        .map((thread) => thread.sort((a, b) => a.at - b.at || a.index - b.index))
        .sort((a, b) => (a[0] as Node).at - (b[0] as Node).at),
    ]);
}

/** Each thread goes into the first row that is free from its beginning on. Returns how many rows it took. */
function placeThreads(
  threads: readonly Thread[],
  x: Float64Array,
  row: Float64Array,
  first: number,
  gap: number,
): number {
  const free: number[] = [];
  for (const thread of threads) {
    const begins = x[(thread[0] as Node).index] as number;
    let own = free.findIndex((end) => end <= begins);
    if (own < 0) own = free.length;
    let at = Number.NEGATIVE_INFINITY;
    for (const { index } of thread) {
      // Decisions of nearly the same time keep their order and do not lie on top of each other.
      at = Math.max(x[index] as number, at + Math.min(gap, DENSE));
      x[index] = at;
      row[index] = first + own;
    }
    free[own] = at + gap;
  }
  return Math.max(free.length, 1);
}
