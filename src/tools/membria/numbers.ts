/** Enough digits for whoever checks the arithmetic, few enough for whoever reads it. */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e9) / 1e9;
}

export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
