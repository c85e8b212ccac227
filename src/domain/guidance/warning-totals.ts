/** How often somebody was warned before a decision, and what became of it. */
export interface WarningTotals {
  /** Guidance that called for caution or blocked. */
  readonly warned: number;
  /** Those after which another choice was made, or the same with less confidence. */
  readonly otherChoice: number;
  readonly lessConfidence: number;
  /** Those after which it was decided as proposed, by how it worked out. */
  readonly workedOut: number;
  readonly wentWrong: number;
  readonly noOutcomeYet: number;
}

export const heededOf = ({ otherChoice, lessConfidence }: WarningTotals): number =>
  otherChoice + lessConfidence;

export const goneAheadOf = ({ workedOut, wentWrong, noOutcomeYet }: WarningTotals): number =>
  workedOut + wentWrong + noOutcomeYet;

/** Warnings after which no decision came that could be compared with what was proposed. */
export const undecidedOf = (totals: WarningTotals): number =>
  totals.warned - heededOf(totals) - goneAheadOf(totals);

/** Nothing where nobody was warned. */
export function warningSentences(totals: WarningTotals, days: number): string[] {
  const { warned, otherChoice, lessConfidence, workedOut, wentWrong, noOutcomeYet } = totals;
  if (warned === 0) return [];
  const [heeded, goneAhead, undecided] = [heededOf(totals), goneAheadOf(totals), undecidedOf(totals)];
  return [
    `Warned before ${warned === 1 ? "1 decision" : `${warned} decisions`} in the last ${days === 1 ? "day" : `${days} days`}.`,
    ...(heeded === 0
      ? []
      : [
          `Heeded ${times(heeded)}: ${listed([otherChoice, "by another choice"], [lessConfidence, "by less confidence"])}.`,
        ]),
    ...(goneAhead === 0
      ? []
      : [
          `Gone ahead with ${times(goneAhead)}: ${listed([workedOut, "worked out all the same"], [wentWrong, "went wrong"], [noOutcomeYet, noOutcomeYet === 1 ? "has no outcome yet" : "have no outcome yet"])}.`,
        ]),
    ...(undecided === 0 ? [] : [`Not followed by a decision that could be compared: ${undecided}.`]),
  ];
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

const listed = (...parts: readonly (readonly [count: number, what: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
