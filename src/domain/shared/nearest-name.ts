/** Shorter beginnings fit too many names. */
const SHORTEST_BEGINNING = 3;

/**
 * The known name that was probably meant: the one with the fewest typing errors if they are few for its length, or else
 * the only one that begins like it. Undefined if none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = name.trim().toLowerCase();
  const [best] = known
    .filter((other) => Math.abs(typed.length - other.length) <= mostErrors(typed, other))
    .map((other) => ({ other, errors: typingErrors(typed, other) }))
    .filter(({ other, errors }) => errors <= mostErrors(typed, other))
    .sort((a, b) => a.errors - b.errors);
  if (best) return best.other;
  const alike = known.filter((other) => beginsWith(typed, other) || beginsWith(other, typed));
  return alike.length === 1 ? alike[0] : undefined;
}

const mostErrors = (a: string, b: string): number => Math.floor(Math.max(a.length, b.length) / 3);

const beginsWith = (text: string, beginning: string): boolean =>
  beginning.length >= SHORTEST_BEGINNING && text.startsWith(beginning);

/** How many letters are missing, too many, wrong or swapped with the next one. */
function typingErrors(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const wrong = typed[i - 1] === meant[j - 1] ? 0 : 1;
      const errors = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + wrong);
      const swapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row.push(swapped ? Math.min(errors, at(beforeLast, j - 2) + 1) : errors);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, meant.length);
}

const at = (row: readonly number[], j: number): number => row[j] ?? 0;
