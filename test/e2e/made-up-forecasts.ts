/** A forecast and what came of it, as public collections have them. */
export interface Forecast {
  readonly domain: string;
  readonly confidence: number;
  readonly outcome: 0 | 1;
  readonly date: string;
  readonly item: string;
}

export interface Reference {
  readonly n: number;
  readonly mean_confidence: number;
  readonly brier: number;
  readonly ece10: number;
  readonly beta_alpha: number;
  readonly beta_beta: number;
  readonly posterior_mean: number;
  readonly posterior_var: number;
  readonly ci95: readonly [number, number];
  readonly bins: readonly {
    readonly n: number;
    readonly mean_conf: number | null;
    readonly freq: number | null;
  }[];
}

export interface Waypoint extends Pick<Reference, "brier" | "posterior_mean" | "posterior_var" | "ci95"> {
  readonly after: number;
}

export interface ReferenceSet {
  readonly overall: Reference;
  readonly domains: Readonly<Record<string, Reference>>;
  readonly sequential: Readonly<Record<string, readonly Waypoint[]>>;
}

const WAYPOINTS = [1, 2, 5, 10, 20, 50];

/** Forecasters that are too sure, not sure enough, and about right: how often what they say comes true. */
const COMES_TRUE: Readonly<Record<string, (confidence: number) => number>> = {
  rain: (confidence) => 0.5 + (confidence - 0.5) * 0.4,
  trains: (confidence) => Math.min(1, confidence + 0.2),
  harvests: (confidence) => confidence,
};

/** The same ones every time. The domains take turns, so that their sums are made side by side. */
export function madeUpForecasts(perDomain: number): Forecast[] {
  const next = lehmer(20_240_229);
  return Array.from({ length: perDomain }, (_, n) =>
    Object.entries(COMES_TRUE).map(([domain, comesTrue]): Forecast => {
      // Edges of the bins are among them.
      const confidence = Math.round(next() * 20) / 20;
      const outcome = next() < comesTrue(confidence) ? 1 : 0;
      return { domain, confidence, outcome, date: `2024-02-${1 + (n % 28)}`, item: `${domain} number ${n}` };
    }),
  ).flat();
}

/** The expected calibration, computed directly from the definitions. */
export function referenceOf(forecasts: readonly Forecast[]): ReferenceSet {
  const domains = [...new Set(forecasts.map(({ domain }) => domain))];
  const of = (domain: string): Forecast[] => forecasts.filter((one) => one.domain === domain);
  return {
    overall: figuresOf(forecasts),
    domains: Object.fromEntries(domains.map((domain) => [domain, figuresOf(of(domain))])),
    sequential: Object.fromEntries(
      domains.map((domain) => [
        domain,
        WAYPOINTS.filter((after) => after <= of(domain).length).map((after) => ({
          after,
          ...figuresOf(of(domain).slice(0, after)),
        })),
      ]),
    ),
  };
}

function figuresOf(forecasts: readonly Forecast[]): Reference {
  const n = forecasts.length;
  const alpha = 1 + sum(forecasts.map(({ outcome }) => outcome));
  const beta = 2 + n - alpha;
  const bins = Array.from({ length: 10 }, (_, bin) =>
    forecasts.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin),
  ).map((inside) => ({
    n: inside.length,
    mean_conf: inside.length === 0 ? null : mean(inside.map(({ confidence }) => confidence)),
    freq: inside.length === 0 ? null : mean(inside.map(({ outcome }) => outcome)),
  }));
  return {
    n,
    mean_confidence: mean(forecasts.map(({ confidence }) => confidence)),
    brier: mean(forecasts.map(({ confidence, outcome }) => (confidence - outcome) ** 2)),
    ece10: sum(bins.map((bin) => (bin.n / n) * Math.abs((bin.mean_conf ?? 0) - (bin.freq ?? 0)))),
    beta_alpha: alpha,
    beta_beta: beta,
    posterior_mean: alpha / (alpha + beta),
    posterior_var: (alpha * beta) / ((alpha + beta) ** 2 * (alpha + beta + 1)),
    ci95: [betaQuantile(0.025, alpha, beta), betaQuantile(0.975, alpha, beta)],
    bins,
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** For whole α and β: the chance of at least α successes in α + β − 1 trials is the distribution, and halving finds it. */
function betaQuantile(share: number, alpha: number, beta: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (atLeast(alpha, alpha + beta - 1, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function atLeast(successes: number, trials: number, chance: number): number {
  let chosen = trials * Math.log1p(-chance);
  let total = 0;
  for (let k = 0; k <= trials; k++) {
    if (k >= successes) total += Math.exp(chosen);
    chosen += Math.log((trials - k) / (k + 1)) + Math.log(chance) - Math.log1p(-chance);
  }
  return total;
}

/** Lehmer's generator: the next remainder of a multiplication, as a share. */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
