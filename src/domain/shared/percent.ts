export const inPercent = (share: number): number => Math.round(share * 100);

/** For tables, and for what is not known any better. */
export const wholePercent = (share: number): string => `${inPercent(share)} %`;

/** To a tenth. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
