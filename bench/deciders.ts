import { BINS, type BinSums, binOf } from "../src/calibration/rules/calibration.ts";
import { judgeConfidence } from "../src/calibration/rules/confidence-advice.ts";
import {
  type ConfidenceEvidence,
  MOST_RECENT,
  recalibrationOf,
  type StatedOutcome,
} from "../src/calibration/rules/recalibration.ts";
import { smoke } from "./workplace.ts";

/** Simulated deciders: what is recommended to them, and what their confidence is called. */
const RUNS = smoke ? 20 : 1_000;
const COUNTS = [3, 5, 10, 20, 50];
const LEVELS = [0.6, 0.7, 0.8, 0.9];
/** The share of calibrated deciders that may be called over- or underconfident. */
const MOST_FALSE = 0.1;

interface Decider {
  readonly name: string;
  /** The confidence that is asked about. */
  readonly asked: number;
  readonly calibrated?: boolean;
  evidence(count: number, random: () => number): ConfidenceEvidence;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function binned(outcomes: readonly StatedOutcome[]): BinSums[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = outcomes.filter(({ confidence }) => binOf(confidence) === bin);
    const sum = (value: (one: StatedOutcome) => number): number =>
      own.reduce((total, one) => total + value(one), 0);
    return {
      outcomes: own.length,
      score: sum(({ score }) => score),
      confidence: sum(({ confidence }) => confidence),
      squaredError: sum(({ confidence, score }) => (confidence - score) ** 2),
    };
  });
}

const evidence = (
  own: readonly StatedOutcome[],
  ...elsewhere: (readonly StatedOutcome[])[]
): ConfidenceEvidence => ({
  own: binned(own),
  recent: own.slice(-MOST_RECENT),
  elsewhere: elsewhere.map(binned),
});

/** Outcomes at several confidences, each true with the given chance. */
function drawn(count: number, random: () => number, chance: (stated: number) => number): StatedOutcome[] {
  return Array.from({ length: count }, () => {
    const confidence = LEVELS[Math.floor(random() * LEVELS.length)] as number;
    return { confidence, score: random() < chance(confidence) ? 1 : 0 };
  });
}

const alike = (count: number, confidence: number, score: number): StatedOutcome[] =>
  Array.from({ length: count }, () => ({ confidence, score }));

const DECIDERS: readonly Decider[] = [
  {
    name: "calibrated, asked 0.8",
    asked: 0.8,
    calibrated: true,
    evidence: (n, r) => evidence(drawn(n, r, (p) => p)),
  },
  {
    name: "calibrated, asked 0.9",
    asked: 0.9,
    calibrated: true,
    evidence: (n, r) => evidence(drawn(n, r, (p) => p)),
  },
  {
    name: "calibrated, beside an overconfident domain",
    asked: 0.9,
    calibrated: true,
    evidence: (n, r) =>
      evidence(
        drawn(n, r, (p) => p),
        drawn(50, r, (p) => p - 0.25),
      ),
  },
  { name: "over by 0.25", asked: 0.9, evidence: (n, r) => evidence(drawn(n, r, (p) => p - 0.25)) },
  {
    name: "under by 0.2",
    asked: 0.7,
    evidence: (n, r) => evidence(drawn(n, r, (p) => Math.min(0.98, p + 0.2))),
  },
  { name: "always wrong at 0.9", asked: 0.9, evidence: (n) => evidence(alike(n, 0.9, 0)) },
  { name: "always right at 0.9", asked: 0.9, evidence: (n) => evidence(alike(n, 0.9, 1)) },
  { name: "always right at 0.6", asked: 0.6, evidence: (n) => evidence(alike(n, 0.6, 1)) },
  {
    name: "9 of 10 at 0.6, beside a domain over by 0.25",
    asked: 0.6,
    evidence: (n, r) =>
      evidence(
        Array.from({ length: n }, (_, i) => ({ confidence: 0.6, score: i % 10 === 9 ? 0 : 1 })),
        drawn(20, r, (p) => p - 0.25),
      ),
  },
  {
    name: "an agent always wrong, beside a person always right",
    asked: 0.75,
    evidence: (n) => evidence(alike(n, 0.75, 0), [], alike(n, 0.75, 1)),
  },
  {
    name: "a person always right, beside an agent always wrong",
    asked: 0.75,
    evidence: (n) => evidence(alike(n, 0.75, 1), [], alike(n, 0.75, 0)),
  },
  {
    name: "nobody's outcomes, a domain over by 0.25 elsewhere",
    asked: 0.9,
    evidence: (n, r) =>
      evidence(
        [],
        drawn(n, r, (p) => p - 0.25),
      ),
  },
  {
    name: "first wrong, then as often right",
    asked: 0.9,
    evidence: (n) => evidence([...alike(n, 0.9, 0), ...alike(n, 0.9, 1)]),
  },
  {
    name: "first right, then as often wrong",
    asked: 0.9,
    evidence: (n) => evidence([...alike(n, 0.9, 1), ...alike(n, 0.9, 0)]),
  },
  {
    name: "63 % at 0.9, asked 0.7",
    asked: 0.7,
    evidence: (n) =>
      evidence(
        Array.from({ length: n }, (_, i) => ({ confidence: 0.9, score: (i * 63) % 100 < 63 ? 1 : 0 })),
      ),
  },
];

let [disagreements, mostFalse] = [0, 0];
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;

console.log(
  `Recommended confidence, median [5 % – 95 %] of ${RUNS} runs; called over / under / uncertain / well, in percent.`,
);
for (const { name, asked, calibrated, evidence: from } of DECIDERS) {
  console.log(`\n${name}: stated ${asked}`);
  for (const count of COUNTS) {
    const called: Record<string, number> = {};
    const recommended: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const basis = recalibrationOf(from(count, seeded(run * 7919 + count)));
      const { status, adjustment } = judgeConfidence(basis, asked);
      called[status] = (called[status] ?? 0) + 1;
      recommended.push(asked + (adjustment ?? 0));
      const up = (adjustment ?? 0) > 0;
      if ((status === "overconfident" && up) || (status === "underconfident" && !up)) disagreements++;
    }
    recommended.sort((a, b) => a - b);
    const share = (status: string): string =>
      String(Math.round((100 * (called[status] ?? 0)) / RUNS)).padStart(3);
    const wrongly = ((called["overconfident"] ?? 0) + (called["underconfident"] ?? 0)) / RUNS;
    if (calibrated) mostFalse = Math.max(mostFalse, wrongly);
    console.log(
      `  n = ${String(count).padStart(2)}  ${quantile(recommended, 0.5).toFixed(2)} [${quantile(recommended, 0.05).toFixed(2)} – ${quantile(recommended, 0.95).toFixed(2)}]  ${["overconfident", "underconfident", "uncertain", "well-calibrated"].map(share).join(" /")}`,
    );
  }
}
console.log(
  `\nStatus against the direction of the recommendation: ${disagreements}, goal 0: ${disagreements === 0 ? "kept" : "missed"}`,
);
console.log(
  `Calibrated deciders called over- or underconfident: at most ${(100 * mostFalse).toFixed(1)} %, goal ≤ ${100 * MOST_FALSE} %: ${mostFalse <= MOST_FALSE ? "kept" : "missed"}`,
);
