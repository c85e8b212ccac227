/** A share with its 95 % interval by Wilson's formula. */
export function shareOf(part: number, n: number): string {
  if (n === 0) return "none";
  const z = 1.96;
  const middle = (part + z ** 2 / 2) / (n + z ** 2);
  const width = (z / (n + z ** 2)) * Math.sqrt((part * (n - part)) / n + z ** 2 / 4);
  const percent = (value: number): string => `${(100 * Math.min(1, Math.max(0, value))).toFixed(1)} %`;
  return `${part} of ${n} (${percent(part / n)}, 95 % between ${percent(middle - width)} and ${percent(middle + width)})`;
}
