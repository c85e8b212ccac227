export function fitLeaning(
  rows: Int8Array,
  dimensions: number,
  isBad: readonly boolean[],
): { readonly weights: readonly number[]; readonly offset: number };
