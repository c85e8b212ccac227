/** Looks for a change in the outcomes of one way: a time before which they came about otherwise. */

/** An outcome: its time and its score. */
export interface Dated {
  readonly at: Date;
  readonly score: number;
}

/** The probability beforehand that a way has changed. */
const CHANGED = 0.3;
/** At least so many outcomes on either side: one alone is no regime. */
const FEWEST = 2;

/** The logarithm of the probability of outcomes in order, whatever their rate, if it may have changed once. */
export function evidenceOf(inOrder: readonly Dated[]): number {
  return coursesOf(inOrder).reduce(
    (sum, { logProbability }) => logSum(sum, logProbability),
    Number.NEGATIVE_INFINITY,
  );
}

/** For each outcome the probability that it belongs to the present. */
export function currentShares(inOrder: readonly Dated[]): number[] {
  const courses = coursesOf(inOrder);
  const whole = courses.reduce(
    (sum, { logProbability }) => logSum(sum, logProbability),
    Number.NEGATIVE_INFINITY,
  );
  let share = 0;
  const shares = courses.map(({ logProbability }) => (share += Math.exp(logProbability - whole)));
  // Course number n begins with outcome `from`; an outcome belongs to the present of all courses that begin before it.
  return inOrder.map((_, i) => shares[courses.findLastIndex(({ from }) => from <= i)] ?? 1);
}

/** The outcomes that belong to the present begin with number `from`. */
interface Course {
  readonly from: number;
  readonly logProbability: number;
}

/** First that nothing has changed, then each place where it may have. */
function coursesOf(inOrder: readonly Dated[]): Course[] {
  const places = Math.max(0, inOrder.length - 2 * FEWEST + 1);
  const unchanged = {
    from: 0,
    logProbability: logProbability(inOrder) + Math.log(places > 0 ? 1 - CHANGED : 1),
  };
  return [
    unchanged,
    ...Array.from({ length: places }, (_, i) => {
      const from = i + FEWEST;
      const parts = logProbability(inOrder.slice(0, from)) + logProbability(inOrder.slice(from));
      return { from, logProbability: parts + Math.log(CHANGED / places) };
    }),
  ];
}

/** With every rate equally probable beforehand. A partial success counts as what it was. */
function logProbability(outcomes: readonly Dated[]): number {
  const worked = outcomes.reduce((sum, { score }) => sum + score, 0);
  return logBeta(1 + worked, 1 + outcomes.length - worked);
}

export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

const logSum = (a: number, b: number): number => {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
};

/** Stirling's series, after moving the argument to where it is exact to twelve digits. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0];
  while (x < 10) shift += Math.log(x++);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}
