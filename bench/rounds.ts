/** Something to time. `once` does it and says how many milliseconds it took. */
export interface Contender {
  readonly name: string;
  once(): number | Promise<number>;
}

/** Times of one contender, one per round: entry `i` was measured next to entry `i` of every other contender. */
export interface Samples {
  readonly name: string;
  readonly times: readonly number[];
}

/**
 * Every contender once per round, each round beginning with another one, so that whatever disturbs the machine
 * disturbs all of them alike. The first round warms up and does not count.
 */
export async function takeTurns(contenders: readonly Contender[], rounds: number): Promise<Samples[]> {
  const samples = contenders.map(({ name }) => ({ name, times: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (round + turn) % contenders.length;
      const time = await contenders[at]!.once();
      if (round > 0) samples[at]!.times.push(time);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r  round ${round} of ${rounds} `);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  return samples;
}

export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The mean time per item of a block, so that rare work such as a checkpoint is spread over all of them. */
export async function timedEach(count: number, work: () => unknown): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < count; i++) await work();
  return (performance.now() - started) / count;
}

export interface Spread {
  readonly median: number;
  /** The middle half lies between these two. */
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** The ratio is computed within each round, then the median over all rounds. */
export function ratioOf(samples: Samples, base: Samples): Spread {
  return spreadOf(samples.times.map((time, round) => time / base.times[round]!));
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at));
}
