export const inPercent = (share: number): number => Math.round(share * 100);

/** For tables, and for values that are not known more precisely. */
export const wholePercent = (share: number): string => `${inPercent(share)} %`;

/** With one decimal place. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
