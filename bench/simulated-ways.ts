import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadBetaMath } from "../src/calibration/beta.ts";
import { BINS, binOf } from "../src/calibration/rules/calibration.ts";
import {
  type ConfidenceEvidence,
  recalibrationOf,
  recommendationOf,
  type StatedOutcome,
} from "../src/calibration/rules/recalibration.ts";
import { ageWeight, estimateFrom, intervalOf, strengthOf } from "../src/learning/rules/estimate.ts";
import { type Recorded, recordByWays } from "../src/learning/rules/record-by-ways.ts";
import { type SameWay, sameWayBy } from "../src/learning/rules/same-way.ts";
import { evidenceFor, type Settled, type Way, waysOf } from "../src/learning/rules/ways.ts";
import { SHIPPED_PROFILE } from "../src/recall/rules/model-profile.ts";
import { DAY_MS } from "../src/shared/time.ts";
import { openMemory } from "./memory.ts";
import { folder, root, smoke } from "./workplace.ts";

/**
 * Projects in which success depends on way, author and domain. The ways are those of real pairs of ways for one thing, in
 * the words of people, each time for something else; the outcomes are drawn.
 */
const PROJECTS = smoke ? 2 : 40;
const DECISIONS = smoke ? 20 : 90;
const SUBJECTS = 6;
const DOMAINS = 3;
const AUTHORS = 3;
/** Standard deviations, on the scale of the logarithm of odds. */
const SPREAD = { way: 1.7, author: 0.6, domain: 0.5, stated: 0.7 };
const MEAN = 0.5;
/** How much stated confidence knows about the decision, and how much too sure people are. */
const KNOWN = 0.35;
const TOO_SURE = 0.5;
/** No more settled decisions are compared. */
const MOST_COMPARED = 60;
const THINGS =
  `orders invoices customers shipments bookings payments sessions reports tickets carts products prices reviews messages devices sensors
   accounts exports imports uploads videos photos articles comments contracts employees courses exams routes vehicles tenants licences
   refunds coupons warehouses suppliers claims patients appointments meters`.split(/\s+/);

interface Worded {
  readonly statement: string;
  readonly alternatives: readonly string[];
}

interface Drawn {
  readonly settled: Settled;
  readonly way: number;
  readonly author: number;
  readonly domain: number;
  readonly stated: number;
  readonly chance: number;
}

const random = seeded(20_261_119);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two ways for each subject, with their wordings. */
function subjects(): Worded[][][] {
  interface Pair {
    readonly failed: { readonly trials: readonly Worded[] };
    readonly worked: { readonly trials: readonly Worded[] };
    readonly again_bad: Worded;
    readonly again_good: Worded;
  }
  const pairs = JSON.parse(readFileSync(join(root, "bench", "judgement", "siblings.json"), "utf8")) as Pair[];
  return pairs.map((pair) => [
    [...pair.failed.trials, pair.again_bad],
    [...pair.worked.trials, pair.again_good],
  ]);
}

