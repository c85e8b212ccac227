/** What was sent and what came back. */
export interface Tally {
  /** Counts a case; the returned function says that it is over. */
  sent(kind: string): () => void;
  /** The kinds of the cases that are not over. */
  inFlight(): string[];
  replied(code: string, kind: string, excessMs: number, index: number): void;
  /** `during` names what the server had to do meanwhile. */
  pinged(excessMs: number, during: readonly string[]): void;
  failed(failure: Failure): void;
  readonly failures: readonly Failure[];
  readonly pings: readonly number[];
  /** One line for the progress. */
  line(): string;
  report(): string;
}

export interface Failure {
  readonly index: number;
  readonly kind: string;
  readonly problem: string;
  /** What was sent and what came back, shortened. */
  readonly sent: string;
  readonly received: string;
}

const SHOWN_SLOWEST = 8;

export function createTally(): Tally {
  const kinds = new Map<string, number>();
  const codes = new Map<string, number>();
  let slowest: { kind: string; excessMs: number; index: number }[] = [];
  const pings: number[] = [];
  const open = new Set<{ readonly kind: string }>();
  let longest: { excessMs: number; during: readonly string[] } = { excessMs: 0, during: [] };
  const failures: Failure[] = [];
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  const sum = (map: Map<string, number>): number => [...map.values()].reduce((all, one) => all + one, 0);
  const shown = (map: Map<string, number>): string =>
    [...map]
      .sort(([, a], [, b]) => b - a)
      .map(([key, number]) => `${key} ${number}`)
      .join(", ");
  const pingText = (): string =>
    `ping beyond the control: median ${ms(quantile(pings, 0.5))}, 99 % ${ms(quantile(pings, 0.99))}, 99.9 % ${ms(quantile(pings, 0.999))}, longest ${ms(longest.excessMs)} (${[...new Set(longest.during)].join(", ")}), of ${pings.length}`;

  return {
    sent(kind) {
      count(kinds, kind);
      const one = { kind };
      open.add(one);
      return () => void open.delete(one);
    },
    inFlight: () => [...open].map(({ kind }) => kind),
    replied(code, kind, excessMs, index) {
      count(codes, code);
      if (slowest.length === SHOWN_SLOWEST && excessMs <= (slowest.at(-1)?.excessMs ?? 0)) return;
      slowest = [...slowest, { kind, excessMs, index }]
        .sort((a, b) => b.excessMs - a.excessMs)
        .slice(0, SHOWN_SLOWEST);
    },
    pinged(excessMs, during) {
      pings.push(excessMs);
      if (excessMs > longest.excessMs) longest = { excessMs, during };
    },
    failed: (failure) => void failures.push(failure),
    failures,
    pings,
    line() {
      const [first] = slowest;
      const slow = first ? `${ms(first.excessMs)} (${first.kind})` : "none";
      return `${sum(kinds)} sent, ${sum(codes)} replies, slowest ${slow}, ping 99.9 % ${ms(quantile(pings, 0.999))}, failures ${failures.length}`;
    },
    report: () =>
      [
        `${sum(kinds)} sent: ${shown(kinds)}`,
        `${sum(codes)} replies: ${shown(codes)}`,
        `slowest, beyond the control: ${slowest.map(({ kind, excessMs, index }) => `${ms(excessMs)} ${kind} (case ${index})`).join(", ")}`,
        pingText(),
      ].join("\n"),
  };
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