async function project(
  all: readonly Worded[][][],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<Drawn[]> {
  const chosen = Array.from({ length: SUBJECTS }, () => all[Math.floor(random() * all.length)] as Worded[][]);
  const ways = chosen.flatMap((two, i) =>
    two.map((words) => ({ words, domain: i % DOMAINS, effect: SPREAD.way * normal() })),
  );
  const authors = Array.from({ length: AUTHORS }, () => ({
    effect: SPREAD.author * normal(),
    bias: TOO_SURE + SPREAD.stated * normal(),
  }));
  const domains = Array.from({ length: DOMAINS }, () => SPREAD.domain * normal());
  const drawn: Drawn[] = [];
  for (let i = 0; i < DECISIONS; i++) {
    const way = Math.floor(random() * ways.length);
    const author = Math.floor(random() * AUTHORS);
    const { words, domain, effect } = ways[way] as (typeof ways)[number];
    const { statement, alternatives } = words[Math.floor(random() * words.length)] as Worded;
    const logit = MEAN + effect + (authors[author]?.effect ?? 0) + (domains[domain] ?? 0);
    const chance = logistic(logit);
    const score = random() < chance ? 1 : 0;
    const own = MEAN + KNOWN * (logit - MEAN) + (authors[author]?.bias ?? 0) + 0.4 * normal();
    drawn.push({
      settled: {
        id: `dec_${String(i).padStart(4, "0")}`,
        choice: {
          statement: `${statement}, for the ${THINGS[Math.floor(random() * THINGS.length)]}`,
          alternatives,
        },
        at: new Date(Date.UTC(2026, 0, 1) + i * 3 * DAY_MS),
        score,
        status: score === 1 ? "success" : "failure",
      },
      way,
      author,
      domain,
      stated: Math.round(20 * Math.min(0.95, Math.max(0.3, logistic(own)))) / 20,
      chance,
    });
  }
  const vectors = await embed(drawn.map(({ settled }) => settled.choice.statement));
  return drawn.map((one, i) => ({ ...one, settled: { ...one.settled, vector: vectors[i] } }));
}

const FORECASTS = ["stated", "today", "plain, true ways", "ours, true ways", "ours", "true"] as const;
type Forecast = (typeof FORECASTS)[number];

const sums = new Map<Forecast, { squared: number; error: number; known: number }>(
  FORECASTS.map((name) => [name, { squared: 0, error: 0, known: 0 }]),
);
let [count, known, covered] = [0, 0, 0];

function recordOf(past: readonly Drawn[], asked: Drawn): ConfidenceEvidence {
  const bins = (belongs: (one: Drawn) => boolean) =>
    Array.from({ length: BINS }, (_, bin) => {
      const own = past.filter((one) => belongs(one) && binOf(one.stated) === bin);
      const sum = (value: (one: Drawn) => number): number =>
        own.reduce((total, one) => total + value(one), 0);
      return {
        outcomes: own.length,
        score: sum(({ settled }) => settled.score),
        confidence: sum(({ stated }) => stated),
        squaredError: 0,
      };
    });
  const [author, domain] = [asked.author, asked.domain];
  const own = past.filter((one) => one.author === author && one.domain === domain);
  return {
    own: bins((one) => one.author === author && one.domain === domain),
    recent: own.map(({ stated, settled }): StatedOutcome => ({ confidence: stated, score: settled.score })),
    elsewhere: [
      bins((one) => one.author === author && one.domain !== domain),
      bins((one) => one.author !== author && one.domain === domain),
      bins((one) => one.author !== author && one.domain !== domain),
    ],
  };
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);

function nearest(past: readonly Drawn[], asked: Drawn): readonly Drawn[] {
  const vector = asked.settled.vector;
  if (!vector || past.length <= MOST_COMPARED) return past;
  return [...past]
    .sort((a, b) => dot(b.settled.vector ?? vector, vector) - dot(a.settled.vector ?? vector, vector))
    .slice(0, MOST_COMPARED);
}

const math = await loadBetaMath();
const memory = await openMemory(join(folder, "simulated"));
const embedder = await memory.meaning.embedder();
if (!embedder) throw new Error("There is no embedding model.");
const all = subjects();
for (let p = 0; p < PROJECTS; p++) {
  const drawn = await project(all, (texts) => embedder.embed(texts, "passage", { patient: true }));
  const byMeaning = sameWayBy(SHIPPED_PROFILE);
  const wayOf = new Map(drawn.map((one) => [one.settled.choice, one.way]));
  const byTruth: SameWay = (one, other) => (wayOf.get(one.choice) === wayOf.get(other.choice) ? 20 : -20);
  drawn.forEach((asked, i) => {
    const past = drawn.slice(0, i);
    const own = past.filter(({ way }) => way === asked.way);
    const record = recordOf(past, asked);
    const today = recommendationOf(recalibrationOf(record), asked.stated).recommended;
    const ours = (sameWay: SameWay, among: readonly Drawn[]) => {
      const ways: readonly Way[] = waysOf(
        among.map(({ settled }) => settled),
        sameWay,
      );
      const strength = strengthOf(ways);
      const recorded = new Map(
        among.map((one): [string, Recorded] => [
          one.settled.id,
          {
            id: one.settled.id,
            confidence: one.stated,
            ofAuthor: one.author === asked.author,
            ofDomain: one.domain === asked.domain,
          },
        ]),
      );
      const prior = recommendationOf(
        recalibrationOf(recordByWays(record, ways, recorded, strength)),
        asked.stated,
      ).recommended;
      const evidence = evidenceFor(asked.settled, ways, sameWay, ageWeight(asked.settled.at));
      return estimateFrom(prior, strength, evidence);
    };
    const rate = (past.reduce((sum, { settled }) => sum + settled.score, 0) + 1) / (past.length + 2);
    const estimate = ours(byMeaning, nearest(past, asked));
    const said: Record<Forecast, number> = {
      stated: asked.stated,
      today,
      "plain, true ways":
        (4 * rate + own.reduce((sum, { settled }) => sum + settled.score, 0)) / (4 + own.length),
      "ours, true ways": ours(byTruth, past).mean,
      ours: estimate.mean,
      true: asked.chance,
    };
    count++;
    const isKnown = own.length >= 3;
    if (isKnown) {
      known++;
      const [low, high] = intervalOf(estimate, math);
      if (asked.chance >= low && asked.chance <= high) covered++;
    }
    for (const name of FORECASTS) {
      const sum = sums.get(name) as { squared: number; error: number; known: number };
      sum.squared += (said[name] - asked.settled.score) ** 2;
      if (isKnown) sum.error += (said[name] - asked.chance) ** 2;
    }
  });
}
await memory.close();

console.log(`  ${PROJECTS} projects of ${DECISIONS} decisions, each judged by those before it`);
console.log(
  `  ${"".padEnd(20)} Brier    RMS of the chance, where three or more went the same way (n = ${known})`,
);
for (const name of FORECASTS) {
  const { squared, error } = sums.get(name) as { squared: number; error: number };
  console.log(
    `  ${name.padEnd(20)} ${(squared / count).toFixed(4)}   ${Math.sqrt(error / known).toFixed(3)}`,
  );
}
console.log(
  `  the true chance is in the interval: ${((100 * covered) / known).toFixed(1)} %, goal about 95 %`,
);
